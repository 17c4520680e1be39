package claims

import "tare/internal/lab"

var clflush = lab.Claim{
	ID:       "clflush",
	Source:   "C",
	Says:     "The compiler inserts CLFLUSH to keep a struct's line coherent, which takes a store from 12.8 to 14.3 ns/op (+11.7 %).",
	Question: "Is there any CLFLUSH in compiled code, and what would one cost?",
	Caveat: "Caches keep each other coherent without any instruction, and Go's compiler never makes CLFLUSH. " +
		"The program decodes its own machine code, function by function, and finds only the one that it has in assembly. " +
		"That one, after each store, makes the store many times slower, not by 11.7 %.",
	Needs: []lab.Need{lab.NeedLinux, lab.NeedAMD64},
	Variants: func(lab.Host) []lab.Variant {
		return []lab.Variant{
			{Name: "as compiled"},
			{Name: "flushed by hand", Args: []string{"-flush"}},
		}
	},
	Figures: func(lab.Host) []lab.Figure {
		return []lab.Figure{occurs("CLFLUSH in the compiled functions", "clflush", "as compiled")}
	},
	Picture: lab.Picture{X: "store of a struct", Units: []string{"ns/op", "clflush", "undecided"}},
}
