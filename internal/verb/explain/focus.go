package explain

import (
	"context"
	"slices"

	"tare/internal/record"
	"tare/internal/scene"
)

// focus is a part of the recording that is worth a closer look.
type focus struct {
	name     string
	from, to int64 // ns since the beginning
	g        int64 // goroutine that it is about; 0 where it is about those of interest
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
func focuses(e record.Explanation) (all []focus, opened bool) {
	if h := e.Hit; h != nil {
		all = append(all, focus{h.What, h.From, h.To, h.G})
	}
	for _, i := range withBars(e.Intervals) {
		for _, b := range slices.Backward(i.Bars) {
			all = append(all, focus{b.Name + " of " + i.Name, b.From, b.To, b.G})
		}
	}
	opened = len(all) > 0
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
	return all, opened
}

// withBars are the intervals whose instances are worth a closer look: the first one,
// and requests; where none of these has any, the first that has.
func withBars(intervals []record.Interval) (all []record.Interval) {
	without := func(i record.Interval) bool { return len(i.Bars) == 0 }
	for n, i := range intervals {
		if n == 0 || i.Kind == record.IntervalHTTP {
			all = append(all, i)
		}
	}
	if all = slices.DeleteFunc(all, without); len(all) > 0 {
		return all
	}
	if all = slices.DeleteFunc(slices.Clone(intervals), without); len(all) > 0 {
		return all[:1]
	}
	return nil
}

// details draws the focuses, which are known only now, in a second pass. What is to
// be opened is the first scene, and the overview the next one.
func (p *pictures) details(ctx context.Context, a *analysis, overview record.Scene) error {
	all, opened := focuses(a.explanation)
	var builders []*scene.Builder
	var sinks []record.Sink
	for _, f := range all {
		b := scene.New(p.detail(f, a.explanation))
		builders = append(builders, b)
		sinks = append(sinks, b)
	}
	p.scenes = []record.Scene{overview}
	if len(builders) == 0 {
		return nil
	}
	src, err := a.recording.open(ctx)
	if err != nil {
		return err
	}
	defer src.Close()
	stop := a.session.showProgress(src)
	join(src, a.header, sinks...)
	stop()
	for _, b := range builders {
		p.scenes = append(p.scenes, b.Scene())
	}
	if opened {
		p.scenes[0], p.scenes[1] = p.scenes[1], p.scenes[0]
	}
	return ctx.Err()
}

// detail is what the scene of a focus is to show.
func (p *pictures) detail(f focus, e record.Explanation) scene.Options {
	pad := max(int64(float64(f.to-f.from)*margin), 10_000)
	o := scene.Options{
		Name: f.name, From: e.Begin + max(0, f.from-pad), To: e.Begin + min(f.to+pad, max(e.Duration, f.to)), Begin: e.Begin,
		Focus:    record.Span{From: e.Begin + f.from, To: e.Begin + f.to},
		Interest: p.roles.isInterest, MaxPieces: detailPieces, MaxWaits: detailWaits,
	}
	if f.g != 0 {
		o.Interest = func(g int64) bool { return g == f.g }
	}
	return o
}
