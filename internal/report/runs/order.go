package runs

import (
	"cmp"
	"slices"

	"tare/internal/record"
	"tare/internal/report/wording"
)

// Options says in which order benchmarks are listed, and by what they are ranked.
type Options struct {
	Sort Order
	Rank Ranking
}

// Order is that of the rows of a package.
type Order string

// The orders. The zero value is that in which benchmarks were measured.
const (
	ByName Order = "name"
	ByTime Order = "time" // what takes longest first
)

// ordered are the summaries in their order, those of a package together.
func (o Options) ordered(all []record.Summary) []record.Summary {
	rows := slices.Clone(all)
	switch o.Sort {
	case ByName:
		slices.SortStableFunc(rows, func(a, b record.Summary) int {
			return cmp.Compare(a.Benchmark.Short(), b.Benchmark.Short())
		})
	case ByTime: // what has no result takes no time
		slices.SortStableFunc(rows, func(a, b record.Summary) int { return cmp.Compare(b.Net.Center, a.Net.Center) })
	}
	return wording.Together(rows, func(s record.Summary) string { return s.Benchmark.Package })
}
