package claims

import "tare/internal/lab"

var coldMemory = lab.Claim{
	ID:       "cold-memory",
	Source:   "W",
	Says:     "Without a clean restart, json.Marshal costs 138.7 µs ± 3.2 % instead of 124.3 µs ± 0.9 %.",
	Question: "Does json.Marshal get slower in a process whose heap has holes, or on a machine whose memory was not reset?",
	Caveat: "A restart changes the page cache, the free memory, the frequency, and the place of everything in memory at once. " +
		"A benchmark reads no files, so that the page cache cannot matter to it; the state of its own heap can.",
	Needs: []lab.Need{lab.NeedLinux, lab.NeedDrop},
	Bench: "BenchmarkMarshal",
	Variants: func(lab.Host) []lab.Variant {
		return []lab.Variant{
			{Name: "as it is"},
			{Name: "caches dropped", Knobs: []string{"drop-caches", "compact-memory"}},
			{Name: "heap with holes", Env: []string{"RESIDUE=1"}},
		}
	},
	Figures: func(lab.Host) []lab.Figure {
		return []lab.Figure{lab.Ratio("time as it is, times that with memory reset", 138.7/124.3, "ns/op", "as it is", "caches dropped")}
	},
	Picture: lab.Picture{X: "state of the memory", Units: []string{"ns/op", "net-ns/op"}},
}
