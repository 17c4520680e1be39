package account

import (
	"cmp"
	"slices"

	"tare/internal/record"
	"tare/internal/trace/event"
)

// stops are the stop-the-worlds and GC phases, with what held them up.
type stops struct {
	all   []worldStop // the last ones, in time
	done  int         // of these are in sum
	kept  []kept      // what those that are not may have met, in the order of ends
	sum   record.Stops
	clean []int64 // ns of those that nothing held up, up to a limit

	phases []event.Mark // the last ones

	ran   [recent]ran // what Ps did last, a ring
	count int         // of all that were in it
	by    []record.StopSum
}

// worldStop is a stop-the-world, with what is known only while it is recent.
type worldStop struct {
	event.Mark
	record.WorldStop
}

// kept is a time in which a thread that held a P was off its CPU.
type kept struct {
	record.Span
	throttled bool
}

// shortestKept is the shortest such time that is kept, in ns: shorter ones do
// not stretch anything that would be noticed.
const shortestKept = 20e3

// maxToldLast is how many of those are told who were last to stop.
const maxToldLast = 3

// maxWorst is how many stop-the-worlds are told one by one.
const maxWorst = 10

// note remembers when a P was held without a CPU.
func (s *stops) note(p *event.Piece) {
	s.ran[s.count%recent] = ran{record.Span{From: p.Start, To: p.End}, p.Proc, p.G, p.Item, p.Detail, p.Stack}
	s.count++
	switch p.Item {
	case record.ItemThrottled, record.ItemPreempted, record.ItemCrowded, record.ItemOffCPU:
		if p.Duration() < shortestKept {
			return
		}
		if len(s.kept) == maxMarks {
			s.settle(s.kept[maxMarks/2].To)
			s.kept = s.kept[max(0, len(s.kept)-maxMarks/2):]
		}
		s.kept = append(s.kept, kept{record.Span{From: p.Start, To: p.End}, p.Item == record.ItemThrottled})
	}
}

func (s *stops) add(b *Book, m *event.Mark) {
	w := s.inspect(b, m)
	s.sumUp(w.WorldStop, m.End-m.Start)
	if len(s.all) == 2*maxMarks {
		s.settle(s.all[maxMarks].End)
		s.all, s.done = slices.Delete(s.all, 0, maxMarks), s.done-maxMarks
	}
	s.all = append(s.all, w)
}

// addPhase adds a concurrent mark phase, of which ns count.
func (s *stops) addPhase(m *event.Mark, ns int64) {
	s.sum.GCCycles++
	s.sum.GCTotal += ns
	if len(s.phases) == maxMarks {
		s.phases = slices.Delete(s.phases, 0, maxMarks/2)
	}
	s.phases = append(s.phases, *m)
}

// settle sums the stop-the-worlds that ended until then, and forgets what can be
// no part of others.
func (s *stops) settle(until int64) {
	var throttled, other []record.Span
	for _, k := range s.kept {
		if k.throttled {
			throttled = append(throttled, k.Span)
		} else {
			other = append(other, k.Span)
		}
	}
	byQuota, byOthers, both := union(throttled), union(other), union(append(throttled, other...))
	for ; s.done < len(s.all) && s.all[s.done].End <= until; s.done++ {
		m := &s.all[s.done]
		s.settleOne(m, within(byQuota, &m.Mark), within(byOthers, &m.Mark), within(both, &m.Mark))
	}
	slices.SortFunc(s.sum.Worst, func(a, b record.WorldStop) int {
		return cmp.Or(cmp.Compare(b.To-b.From, a.To-a.From), cmp.Compare(a.From, b.From))
	})
	s.sum.Worst = s.sum.Worst[:min(len(s.sum.Worst), maxWorst)]
	if s.done < len(s.all) {
		until = min(until, s.all[s.done].Start)
	}
	s.kept = slices.DeleteFunc(s.kept, func(k kept) bool { return k.To <= until })
}

func (s *stops) settleOne(m *worldStop, throttled, preempted, held int64) {
	s.sum.Count++
	s.sum.Total += m.End - m.Start
	switch {
	case held > 0:
		s.sum.Stretched++
		s.sum.Kept += held
	case len(s.clean) < maxMarks:
		s.clean = append(s.clean, m.End-m.Start)
	}
	w := m.WorldStop
	w.Throttled, w.Preempted = throttled, preempted
	s.sum.Worst = append(s.sum.Worst, w)
}

// report is what stopped the world for how long, and what of that was due to
// threads that could not stop or go on, because they had no CPU.
func (s *stops) report(begin, end int64) record.Stops {
	s.settle(end)
	for i := range s.sum.Worst {
		w := &s.sum.Worst[i]
		w.From, w.To = w.From-begin, w.To-begin
	}
	if len(s.clean) > 0 {
		slices.Sort(s.clean)
		s.sum.Clean = s.clean[len(s.clean)/2]
	}
	for i := range s.by {
		s.by[i].Last = most(s.by[i].Last, maxToldLast, func(l record.Link) float64 { return l.Ns })
	}
	s.sum.By = most(s.by, maxWorst, func(one record.StopSum) float64 { return float64(one.Total) })
	return s.sum
}

// during names the stop-the-world, or else the GC phase, that overlaps most with
// a stretch of time, and ns of the overlap.
func (s *stops) during(from, to int64) (name string, ns int64) {
	name, ns = longestOverlap(from, to, s.all, func(w *worldStop) *event.Mark { return &w.Mark })
	if name == "" {
		name, ns = longestOverlap(from, to, s.phases, func(m *event.Mark) *event.Mark { return m })
	}
	return name, ns
}

// longestOverlap names the one of what happened, in time, that overlaps most.
func longestOverlap[T any](from, to int64, all []T, mark func(*T) *event.Mark) (name string, ns int64) {
	i, _ := slices.BinarySearchFunc(all, from+1, func(one T, t int64) int { return cmp.Compare(mark(&one).End, t) })
	for ; i < len(all) && mark(&all[i]).Start < to; i++ {
		m := mark(&all[i])
		if o := min(to, m.End) - max(from, m.Start); o > ns {
			name, ns = m.Name, o
		}
	}
	return name, ns
}

// within is ns of a mark in the spans, none of which means none.
func within(s spans, m *event.Mark) int64 {
	if len(s) == 0 {
		return 0
	}
	return s.overlap(m.Start, m.End)
}
