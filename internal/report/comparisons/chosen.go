package comparisons

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"tare/internal/record"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// What a page draws at most, to stay below 10 MB: the charts of a change take some 10 kB,
// and each of their rounds 100 bytes more.
const (
	drawnChanges = 150
	drawnRounds  = 16_000

	chartBytes    = 10_000
	roundBytes    = 100
	evidenceBytes = 4000 // of a section, and of each change, without charts
	rowBytes      = 550  // of a change in the overview
	unitBytes     = 160  // of a change in another unit
)

// side is one variant of one benchmark in one unit; all units of a benchmark have the same
// trials, but charts of their own.
type side struct {
	benchmark record.Benchmark
	metric    string
	variant   int
}

// choose picks the benchmarks that have sections and the changes that have charts on a
// page, those that matter most first, and how many of their rounds are drawn.
func (v *view) choose() {
	type candidate struct {
		side
		section, rank, rounds int
		size                  float64
	}
	var all []candidate
	for i, b := range v.listed {
		for _, c := range b.Changes {
			s := side{b.Benchmark, b.Metric, c.Variant}
			all = append(all, candidate{s, i, slices.Index(importance, c.Verdict), max(len(c.Logs), len(v.trialsOf(b, c.Variant))), size(c)})
		}
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(b.size, a.size)) })
	order := make([]int, len(all))
	for i, c := range all {
		order[i] = c.section
	}
	rounds := 0
	for _, c := range all[:min(len(all), drawnChanges)] {
		v.drawn[c.side] = true
		rounds += c.rounds
	}
	v.stride = max(1, (rounds+drawnRounds-1)/drawnRounds)
	v.shown = v.chosen(order, v.rowsWeight())
}

// chosen are the benchmarks that have sections: as many as there is room for in that
// order, in which those of several candidates come more than once. Those without any
// change come last.
func (v *view) chosen(order []int, rows int) map[int]bool {
	seen := map[int]bool{}
	once := func(i int) bool {
		twice := seen[i]
		seen[i] = true
		return twice
	}
	all := make([]int, len(v.listed))
	for i := range all {
		all[i] = i
	}
	return wording.Room(slices.DeleteFunc(append(order, all...), once), rows, v.weight)
}

// rowsWeight is what the rows of all tables take, in bytes, about.
func (v *view) rowsWeight() int {
	bytes := 0
	for _, b := range v.listed {
		for _, c := range b.Changes {
			bytes += rowBytes
			for _, u := range c.Units {
				if u.Moved {
					bytes += unitBytes
				}
			}
		}
	}
	return bytes
}

// weight is what the section of a benchmark takes, in bytes, about.
func (v *view) weight(i int) int {
	b := v.listed[i]
	bytes := evidenceBytes
	for _, c := range b.Changes {
		bytes += evidenceBytes
		if v.drawn[side{b.Benchmark, b.Metric, c.Variant}] {
			bytes += chartBytes + roundBytes*max(len(c.Logs), len(v.trialsOf(b, c.Variant)))/v.stride
		}
	}
	return bytes
}

// size is how far a change is from none, as a logarithm.
func size(c record.Change) float64 {
	if !wording.HasCenter(c.Ratio) || c.Ratio.Center <= 0 {
		return 0
	}
	return math.Abs(math.Log(c.Ratio.Center))
}

// importance orders verdicts by how much there is to see behind them.
var importance = []record.Verdict{record.Slower, record.Faster, record.Invalid, record.Inconclusive, record.SameCode, record.Equivalent}

// omission says which benchmarks a page has no room for.
func (v view) omission() model.Prose {
	return wording.Omission(len(v.shown), len(v.listed), "those that changed most", v.ID)
}

// sectionID is the anchor of the i-th benchmark that is listed.
func sectionID(i int) string { return fmt.Sprintf("b%d", i+1) }
