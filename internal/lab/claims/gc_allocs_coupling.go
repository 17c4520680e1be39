package claims

import "tare/internal/lab"

var gcAllocsCoupling = lab.Claim{
	ID:       "gc-allocs-coupling",
	Source:   "C",
	Says:     "When the collector starts marking inside of the window, a benchmark's allocs/op jump from 12.3 to 41.7.",
	Question: "Does a garbage collection inside of the window change how many allocations are counted?",
	Caveat: "allocs/op is the difference of the runtime's count of mallocs, which marking does not add to: it changes the time " +
		"of operations only. What else allocates in the window, on any goroutine, is counted, and a short window shares that out among few operations.",
	Variants: func(lab.Host) []lab.Variant {
		return []lab.Variant{
			{Name: "no collection", Args: []string{"-gc=off"}},
			{Name: "one in each window", Args: []string{"-gc=forced"}},
			{Name: "GOGC=10", Args: []string{"-gc=paced"}},
		}
	},
	Figures: func(lab.Host) []lab.Figure {
		return []lab.Figure{lab.Ratio("allocations per operation with a collection in the window, times those without", 41.7/12.3,
			"mallocs/op", "one in each window", "no collection")}
	},
	Picture: lab.Picture{X: "collections", Units: []string{"mallocs/op", "cycles/window", "ns/op"}},
}
