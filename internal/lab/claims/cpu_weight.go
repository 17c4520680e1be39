package claims

import "tare/internal/lab"

var cpuWeight = lab.Claim{
	ID:       "cpu-weight",
	Source:   "G",
	Says:     "--cpus is a hard limit, --cpu-shares a soft one: half a CPU is half a CPU always, half the weight only where others want the rest.",
	Question: "What do a quota of half a CPU and half the usual weight cost one goroutine that computes and has no neighbour?",
	Caveat: "No figures were published: those beside ours are what the sentence means where nothing else wants the CPU. What half the weight " +
		"is worth beside a busy neighbour is not measured here. Whatever else the machine does is such a neighbour: make it idle.",
	Needs:   []lab.Need{lab.NeedLinux, lab.NeedQuota, lab.NeedWeight},
	Program: "parallelwork",
	Variants: func(h lab.Host) []lab.Variant {
		args := []string{whole(h)}
		return []lab.Variant{
			{Name: "free", GOMAXPROCS: 1, Args: args},
			{Name: "quota of 50 %", GOMAXPROCS: 1, Args: args, Quota: 0.5},
			{Name: "half the weight", GOMAXPROCS: 1, Args: args, Weight: 50},
		}
	},
	Figures: func(lab.Host) []lab.Figure {
		throughput := func(name string, published, null float64, variant string) lab.Figure {
			f := lab.Ratio(name, published, "ns/op", "free", variant)
			f.Null = null
			f.Undisturbed = func(v lab.Values) bool { return got(v, "free", 1) }
			return f
		}
		return []lab.Figure{
			throughput("throughput under a quota of half a CPU, times that without", 0.5, 1, "quota of 50 %"),
			throughput("throughput at half the weight, times that at the usual one", 1, 0.5, "half the weight"),
		}
	},
	Picture: lab.Picture{X: "limit", Units: []string{"ns/op", "p99-ns", "max-ns"}},
}
