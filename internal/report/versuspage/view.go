package versuspage

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"tare/internal/record"
	"tare/internal/report/benchpage"
	"tare/internal/report/wording"
)

// What a page draws at most, to stay below 5 MB: the charts of a change take
// some 10 kB, and each of their rounds 100 bytes more.
const (
	drawnChanges = 150
	drawnRounds  = 16_000

	chartBytes    = 10_000
	roundBytes    = 100
	evidenceBytes = 4000 // of a section, and of each change, without charts
)

// view is a comparison with its trials at hand.
type view struct {
	record.Comparison
	trials  map[side][]record.Trial // in time order
	drawn   map[side]bool           // changes that have charts
	shown   map[int]bool            // benchmarks that have sections
	stride  int                     // charts draw every stride-th round
	several bool                    // there is more than one contender
}

// side is one variant of one benchmark.
type side struct {
	benchmark record.Benchmark
	variant   int
}

func newView(c record.Comparison) view {
	v := view{Comparison: c, trials: map[side][]record.Trial{}, drawn: map[side]bool{}}
	for _, t := range c.Trials {
		s := side{t.Benchmark, t.Variant}
		v.trials[s] = append(v.trials[s], t)
	}
	for _, b := range c.Benchmarks {
		v.several = v.several || len(b.Changes) > 1
	}
	v.choose()
	return v
}

// choose picks the changes that have charts, those that matter most first, and
// how many of their rounds are drawn.
func (v *view) choose() {
	type candidate struct {
		side
		section, rank, rounds int
		size                  float64
	}
	var all []candidate
	for i, b := range v.Benchmarks {
		for _, c := range b.Changes {
			s := side{b.Benchmark, c.Variant}
			all = append(all, candidate{s, i, slices.Index(importance, c.Verdict), max(len(c.Logs), len(v.trials[s])), size(c)})
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
	v.shown = v.chosen(order)
}

// chosen are the benchmarks that have sections: as many as there is room for in that
// order, in which those of several contenders come more than once. Those without any
// change come last.
func (v *view) chosen(order []int) map[int]bool {
	seen := map[int]bool{}
	once := func(i int) bool {
		twice := seen[i]
		seen[i] = true
		return twice
	}
	all := make([]int, len(v.Benchmarks))
	for i := range all {
		all[i] = i
	}
	order = slices.DeleteFunc(append(order, all...), once)
	return benchpage.Room(order, v.weight)
}

// weight is what the section of a benchmark takes, in bytes, about.
func (v *view) weight(i int) int {
	b := v.Benchmarks[i]
	bytes := evidenceBytes
	for _, c := range b.Changes {
		bytes += evidenceBytes
		if s := (side{b.Benchmark, c.Variant}); v.drawn[s] {
			bytes += chartBytes + roundBytes*max(len(c.Logs), len(v.trials[s]))/v.stride
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

// variant names the i-th variant.
func (v view) variant(i int) string {
	if i < 0 || i >= len(v.Variants) {
		return "?"
	}
	return v.Variants[i].Name
}

// base names what everything is compared with.
func (v view) base() string { return v.variant(0) }

// profiled reports whether there is any profile.
func (v view) profiled() bool {
	return slices.ContainsFunc(v.Benchmarks, func(b record.Compared) bool {
		return slices.ContainsFunc(b.Changes, func(c record.Change) bool { return c.Profile != nil })
	})
}

// sectionID is the anchor of the i-th benchmark.
func sectionID(i int) string { return fmt.Sprintf("b%d", i+1) }
