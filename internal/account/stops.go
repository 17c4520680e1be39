package account

import (
	"cmp"
	"slices"
	"strings"

	"tare/internal/record"
)

// kept is a time in which a thread that held a P was off its CPU.
type kept struct {
	record.Span
	throttled bool
}

// shortestKept is the shortest such time that is kept, in ns: shorter ones do
// not stretch anything that would be noticed.
const shortestKept = 20e3

// maxWorst is how many stop-the-worlds are told one by one.
const maxWorst = 10

// noteKept remembers when a P was held without a CPU.
func (b *Book) noteKept(p *record.Piece) {
	switch p.Item {
	case record.ItemThrottled, record.ItemPreempted, record.ItemCrowded, record.ItemOffCPU:
		if p.Duration() >= shortestKept && len(b.kept) < maxMarks {
			b.kept = append(b.kept, kept{record.Span{From: p.Start, To: p.End}, p.Item == record.ItemThrottled})
		}
	}
}

// stopReport is what stopped the world for how long, and what of that was due
// to threads that could not stop or go on, because they had no CPU.
func (b *Book) stopReport(begin int64) record.Stops {
	s := record.Stops{Count: b.stopCount, GCCycles: b.gcCycles, GCTotal: b.gcTotal}
	var throttled, other []record.Span
	for _, k := range b.kept {
		if k.throttled {
			throttled = append(throttled, k.Span)
		} else {
			other = append(other, k.Span)
		}
	}
	byQuota, byOthers, both := union(throttled), union(other), union(append(throttled, other...))
	var clean []int64
	for _, m := range b.stops {
		stop := record.WorldStop{
			Name: m.Name, From: m.Start - begin, To: m.End - begin,
			Throttled: within(byQuota, m), Preempted: within(byOthers, m),
		}
		s.Total += m.End - m.Start
		if held := within(both, m); held > 0 {
			s.Stretched++
			s.Kept += held
		} else {
			clean = append(clean, m.End-m.Start)
		}
		s.Worst = append(s.Worst, stop)
	}
	slices.SortFunc(s.Worst, func(a, b record.WorldStop) int {
		return cmp.Or(cmp.Compare(b.To-b.From, a.To-a.From), cmp.Compare(a.From, b.From))
	})
	s.Worst = s.Worst[:min(len(s.Worst), maxWorst)]
	if len(clean) > 0 {
		slices.Sort(clean)
		s.Clean = clean[len(clean)/2]
	}
	return s
}

// within is ns of a mark in the spans, none of which means none.
func within(s spans, m record.Mark) int64 {
	if len(s) == 0 {
		return 0
	}
	return s.overlap(m.Start, m.End)
}

func isRuntime(function string) bool {
	return strings.HasPrefix(function, "runtime.") || strings.HasPrefix(function, "internal/runtime/")
}
