package claims

import (
	"math"

	"tare/internal/lab"
)

var gctraceCrosscheck = lab.Claim{
	ID:       "gctrace-crosscheck",
	Source:   "C",
	Says:     "Low allocs/op can hide a cache problem, which shows when gctrace and cache misses are laid side by side.",
	Question: "Do two programs with the same allocs/op and the same work for the collector differ in time by the cache lines they touch?",
	Caveat: "It is the cache lines that tell, or the time: what gctrace prints is the same for both, and only rules out the collector. " +
		"The article has no figures. That a problem hides is taken for: the same allocs/op within 1 %, half as much time again, " +
		"no more than a tenth of which is the collector's.",
	Variants: func(lab.Host) []lab.Variant {
		return []lab.Variant{
			{Name: "packed values", Args: []string{"-packed"}},
			{Name: "fields of records"},
		}
	},
	Figures: func(lab.Host) []lab.Figure {
		return []lab.Figure{{Name: "rounds in which allocs/op and the collector hide what cache lines show", Unit: "per round", Published: 1, Occurs: true, Of: hidden}}
	},
	Picture: lab.Picture{X: "layout", Units: []string{"ns/op", "lines/op", "mallocs/op", "gc-cycles/op", "gc-cpu-ns/op"}},
}

// hidden is 1 for a round in which records cost more for no reason but their cache lines,
// and 0 for others.
func hidden(v lab.Values) (float64, bool) {
	complete := true
	both := func(unit string) (packed, records float64) {
		packed, ok1 := v("packed values", unit)
		records, ok2 := v("fields of records", unit)
		complete = complete && ok1 && ok2
		return packed, records
	}
	mallocs, mallocs2 := both("mallocs/op")
	ns, ns2 := both("ns/op")
	gc, gc2 := both("gc-cpu-ns/op")
	lines, lines2 := both("lines/op")
	if math.Abs(mallocs2/mallocs-1) < 0.01 && ns2 > 1.5*ns && gc2-gc < 0.1*(ns2-ns) && lines2 > 1.5*lines {
		return 1, complete
	}
	return 0, complete
}
