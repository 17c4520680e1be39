package claims

import "tare/internal/lab"

var runqueueDelay = lab.Claim{
	ID:       "runqueue-delay",
	Source:   "N",
	Says:     "The worst scheduling delay is 98 ns at GOMAXPROCS=1, while the mean at GOMAXPROCS=8 is 320 ns.",
	Question: "How long does a goroutine that can run wait until it does, with one P and with several?",
	Caveat: "The published delays come from the kernel's scheduler, which knows threads: sched_switch and sched_wakeup do not see a goroutine wait for a P. " +
		"Here two reads of the clock are between release and run, which take some tens of nanoseconds themselves and have the switch of goroutines between " +
		"them. The worst of many thousands is what the kernel, the collector or a neighbour did once, so a worst case of 98 ns is one of a short look. " +
		"The many Ps are 8, or one for each CPU where there are fewer.",
	Needs: []lab.Need{lab.NeedLinux, lab.NeedTwo},
	Variants: func(h lab.Host) []lab.Variant {
		return []lab.Variant{{Name: "one P", GOMAXPROCS: 1}, {Name: "many Ps", GOMAXPROCS: min(8, h.CPUs)}}
	},
	Figures: func(lab.Host) []lab.Figure {
		return []lab.Figure{
			// A worst case of a hundred times as long says that one P spares nobody a wait.
			lab.Value("longest delay with one P", 98, 10e3, "max-ns", "one P"),
			// There is nothing to it where the mean with many Ps is that worst case.
			lab.Value("mean delay with many Ps", 320, 98, "ns/op", "many Ps"),
		}
	},
	Picture: lab.Picture{X: "GOMAXPROCS", Units: []string{"ns/op", "p50-ns", "p99-ns", "max-ns"}},
}
