package versuspage

import (
	"cmp"
	"fmt"
	"slices"

	"tare/internal/record"
)

// What a page draws at most, to stay below 5 MB: the charts of a change take
// some 10 kB, and each of their rounds 100 bytes more.
const (
	drawnChanges = 150
	drawnRounds  = 16_000
)

// view is a comparison with its trials at hand.
type view struct {
	record.Comparison
	trials  map[side][]record.Trial // in time order
	drawn   map[side]bool           // changes that have charts
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
		rank, rounds int
	}
	var all []candidate
	for _, b := range v.Benchmarks {
		for _, c := range b.Changes {
			s := side{b.Benchmark, c.Variant}
			all = append(all, candidate{s, slices.Index(importance, c.Verdict), max(len(c.Logs), len(v.trials[s]))})
		}
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Compare(a.rank, b.rank) })
	rounds := 0
	for _, c := range all[:min(len(all), drawnChanges)] {
		v.drawn[c.side] = true
		rounds += c.rounds
	}
	v.stride = max(1, (rounds+drawnRounds-1)/drawnRounds)
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
