package claims

import "tare/internal/lab"

var affinity = lab.Claim{
	ID:       "affinity",
	Source:   "S",
	Says:     "Threads pinned to CPUs have a lower variance of latency at the expense of throughput; rotating ones lie between.",
	Question: "What do pinned and rotating threads change in the spread of a job's time, and in throughput?",
	Caveat: "The article has no figures: a standard deviation lower by a fifth, and a throughput lower by a twentieth, or by more, are taken for them. " +
		"Threads as many as CPUs, which never wait, hardly move anyway; a pinned one cannot flee from a CPU that others use. " +
		"Rotating threads are in the picture only: nothing lies between two values that are not apart.",
	Needs: []lab.Need{lab.NeedLinux, lab.NeedTwo},
	Variants: func(lab.Host) []lab.Variant {
		return []lab.Variant{
			{Name: "default", Args: []string{"-mode=default"}},
			{Name: "fixed", Args: []string{"-mode=fixed"}},
			{Name: "rotating", Args: []string{"-mode=rotating"}},
		}
	},
	Figures: func(lab.Host) []lab.Figure {
		return []lab.Figure{
			atMost("standard deviation of pinned threads' jobs, times that of free ones, 0.8 standing for less", 0.8, "sd-ns"),
			atMost("throughput of pinned threads, times that of free ones, 0.95 standing for less", 0.95, "jobs/s"),
		}
	},
	Picture: lab.Picture{X: "threads", Units: []string{"sd-ns", "p50-ns", "p99-ns", "jobs/s"}},
}

// atMost is the ratio of pinned to free threads. The claim names no size, so that what goes
// further than our border is borne out like what reaches it.
func atMost(name string, border float64, unit string) lab.Figure {
	f := lab.Ratio(name, border, unit, "fixed", "default")
	ratio := f.Of
	f.Of = func(v lab.Values) (float64, bool) {
		x, ok := ratio(v)
		return max(x, border), ok
	}
	return f
}
