package account

import (
	"cmp"
	"slices"

	"tare/internal/record"
)

// maxEpisodes is how many throttled episodes are told one by one.
const maxEpisodes = 200

// throttling is what a CPU quota did: single stretches of threads put together
// to episodes in which any was throttled.
func (b *Book) throttling(begin int64) record.Throttling {
	t := record.Throttling{Stat: b.samples.stat()}
	if b.o.Kernel != nil {
		t.Sure = b.o.Kernel.Sure[record.FactThrottled]
	}
	slices.SortFunc(b.throttled, func(x, y record.Mark) int { return cmp.Compare(x.Start, y.Start) })
	t.Queues = queues(b.throttled)
	var episodes []record.ThrottleEpisode
	for _, m := range b.throttled {
		if !b.scope.touch(m.Start, m.End) {
			continue
		}
		t.Total += b.scope.overlap(m.Start, m.End)
		last := len(episodes) - 1
		if last < 0 || m.Start-begin >= episodes[last].To {
			episodes = append(episodes, record.ThrottleEpisode{From: m.Start - begin})
			last++
		}
		e := &episodes[last]
		e.To = max(e.To, m.End-begin)
		e.Victims = append(e.Victims, b.victim(&m, begin))
	}
	for i := range episodes {
		e := &episodes[i]
		t.Wall += b.scope.overlap(e.From+begin, e.To+begin)
		e.Stopped, e.Stretch = b.stretched(e.From+begin, e.To+begin)
	}
	t.Count = len(episodes)
	t.Episodes = longest(episodes)
	return t
}

// longest keeps the longest episodes, in time.
func longest(all []record.ThrottleEpisode) []record.ThrottleEpisode {
	if len(all) > maxEpisodes {
		slices.SortFunc(all, func(a, b record.ThrottleEpisode) int { return cmp.Compare(b.To-b.From, a.To-a.From) })
		all = all[:maxEpisodes]
		slices.SortFunc(all, func(a, b record.ThrottleEpisode) int { return cmp.Compare(a.From, b.From) })
	}
	return all
}

// queues is ns summed over CPUs in which any thread was throttled there, as
// cpu.stat counts it. The marks are in the order of their beginnings.
func queues(marks []record.Mark) (ns int64) {
	until := map[int32]int64{}
	for _, m := range marks {
		if from := max(m.Start, until[m.CPU]); m.End > from {
			ns += m.End - from
			until[m.CPU] = m.End
		}
	}
	return ns
}

// victim is one thread's part of an episode.
func (b *Book) victim(m *record.Mark, begin int64) record.ThrottleTaken {
	v := record.ThrottleTaken{TID: m.TID, From: m.Start - begin, To: m.End - begin, G: m.G, Proc: m.Proc, Doing: m.Doing, Where: b.where(m.Stack), Sure: m.Sure}
	if l := b.threads[int64(m.TID)]; l != nil {
		v.Name = l.name
	}
	if name, ok := b.victims[m.G]; ok && m.G != 0 {
		v.Name = name
	}
	return v
}

// where is the innermost function of a stack that is not the runtime's, or the
// innermost of all.
func (b *Book) where(id record.StackID) string {
	if id == 0 || b.o.Stack == nil {
		return ""
	}
	calls := b.o.Stack(id)
	for _, c := range calls {
		if !isRuntime(c.Func) {
			return c.Func
		}
	}
	if len(calls) > 0 {
		return calls[0].Func
	}
	return ""
}

// stretched names the stop-the-world, or else the GC phase, that overlaps most
// with a stretch of time, and ns of the overlap.
func (b *Book) stretched(from, to int64) (name string, ns int64) {
	for _, marks := range [][]record.Mark{b.stops, b.phases} {
		for _, m := range marks {
			if o := min(to, m.End) - max(from, m.Start); o > ns {
				name, ns = m.Name, o
			}
		}
		if name != "" {
			break
		}
	}
	return name, ns
}
