package claims

import (
	"fmt"

	"tare/internal/lab"
)

var wakeupSkew = lab.Claim{
	ID:     "wakeup-skew",
	Source: "N",
	Says: "Wake-up skew is 12.3, 48.6 and 92.1 µs in the mean, and 54, 312 and 654 µs at P99, with 2, 8 and 16 Ps; " +
		"its entropy is 0.41, 0.79 and 0.93.",
	Question: "Do goroutines that become runnable together start further apart where there are more Ps?",
	Caveat: "Neither what the skew is between nor what the entropy is of was published. Here the skew is from the first goroutine of a batch of sixteen to each of them, " +
		"by their own clocks, and the batch is the same at any number of Ps: a load that grows with the Ps shows its own growth. More Ps start more of them " +
		"at once as long as each has a CPU; beyond, their threads wait for CPUs. The published ratios are of means, which a few time slices of a neighbour decide; ours are of medians. The entropy is left out.",
	Needs: []lab.Need{lab.NeedLinux, lab.NeedTwo},
	Variants: func(h lab.Host) []lab.Variant {
		var all []lab.Variant
		for _, p := range []int{2, 8, 16} {
			all = append(all, lab.Variant{Name: fmt.Sprintf("%d Ps", p), X: fmt.Sprint(p), GOMAXPROCS: p})
		}
		return all
	},
	Figures: func(lab.Host) []lab.Figure {
		return []lab.Figure{
			lab.Ratio("median skew with 8 Ps, times that with 2", 48.6/12.3, "p50-ns", "8 Ps", "2 Ps"),
			lab.Ratio("median skew with 16 Ps, times that with 2", 92.1/12.3, "p50-ns", "16 Ps", "2 Ps"),
		}
	},
	Picture: lab.Picture{X: "GOMAXPROCS", Units: []string{"ns/op", "p50-ns", "p99-ns"}},
}
