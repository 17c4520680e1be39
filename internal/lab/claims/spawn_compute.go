package claims

import "tare/internal/lab"

var spawnCompute = lab.Claim{
	ID:       "spawn-compute",
	Source:   "S",
	Says:     "10 000 goroutines with 10 000 multiplications each take 763 ms on Linux and 892 ms on Windows, with GOMAXPROCS=8.",
	Question: "How long do 10 000 goroutines take for 10⁸ multiplications, and how long does one loop?",
	Caveat: "A multiplication that waits for the one before takes about 1 ns, so that one loop takes 0.1 s for all, and eight CPUs an eighth of that: " +
		"763 ms must have timed something else as well. Where nobody reads the products, the compiler leaves a loop that only counts. " +
		"The figure is the time of the goroutines, times that of one loop: 7.6 where the loop takes 100 ms, and at most 1 if goroutines are no burden.",
	Variants: func(lab.Host) []lab.Variant {
		return []lab.Variant{
			{Name: "one loop", Args: []string{"-goroutines=1"}, GOMAXPROCS: 8},
			{Name: "100 goroutines", Args: []string{"-goroutines=100"}, GOMAXPROCS: 8},
			{Name: "10000 goroutines", GOMAXPROCS: 8},
			{Name: "10000, results dropped", Args: []string{"-drop"}, GOMAXPROCS: 8},
		}
	},
	Figures: func(lab.Host) []lab.Figure {
		return []lab.Figure{lab.Ratio("time of 10 000 goroutines, times that of one loop with as many multiplications", 7.63,
			"ns/op", "10000 goroutines", "one loop")}
	},
	Picture: lab.Picture{X: "goroutines", Units: []string{"ns/multiplication", "ns/op"}},
}
