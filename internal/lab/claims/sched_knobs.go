package claims

import "tare/internal/lab"

var schedKnobs = lab.Claim{
	ID:       "sched-knobs",
	Source:   "W",
	Says:     "Doubling sched_latency_ns (6 to 12 ms) and sched_min_granularity_ns (0.75 to 1.5 ms) cuts the mean latency of goroutines by 22 % at GOMAXPROCS=8.",
	Question: "Do longer slices make a goroutine that sleeps run sooner, beside three busy threads for each CPU?",
	Caveat: "Longer slices make whoever waits wait longer; they help who runs. From Linux 6.6 on there are no such knobs: the scheduler EEVDF " +
		"has one, base_slice_ns, in debugfs. The experiment sets what `tare tune` sets: 3 ms for it, or for the granularity before.",
	Needs: []lab.Need{lab.NeedLinux, lab.NeedKnobs, lab.NeedDrop},
	Variants: func(lab.Host) []lab.Variant {
		return []lab.Variant{{Name: "as it is"}, {Name: "longer slices", Knobs: []string{"scheduler"}}}
	},
	Figures: func(lab.Host) []lab.Figure {
		return []lab.Figure{lab.Ratio("mean latency with longer slices, times that without", 0.78, "ns/op", "longer slices", "as it is")}
	},
	Picture: lab.Picture{X: "slices of the scheduler", Units: []string{"ns/op", "p99-ns"}},
}
