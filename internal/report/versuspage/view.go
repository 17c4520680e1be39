package versuspage

import (
	"fmt"

	"tare/internal/record"
)

// drawnRounds bounds how many rounds the charts of a page draw together: each
// takes some 150 bytes.
const drawnRounds = 20_000

// view is a comparison with its trials at hand.
type view struct {
	record.Comparison
	trials  map[side][]record.Trial // in time order
	stride  int                     // charts draw every stride-th round
	several bool                    // there is more than one contender
}

// side is one variant of one benchmark.
type side struct {
	benchmark record.Benchmark
	variant   int
}

func newView(c record.Comparison) view {
	v := view{Comparison: c, trials: map[side][]record.Trial{}}
	for _, t := range c.Trials {
		s := side{t.Benchmark, t.Variant}
		v.trials[s] = append(v.trials[s], t)
	}
	rounds := 0
	for _, b := range c.Benchmarks {
		for _, change := range b.Changes {
			rounds += max(len(change.Logs), len(v.trials[side{b.Benchmark, change.Variant}]))
		}
		v.several = v.several || len(b.Changes) > 1
	}
	v.stride = max(1, (rounds+drawnRounds-1)/drawnRounds)
	return v
}

// variant names the i-th variant.
func (v view) variant(i int) string {
	if i < 0 || i >= len(v.Variants) {
		return "?"
	}
	return v.Variants[i].Name
}

// base names what everything is compared with.
func (v view) base() string { return v.variant(0) }

func (v view) profiled() bool {
	for _, b := range v.Benchmarks {
		for _, c := range b.Changes {
			if c.Profile != nil {
				return true
			}
		}
	}
	return false
}

// sectionID is the anchor of the i-th benchmark.
func sectionID(i int) string { return fmt.Sprintf("b%d", i+1) }
