package claims

import "tare/internal/lab"

var madvdontneed = lab.Claim{
	ID:       "madvdontneed",
	Source:   "W, C",
	Says:     "GODEBUG=madvdontneed=1 makes the runtime give memory back at once.",
	Question: "How much of a heap that was dropped is still resident, with and without GODEBUG=madvdontneed=1?",
	Caveat: "The setting says how pages are given back, not when, and has been the default on Linux since Go 1.16. The scavenger works in the " +
		"background, with about 1 % of a CPU, and spares what was in use a cycle ago; debug.FreeOSMemory or a memory limit make it hurry. " +
		"The article has no figures: all of the memory at once, against none without the setting, is taken for them.",
	Needs: []lab.Need{lab.NeedLinux},
	Variants: func(lab.Host) []lab.Variant {
		return []lab.Variant{
			{Name: "default", Env: []string{"GODEBUG="}},
			{Name: "madvdontneed=1", Env: []string{"GODEBUG=madvdontneed=1"}},
			{Name: "madvdontneed=0", Env: []string{"GODEBUG=madvdontneed=0"}},
		}
	},
	Figures: func(lab.Host) []lab.Figure {
		return []lab.Figure{{Name: "share of a dropped heap given back by its collection with madvdontneed=1, less that of the default",
			Unit: "%", Published: 100, Linear: true, Of: func(v lab.Values) (float64, bool) {
				with, ok1 := v("madvdontneed=1", "returned-at-once-%")
				without, ok2 := v("default", "returned-at-once-%")
				return with - without, ok1 && ok2
			}}}
	},
	Picture: lab.Picture{X: "GODEBUG", Units: []string{"returned-at-once-%", "returned-later-%", "returned-when-asked-%"}},
}
