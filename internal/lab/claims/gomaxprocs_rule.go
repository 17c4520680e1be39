package claims

import "tare/internal/lab"

// ruleQuota is a quota that does not divide: 1.5 CPUs.
const ruleQuota = 1.5

var gomaxprocsRule = lab.Claim{
	ID:     "gomaxprocs-rule",
	Source: "G",
	Says:   "Under a CPU quota the right GOMAXPROCS is max(1, floor(quota)), and it has to be set because the runtime does not know the quota.",
	Question: "What do the floor of a quota of 1.5 CPUs, its ceiling, twice that and the runtime's own choice make of throughput and of the longest stall, " +
		"and does the runtime see the quota?",
	Caveat: "With the floor, half a CPU that is paid for is never used; what it buys is that no thread is ever throttled, which the long stalls show. " +
		"Since Go 1.25 the runtime reads the quota of its control group on Linux and takes max(2, ceil(quota)); before, it took all CPUs, " +
		"as GODEBUG=containermaxprocs=0 still does.",
	Needs:   []lab.Need{lab.NeedLinux, lab.NeedQuota, lab.NeedTwo},
	Program: "parallelwork",
	Variants: func(h lab.Host) []lab.Variant {
		args := []string{whole(h)}
		all := []lab.Variant{
			{Name: "floor", Quota: ruleQuota, Args: args, GOMAXPROCS: 1},
			{Name: "ceiling", Quota: ruleQuota, Args: args, GOMAXPROCS: 2},
			{Name: "unset", Quota: ruleQuota, Args: args},
		}
		if h.Quick {
			return all
		}
		return append(all,
			lab.Variant{Name: "twice the ceiling", Quota: ruleQuota, Args: args, GOMAXPROCS: 4},
			lab.Variant{Name: "unset, as before Go 1.25", Quota: ruleQuota, Args: args, Env: []string{"GODEBUG=containermaxprocs=0"}})
	},
	Figures: func(h lab.Host) []lab.Figure {
		figures := []lab.Figure{{
			// It would be right if it lost nothing; one P in 1.5 CPUs leaves a third of them idle.
			Name: "throughput at the floor of the quota, times that at its ceiling", Published: 1, Null: 1 / ruleQuota,
			Of: func(v lab.Values) (float64, bool) {
				floor, ok1 := v("floor", "ns/op")
				ceiling, ok2 := v("ceiling", "ns/op")
				return ceiling / floor, ok1 && ok2 && floor > 0 && ceiling > 0
			},
			Undisturbed: func(v lab.Values) bool { return got(v, "floor", 1) && got(v, "ceiling", ruleQuota) },
		}}
		if h.CPUs <= 2 { // the runtime's choice for the quota is 2, and so is that without a quota
			return figures
		}
		return append(figures, lab.Value("GOMAXPROCS that the runtime picks", float64(h.CPUs), 2, "GOMAXPROCS", "unset"))
	},
	Picture: lab.Picture{X: "GOMAXPROCS at a quota of 1.5 CPUs", Units: []string{"ns/op", "p99-ns", "max-ns"}},
}
