package claims

import (
	"fmt"

	"tare/internal/lab"
)

var containerSTW = lab.Claim{
	ID:     "container-stw",
	Source: "G",
	Says: "On 16 cores with a quota of 4 CPUs, a GC cycle takes 2.5 ms with about 10 % of it stop-the-world at GOMAXPROCS=16, " +
		"and less than 1 ms with 26 µs at GOMAXPROCS=4.",
	Question: "Does garbage collection take longer, and stop the world for longer, with more Ps than the quota has CPUs?",
	Caveat: "The published figures are from one execution trace each, and a trace does not tell a thread that the quota has stopped from one that waits " +
		"for a CPU. Here collections are forced and timed from call to return, sweeping included, and the quota is a quarter of the CPUs, at least one. " +
		"Below 8 CPUs that is one P, which has no other to stop. " +
		"The mean of the pauses is that of a few long ones: a pause is long where a thread loses its CPU within it, to the quota or to a neighbour.",
	Needs: []lab.Need{lab.NeedLinux, lab.NeedQuota, lab.NeedTwo},
	Variants: func(h lab.Host) []lab.Variant {
		few := max(1, h.CPUs/4)
		wide, narrow := fmt.Sprintf("P = %d", h.CPUs), fmt.Sprintf("P = %d", few)
		args := []string{whole(h)}
		all := []lab.Variant{
			{Name: "all CPUs, quota", X: wide, Line: "quota", GOMAXPROCS: h.CPUs, Quota: float64(few), Args: args},
			{Name: "as many as the quota, quota", X: narrow, Line: "quota", GOMAXPROCS: few, Quota: float64(few), Args: args},
		}
		if h.Quick {
			return all
		}
		return append(all,
			lab.Variant{Name: "all CPUs, no quota", X: wide, Line: "no quota", GOMAXPROCS: h.CPUs, Args: args},
			lab.Variant{Name: "as many as the quota, no quota", X: narrow, Line: "no quota", GOMAXPROCS: few, Args: args})
	},
	Figures: func(lab.Host) []lab.Figure {
		const wide, narrow = "all CPUs, quota", "as many as the quota, quota"
		return []lab.Figure{
			lab.Ratio("time of a collection with a P for each CPU, times that with as many as the quota", 2.5, "ns/op", wide, narrow),
			lab.Ratio("stop-the-world of a collection with a P for each CPU, times that with as many as the quota", 250.0/26, "stw-ns", wide, narrow),
		}
	},
	Picture: lab.Picture{X: "GOMAXPROCS", Units: []string{"ns/op", "stw-ns"}},
}
