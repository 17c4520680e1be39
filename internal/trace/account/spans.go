package account

import (
	"cmp"
	"slices"

	"tare/internal/record"
)

// spans are stretches of time in order, which do not overlap. None means all
// time.
type spans []record.Span

// union returns the spans, sorted and merged where they overlap or touch.
func union(all []record.Span) spans {
	all = slices.Clone(all)
	slices.SortFunc(all, func(a, b record.Span) int { return cmp.Compare(a.From, b.From) })
	var out spans
	for _, s := range all {
		if n := len(out); n > 0 && s.From <= out[n-1].To {
			out[n-1].To = max(out[n-1].To, s.To)
		} else if s.To > s.From {
			out = append(out, s)
		}
	}
	return out
}

// after returns the index of the first span that ends after t.
func (s spans) after(t int64) int {
	i, _ := slices.BinarySearchFunc(s, t, func(s record.Span, t int64) int {
		if s.To <= t {
			return -1
		}
		return 1
	})
	return i
}

// overlap returns how many ns of from to to lie within the spans.
func (s spans) overlap(from, to int64) (ns int64) {
	if s == nil {
		return to - from
	}
	for i := s.after(from); i < len(s) && s[i].From < to; i++ {
		ns += min(to, s[i].To) - max(from, s[i].From)
	}
	return ns
}

// touch reports whether from to to has something in common with the spans;
// moments count.
func (s spans) touch(from, to int64) bool {
	if s == nil {
		return true
	}
	i := s.after(from)
	return i < len(s) && s[i].From <= to
}

// length is the sum of the spans, ns.
func (s spans) length() (ns int64) {
	for _, one := range s {
		ns += one.To - one.From
	}
	return ns
}
