package claims

import (
	"fmt"

	"tare/internal/lab"
)

var quotaGoroutines = lab.Claim{
	ID:     "quota-goroutines",
	Source: "W",
	Says: "A CPU quota of 50 % costs 50.6, 66.2 and 75.6 % of the throughput at 1000, 10 000 and 100 000 goroutines " +
		"(42 800 → 21 150, 58 300 → 19 720 and 61 400 → 14 980 req/s), more than it takes.",
	Question: "Does a CPU quota cost more throughput where there are more goroutines?",
	Caveat: "Throughput without a quota that grows with the goroutines says that the load was not the same in all rows: here every goroutine " +
		"has a request at any time, and one P serves them, so that half of a CPU is half of what the process could use. A quota stops " +
		"the threads of a process and knows nothing of its goroutines.",
	Needs: []lab.Need{lab.NeedLinux, lab.NeedQuota},
	Variants: func(h lab.Host) []lab.Variant {
		var all []lab.Variant
		many, _ := manyGoroutines(h)
		for _, n := range []int{1000, many} {
			for _, quota := range []float64{0, 0.5} {
				line := "no quota"
				if quota > 0 {
					line = "50 %"
				}
				all = append(all, lab.Variant{Name: fmt.Sprintf("%d, %s", n, line), X: fmt.Sprint(n), Line: line, Quota: quota, GOMAXPROCS: 1,
					Args: []string{fmt.Sprintf("-goroutines=%d", n), whole(h)}})
			}
		}
		return all
	},
	Figures: func(h lab.Host) []lab.Figure {
		many, slower := manyGoroutines(h)
		of := func(v lab.Values, goroutines int) (float64, bool) {
			with, ok1 := v(fmt.Sprintf("%d, 50 %%", goroutines), "ns/op")
			without, ok2 := v(fmt.Sprintf("%d, no quota", goroutines), "ns/op")
			return with / without, ok1 && ok2 && with > 0 && without > 0
		}
		return []lab.Figure{{
			Name:      fmt.Sprintf("what a quota of 50 %% makes of the time of a request at %d goroutines, times that at 1000", many),
			Published: slower / (42_800.0 / 21_150),
			Of: func(v lab.Values) (float64, bool) {
				a, ok1 := of(v, many)
				b, ok2 := of(v, 1000)
				return a / b, ok1 && ok2
			},
			// Where a neighbour has the other half of the CPU, the quota costs nothing; where it
			// comes while the quota holds, more than half.
			Undisturbed: func(v lab.Values) bool {
				few, ok := of(v, 1000)
				return ok && few > 1.8 && few < 2.25
			},
		}}
	},
	Picture: lab.Picture{X: "goroutines", Units: []string{"req/s"}},
}

// manyGoroutines is how many are compared with 1000, and what the quota made of the time of a
// request at that number as published. To start 100 000 takes longer than a quick window.
func manyGoroutines(h lab.Host) (n int, slower float64) {
	if h.Quick {
		return 10_000, 58_300.0 / 19_720
	}
	return 100_000, 61_400.0 / 14_980
}
