package claims

import (
	"fmt"
	"strconv"

	"tare/internal/lab"
)

var schedLatency = lab.Claim{
	ID:     "sched-latency",
	Source: "S",
	Says: "From release to running, goroutines take 85 / 190 / 320 µs on average and 210 / 650 / 1200 µs at P99, " +
		"where 10 000 / 50 000 / 100 000 are released at once.",
	Question: "How long do goroutines take from the opening of a gate to their first instruction, by how many there are?",
	Caveat: "The published program times calls of Gosched, which is another wait than that from release to running; gosched-ns is theirs. " +
		"Who is released last waits for all others to be made ready and to run, so that the latency grows about in proportion to their number. " +
		"What decides is that growth, since absolute times depend on the CPUs.",
	Variants: func(h lab.Host) (all []lab.Variant) {
		for _, n := range gates(h) {
			all = append(all, lab.Variant{Name: strconv.Itoa(n), Args: []string{fmt.Sprintf("-goroutines=%d", n)}})
		}
		return all
	},
	Figures: func(h lab.Host) []lab.Figure {
		sizes := gates(h)
		few, many := strconv.Itoa(sizes[0]), strconv.Itoa(sizes[len(sizes)-1])
		mean, p99 := 320.0/85, 1200.0/210
		if h.Quick {
			mean, p99 = 190.0/85, 650.0/210
		}
		return []lab.Figure{
			lab.Ratio("mean latency with "+many+" goroutines, times that with "+few, mean, "ns/op", many, few),
			lab.Ratio("P99 of the latency with "+many+" goroutines, times that with "+few, p99, "p99-ns", many, few),
		}
	},
	Picture: lab.Picture{X: "goroutines", Units: []string{"ns/op", "p99-ns", "gosched-ns", "gosched-p99-ns"}},
}

// gates are the numbers of goroutines: the largest takes too long when time is short.
func gates(h lab.Host) []int {
	if h.Quick {
		return []int{10_000, 50_000}
	}
	return []int{10_000, 50_000, 100_000}
}
