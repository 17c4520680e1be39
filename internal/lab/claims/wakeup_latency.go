package claims

import "tare/internal/lab"

var wakeupLatency = lab.Claim{
	ID:     "wakeup-latency",
	Source: "W",
	Says: "Timers wake up 3.2 µs late on average (18.7 µs at most) on bare metal, and 12.8 µs (142.3 µs) in WSL2; " +
		"a context switch takes 1.1 and 8.6 µs.",
	Question: "How late do timers wake a thread and a goroutine, and what does a context switch cost?",
	Caveat: "Each machine can show its own side only: a guest of a hypervisor is held against WSL2's figures, with those of bare metal as what they " +
		"would be if virtualization cost nothing, and bare metal the other way round. The most that was seen grows with how long one looks, and decides nothing. " +
		"Goroutines are another matter: the runtime waits for timers in whole milliseconds where nothing else wakes it.",
	Needs: []lab.Need{lab.NeedLinux},
	Variants: func(lab.Host) []lab.Variant {
		return []lab.Variant{
			{Name: "thread", Args: []string{"-mode=thread"}},
			{Name: "goroutine", Args: []string{"-mode=goroutine"}},
			{Name: "switch", Args: []string{"-mode=switch"}},
		}
	},
	Figures: func(h lab.Host) []lab.Figure {
		metal, guest := []float64{3.2e3, 1.1e3}, []float64{12.8e3, 8.6e3}
		published, null := metal, guest
		if h.Guest {
			published, null = guest, metal
		}
		return []lab.Figure{
			lab.Value("mean delay of timers in a thread", published[0], null[0], "ns/op", "thread"),
			lab.Value("time of a context switch between two threads", published[1], null[1], "ns/op", "switch"),
		}
	},
	Picture: lab.Picture{X: "what wakes up", Units: []string{"ns/op", "p50-ns", "p99-ns", "max-ns"}},
}
