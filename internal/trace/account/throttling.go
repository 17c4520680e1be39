package account

import (
	"cmp"
	"math"
	"slices"

	"tare/internal/record"
	"tare/internal/trace/event"
)

// maxEpisodes is how many throttled episodes are told one by one.
const maxEpisodes = 200

// throttles are the stretches in which a CPU quota throttled threads, put
// together to episodes in which any was.
type throttles struct {
	marks []event.Mark // the last ones, which are not in sum yet
	sum   record.Throttling
	told  []episode       // of the sum
	until map[int32]int64 // of CPUs: sum.Queues has what was before
}

// episode has the stacks of its victims: what these are is known at the end.
type episode struct {
	record.ThrottleEpisode
	stacks []record.StackID
}

// throttled takes a stretch.
func (b *Book) throttled(m event.Mark) {
	if g := b.groupOf(m.G); g != nil {
		m.Name = g.name
	}
	t := &b.throttles
	if len(t.marks) == maxMarks {
		b.settleThrottles(t.marks[maxMarks/2].End)
	}
	if len(t.marks) == maxMarks {
		b.settleThrottles(math.MaxInt64)
	}
	t.marks = append(t.marks, m)
}

// settleThrottles sums the episodes that ended until then, and forgets them.
func (b *Book) settleThrottles(until int64) {
	t := &b.throttles
	slices.SortStableFunc(t.marks, func(x, y event.Mark) int { return cmp.Compare(x.Start, y.Start) })
	left := t.marks
	for len(left) > 0 {
		n, end := 1, left[0].End
		for ; n < len(left) && left[n].Start < end; n++ {
			end = max(end, left[n].End)
		}
		if end > until {
			break
		}
		b.settleEpisode(left[:n])
		left = left[n:]
	}
	t.marks = slices.Delete(t.marks, 0, len(t.marks)-len(left))
	t.told = longest(t.told)
}

// settleEpisode sums stretches that overlap, given in the order of their
// beginnings. Queues is ns summed over CPUs in which any thread was throttled
// there, as cpu.stat counts it, in or out of the time that counts.
func (b *Book) settleEpisode(marks []event.Mark) {
	t := &b.throttles
	if t.until == nil {
		t.until = map[int32]int64{}
	}
	e := episode{ThrottleEpisode: record.ThrottleEpisode{From: math.MaxInt64}}
	for _, m := range marks {
		if from := max(m.Start, t.until[m.CPU]); m.End > from {
			t.sum.Queues += m.End - from
			t.until[m.CPU] = m.End
		}
		if b.scope.touch(m.Start, m.End) {
			t.sum.Total += b.scope.overlap(m.Start, m.End)
			e.From, e.To = min(e.From, m.Start), max(e.To, m.End)
			e.Victims, e.stacks = append(e.Victims, b.victim(&m)), append(e.stacks, m.Stack)
		}
	}
	if len(e.Victims) == 0 {
		return
	}
	e.Stopped, e.Stretch = b.stops.during(e.From, e.To)
	t.sum.Count++
	t.sum.Wall += b.scope.overlap(e.From, e.To)
	t.told = append(t.told, e)
}

// longest keeps the longest episodes, in time.
func longest(all []episode) []episode {
	if len(all) > maxEpisodes {
		slices.SortFunc(all, func(a, b episode) int { return cmp.Compare(b.To-b.From, a.To-a.From) })
		clear(all[maxEpisodes:])
		all = all[:maxEpisodes]
		slices.SortFunc(all, func(a, b episode) int { return cmp.Compare(a.From, b.From) })
	}
	return all
}

// throttling is what a CPU quota did.
func (b *Book) throttling(begin int64) record.Throttling {
	b.settleThrottles(math.MaxInt64)
	t := b.throttles.sum
	if t.Stat = b.samples.stat(b.o.Kernel); b.o.Kernel != nil {
		t.Sure = b.o.Kernel.Sure[record.FactThrottled]
	}
	for _, e := range b.throttles.told {
		e.From, e.To = e.From-begin, e.To-begin
		for k := range e.Victims {
			v := &e.Victims[k]
			v.From, v.To, v.Where = v.From-begin, v.To-begin, b.place(e.stacks[k])
		}
		t.Episodes = append(t.Episodes, e.ThrottleEpisode)
	}
	return t
}

// victim is one thread's part of an episode.
func (b *Book) victim(m *event.Mark) record.ThrottleTaken {
	return record.ThrottleTaken{TID: m.TID, From: m.Start, To: m.End, G: m.G, Proc: m.Proc, Doing: m.Doing, Sure: m.Sure,
		Name: cmp.Or(m.Name, b.threads.name(int64(m.TID)))}
}
