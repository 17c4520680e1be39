package comparisons

import (
	"cmp"
	"math"
	"slices"

	"tare/internal/record"
)

// Order is that of rows; those of one unit and package stay together.
type Order string

// The orders. The zero value is that in which benchmarks were measured.
const (
	ByChange Order = "change" // the largest change first, whichever way
	ByName   Order = "name"
	ByTime   Order = "time" // what takes the baseline longest first
)

// Filter says which benchmarks have rows.
type Filter string

// Changed leaves those whose every verdict is that nothing changed, or none, out; the zero
// value leaves nothing out.
const Changed Filter = "changed"

// chosen are those of all that have rows, in their order.
func (o Options) chosen(all []record.Compared) []record.Compared {
	rows := slices.Clone(all)
	if o.Only == Changed {
		rows = slices.DeleteFunc(rows, func(b record.Compared) bool { return !changed(b) })
	}
	by := map[Order]func(a, b record.Compared) int{
		ByChange: func(a, b record.Compared) int { return cmp.Compare(largest(b), largest(a)) },
		ByName: func(a, b record.Compared) int {
			return cmp.Compare(a.Benchmark.Short(), b.Benchmark.Short())
		},
		ByTime: func(a, b record.Compared) int { return cmp.Compare(duration(b), duration(a)) },
	}[o.Sort]
	if by != nil {
		slices.SortStableFunc(rows, by)
	}
	return rows
}

// changed reports whether a reader who wants nothing but changes has to see b: one of its
// candidates is slower or faster, or what was measured of it says nothing.
func changed(b record.Compared) bool {
	return slices.ContainsFunc(b.Changes, func(c record.Change) bool { return decided(c) || c.Verdict == record.Invalid })
}

// largest is the size of the largest change of b, as a logarithm of a ratio. A change that
// has no ratio, since one side is 0, is larger than any; what is not known, smaller.
func largest(b record.Compared) float64 {
	most := -1.0
	for _, c := range b.Changes {
		switch {
		case c.Diff.N > 0 && c.Diff.Center != 0:
			most = math.Inf(1)
		case ofRatio(c.Ratio).known:
			most = max(most, math.Abs(math.Log(c.Ratio.Center)))
		}
	}
	return most
}

// duration is how long b takes, or its inverse where it is judged by throughput.
func duration(b record.Compared) float64 {
	if isThroughput(b.Metric) && b.Old.Center > 0 {
		return 1 / b.Old.Center
	}
	return b.Old.Center
}
