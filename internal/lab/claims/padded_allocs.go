package claims

import "tare/internal/lab"

var paddedAllocs = lab.Claim{
	ID:       "padded-allocs",
	Source:   "C",
	Says:     "Padding a counter to a cache line takes allocs/op from 16.2 to 0.",
	Question: "Does padding change how many allocations an operation makes?",
	Caveat: "allocs/op counts allocations, and the size of an object does not change how many there are: padding makes each larger, as B/op shows. " +
		"What does take allocs/op to zero is to keep the counters from one operation to the next.",
	Bench: "BenchmarkCounters",
	Variants: func(lab.Host) []lab.Variant {
		return []lab.Variant{
			{Name: "plain", Env: []string{"LAYOUT=plain"}},
			{Name: "padded", Env: []string{"LAYOUT=padded"}},
			{Name: "padded and kept", Env: []string{"LAYOUT=kept"}},
		}
	},
	Figures: func(lab.Host) []lab.Figure {
		return []lab.Figure{{
			Name: "allocations with padding, times those without", Published: 0, Null: 1, Linear: true,
			Of: func(v lab.Values) (float64, bool) {
				padded, ok1 := v("padded", "allocs/op")
				plain, ok2 := v("plain", "allocs/op")
				return padded / plain, ok1 && ok2 && plain > 0
			},
		}}
	},
	Picture: lab.Picture{X: "counters of an operation", Units: []string{"allocs/op", "B/op", "ns/op"}},
}
