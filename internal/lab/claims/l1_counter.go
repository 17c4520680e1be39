package claims

import (
	"fmt"

	"tare/internal/lab"
)

var l1Counter = lab.Claim{
	ID:       "l1-counter",
	Source:   "C",
	Says:     "16 threads on one counter reach 2.1 million counts a second at 14.7 % cache misses, with a padded counter each 18.9 million at 0.3 %.",
	Question: "What do counters lose that share a variable, and what those that only share a line?",
	Caveat: "A count on a line of one's own takes a few nanoseconds, so 16 threads have to reach thousands of millions a second, not 18.9: " +
		"something else than counting took most of the published time, and hid most of the gain. " +
		"Fewer CPUs than 16 contend less. The misses take hardware counters; counts per second show what they cost.",
	Needs:   []lab.Need{lab.NeedTwo},
	Program: "counters",
	Variants: func(h lab.Host) []lab.Variant {
		n := fmt.Sprintf("-n=%d", min(h.CPUs, 16))
		return []lab.Variant{
			{Name: "one counter", Args: []string{"-layout=shared", n}},
			{Name: "one each, side by side", Args: []string{"-layout=packed", n}},
			{Name: "one each, a line apart", Args: []string{"-layout=lines", n}},
			{Name: "one goroutine", Args: []string{"-layout=lines", "-n=1"}},
		}
	},
	Figures: func(lab.Host) []lab.Figure {
		return []lab.Figure{
			lab.Ratio("counts per second with a padded counter each, times those with one", 18.9/2.1, "Mops/s", "one each, a line apart", "one counter"),
		}
	},
	Picture: lab.Picture{X: "layout of the counters", Units: []string{"Mops/s", "ns/op"}},
}
