package claims

import "tare/internal/lab"

var frequencyLock = lab.Claim{
	ID:       "frequency-lock",
	Source:   "W",
	Says:     "Locking the governor lifts the instructions per cycle from 1.82 to 2.97, and cuts a build from 218 s to 143 s.",
	Question: "How much faster is a chain of multiplications, which takes a fixed number of cycles, under the governor performance?",
	Caveat: "A frequency is cycles per second: locking it changes how long a cycle takes, and not how many instructions are done in one, " +
		"but for those that wait for memory, of which a faster core does fewer per cycle.",
	Needs: []lab.Need{lab.NeedLinux, lab.NeedFreq, lab.NeedDrop},
	Bench: "BenchmarkChain",
	Variants: func(lab.Host) []lab.Variant {
		return []lab.Variant{{Name: "as it is"}, {Name: "governor performance", Knobs: []string{"governor"}}}
	},
	Figures: func(lab.Host) []lab.Figure {
		return []lab.Figure{lab.Ratio("time under the governor performance, times that without", 143.0/218, "ns/op", "governor performance", "as it is")}
	},
	Picture: lab.Picture{X: "governor", Units: []string{"ns/op"}},
}
