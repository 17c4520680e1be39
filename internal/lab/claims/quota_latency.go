package claims

import "tare/internal/lab"

var quotaLatency = lab.Claim{
	ID:       "quota-latency",
	Source:   "W",
	Says:     "A CPU quota of 50 ms in each 100 ms raises BenchmarkFib20 from 82 to 116 µs/op, by 41 %.",
	Question: "By how much do CPU quotas stretch the wall time of a computation, and its net time?",
	Caveat: "Half of the CPU time cannot cost 41 %: a computation that never waits takes twice as long under a quota of 50 %, " +
		"once it has used up what a fresh group starts with. Shorter windows see less of it.",
	Needs: []lab.Need{lab.NeedLinux, lab.NeedQuota},
	Bench: "BenchmarkFib20",
	Variants: func(h lab.Host) []lab.Variant {
		deciding := []lab.Variant{{Name: "none"}, {Name: "50 %", Quota: 0.5}}
		if h.Quick {
			return deciding
		}
		return append(deciding, lab.Variant{Name: "90 %", Quota: 0.9}, lab.Variant{Name: "75 %", Quota: 0.75}, lab.Variant{Name: "25 %", Quota: 0.25})
	},
	Figures: func(lab.Host) []lab.Figure {
		f := lab.Ratio("wall time under a quota of 50 %, times that without", 1.41, "ns/op", "50 %", "none")
		// Others who want the CPU stretch the one without a quota most: the other one has used
		// its share up anyway.
		f.Undisturbed = func(v lab.Values) bool { return alone(v, "none") && alone(v, "50 %") }
		return []lab.Figure{f}
	},
	Picture: lab.Picture{X: "CPU quota", Units: []string{"ns/op", "oncpu-ns/op", "net-ns/op"}},
}

// alone reports whether a variant had to wait for others for less than a tenth of its wall
// time.
func alone(v lab.Values, variant string) bool {
	wall, ok := v(variant, "ns/op")
	waited, _ := v(variant, "runq-ns/op")
	stolen, _ := v(variant, "stolen-ns/op")
	return ok && waited+stolen < wall/10
}
