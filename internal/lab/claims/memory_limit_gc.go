package claims

import (
	"fmt"
	"time"

	"tare/internal/lab"
)

var memoryLimitGC = lab.Claim{
	ID:     "memory-limit-gc",
	Source: "W",
	Says: "Where the runtime does not see the control group's memory limit, the GC runs 9 times in 10 s instead of 4, " +
		"and its estimates of the heap are wrong by 30 to 60 %.",
	Question: "Does a memory limit of the control group change how often garbage is collected, or what the runtime takes the heap for; and does GOMEMLIMIT?",
	Caveat: "The runtime never looks at the memory limit of a control group, visible or not: it goes by GOGC and GOMEMLIMIT. Collections in 10 s " +
		"go with how much is allocated in 10 s, so they are counted per GB here.",
	Needs: []lab.Need{lab.NeedLinux, lab.NeedMemory},
	Variants: func(h lab.Host) []lab.Variant {
		// 8 MiB are live, and so the heap is at most about 16 at GOGC=100. There is one P:
		// allocation does not run on while a worker of the collector waits for a CPU.
		// The limit leaves room for collections that neighbours delay.
		const limit = 128 << 20
		const enough = 250 * time.Millisecond // for dozens of collections, which are not all alike
		args := []string{fmt.Sprintf("-for=%s", max(enough, h.Window))}
		all := []lab.Variant{
			{Name: "no limit", Args: args, GOMAXPROCS: 1},
			{Name: "limit", Args: args, Memory: limit, GOMAXPROCS: 1},
		}
		if h.Quick {
			return all
		}
		return append(all,
			lab.Variant{Name: "limit, GOMEMLIMIT 90 %", Args: args, Memory: limit, GOMAXPROCS: 1, Env: []string{"GOMEMLIMIT=115MiB"}},
			lab.Variant{Name: "limit, GOMEMLIMIT 10 %", Args: args, Memory: limit, GOMAXPROCS: 1, Env: []string{"GOMEMLIMIT=13MiB"}},
			lab.Variant{Name: "limit, GOMEMLIMIT 90 %, GOGC off", Args: args, Memory: limit, GOMAXPROCS: 1, Env: []string{"GOMEMLIMIT=115MiB", "GOGC=off"}})
	},
	Figures: func(lab.Host) []lab.Figure {
		return []lab.Figure{
			lab.Ratio("collections per GB without a limit, times those with one", 9.0/4, "gc/GB", "no limit", "limit"),
			lab.Ratio("the runtime's estimate of the heap without a limit, times that with one", 1.45, "heap-estimate", "no limit", "limit"),
		}
	},
	Picture: lab.Picture{X: "limits", Units: []string{"gc/GB", "heap-estimate", "peak-RSS-bytes", "ns/op"}},
}
