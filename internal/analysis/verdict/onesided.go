package verdict

import (
	"math"
	"slices"

	"tare/internal/analysis/stats"
	"tare/internal/record"
)

// What makes a one-sided result: comparisons enough that all of them on one side
// are no accident, and changes that are alike. Code changes hit some benchmarks
// more than others; a clock, a page size or a build flag hits all alike.
const (
	oneSidedP      = 0.01
	oneSidedSpread = 0.5 // median distance from the typical change, relative to it
)

// OneSided looks for a contender of which nearly all benchmarks moved the same
// way by about as much, in the unit that each is judged by first. What did not
// move at all speaks for neither way.
func OneSided(benchmarks []record.Compared) *record.OneSided {
	byVariant := map[int][]float64{}
	var order []int
	for i, c := range benchmarks {
		if i > 0 && benchmarks[i-1].Benchmark == c.Benchmark {
			continue
		}
		for _, change := range c.Changes {
			e := change.Ratio
			if e.Confidence == 0 || e.Center == 1 || change.Verdict == record.Invalid {
				continue
			}
			if byVariant[change.Variant] == nil {
				order = append(order, change.Variant)
			}
			worse := e.Center - 1
			if c.Larger {
				worse = -worse
			}
			byVariant[change.Variant] = append(byVariant[change.Variant], worse)
		}
	}
	slices.Sort(order)
	for _, v := range order {
		if alarm, ok := oneSidedIn(byVariant[v]); ok {
			alarm.Variant = v
			return &alarm
		}
	}
	return nil
}

func oneSidedIn(changes []float64) (record.OneSided, bool) {
	up := 0
	for _, c := range changes {
		if c > 0 {
			up++
		}
	}
	typical := stats.Median(changes)
	var apart []float64
	for _, c := range changes {
		apart = append(apart, math.Abs(c-typical))
	}
	same := max(up, len(changes)-up)
	alarm := record.OneSided{Of: len(changes), Same: same, Slower: up == same, Typical: typical, P: signTest(len(changes), same)}
	return alarm, alarm.P <= oneSidedP && stats.Median(apart) <= oneSidedSpread*math.Abs(typical)
}

// signTest returns the two-sided p-value of so many heads or more, or tails, in
// n flips of a fair coin.
func signTest(n, heads int) float64 {
	sum, ways := 0.0, math.Pow(0.5, float64(n))
	for k := n; k >= heads; k-- { // ways = (n choose k)/2ⁿ
		sum += ways
		ways *= float64(k) / float64(n-k+1)
	}
	return min(1, 2*sum)
}
