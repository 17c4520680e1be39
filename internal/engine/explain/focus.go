package explain

import (
	"slices"

	"tare/internal/record"
	"tare/internal/trace/account"
	"tare/internal/trace/scene"
)

// focus is a part of the recording that is worth a closer look.
type focus struct {
	name     string
	from, to int64 // ns since the beginning
	g        int64 // goroutine that it is about; without that and tid, it is about those of interest
	tid      int32
}

// margin is how much is shown on both sides of a focus, as a part of its length.
const margin = 0.25

// Limits of what a closer look shows.
const (
	detailPieces = 50_000
	detailWaits  = 1_000
)

// focuses are the worst of everything. What a reader looks for first comes first, if
// there is such a thing: what a flight recorder has waited for, or else the worst of
// what the explanation is about.
func focuses(e record.Explanation) (all []focus) {
	if h := e.Hit; h != nil {
		all = append(all, focus{h.What, h.From, h.To, h.G, h.TID})
	}
	for _, i := range withBars(e.Intervals) {
		for _, b := range slices.Backward(i.Bars) {
			all = append(all, focus{b.Name + " of " + i.Name, b.From, b.To, b.G, 0})
		}
	}
	if len(e.Stops.Worst) > 0 {
		w := e.Stops.Worst[0]
		all = append(all, focus{name: "worst " + w.Name, from: w.From, to: w.To})
	}
	var worst *record.ThrottleEpisode
	for i := range e.Throttle.Episodes {
		if x := &e.Throttle.Episodes[i]; worst == nil || x.To-x.From > worst.To-worst.From {
			worst = x
		}
	}
	if worst != nil {
		all = append(all, focus{name: "worst throttling", from: worst.From, to: worst.To})
	}
	return all
}

// withBars are the intervals whose instances are worth a closer look: the main ones, or
// where none of these has any, the first that has.
func withBars(intervals []record.Interval) []record.Interval {
	without := func(i record.Interval) bool { return len(i.Bars) == 0 }
	if main := slices.DeleteFunc(account.MainIntervals(intervals), without); len(main) > 0 {
		return main
	}
	all := slices.DeleteFunc(slices.Clone(intervals), without)
	return all[:min(len(all), 1)]
}

// openFirst puts the scene that is to be opened before the overview.
func openFirst(e record.Explanation, scenes []record.Scene) {
	if len(scenes) > 1 && (e.Hit != nil || len(withBars(e.Intervals)) > 0) {
		scenes[0], scenes[1] = scenes[1], scenes[0]
	}
}

// detail is what the scene of a focus is to show.
func (p *pictures) detail(f focus, e record.Explanation) scene.Options {
	pad := max(int64(float64(f.to-f.from)*margin), 10_000)
	o := scene.Options{
		Name: f.name, From: e.Begin + max(0, f.from-pad), To: e.Begin + min(f.to+pad, max(e.Duration, f.to)), Begin: e.Begin,
		Focus:    record.Span{From: e.Begin + f.from, To: e.Begin + f.to},
		Interest: p.roles.isInterest, MaxPieces: detailPieces, MaxWaits: detailWaits,
	}
	if f.g != 0 || f.tid != 0 {
		o.Interest, o.Thread = func(g int64) bool { return g == f.g }, f.tid
	}
	return o
}
