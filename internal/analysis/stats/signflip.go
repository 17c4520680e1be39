package stats

import (
	"math"

	"tare/internal/record"
)

// first is the smallest number of pairs at which nine looks at an error rate of
// 5 % can tell anything: 2·2⁻⁹ ≤ 0.05/9. From there each look comes after half
// as many pairs again.
const (
	first  = 9
	growth = 1.5
)

// Looks returns the numbers of rounds after which to look: 9, 14, 21, 32, …, most.
func Looks(most int) []int {
	var looks []int
	for n := first; n < most; n = int(math.Ceil(growth * float64(n))) {
		looks = append(looks, n)
	}
	return append(looks, most)
}

// LayoutLooks looks after 1, 4, 16, … rounds of every layout, and as many as there
// may be. There are few looks, because the number of layouts, which decides on the
// smallest p-value, does not grow with the rounds.
func LayoutLooks(layouts, most int) []int {
	last := most - most%layouts
	var looks []int
	for n := layouts; 2*n <= last; n *= 4 {
		looks = append(looks, n)
	}
	return append(looks, last)
}

// Plan is a sequence of looks and the error rate of all of them together. It compares two
// variants by paired differences, looking at the data again and again without spending
// more error than one look may.
//
// A round runs both variants next to each other, and a fair coin says which
// goes first. If they are the same, the coin alone decides the sign of their
// difference: given the sizes, all 2ⁿ patterns of signs are equally likely.
// Drift, slow phases, throttling, and sizes that depend on each other change
// nothing about that. Wilcoxon's signed-rank statistic then has the same null
// distribution whatever was measured, and is robust against long tails.
//
// Of K planned looks each gets α/K of the error rate (Bonferroni's inequality,
// which holds for looks at the same growing data as for any other events). So
// the chance of a wrong rejection at any look is at most α. If the variants
// differ by the same amount in all rounds, the intervals of all looks hold
// together with probability 1−α (repeated confidence intervals: Jennison &
// Turnbull, Group Sequential Methods, 2000, chapter 9). Knowing how the looks
// depend on each other would bring the critical value from 2.77 down to about 2.6
// at nine looks, and save a tenth of the rounds; it would also have to trust a
// normal approximation in the tail.
//
// A sequence of looks need not end: see [Plan.Level].
type Plan struct {
	Alpha float64 // in (0, 1)
	Looks int     // how many there will be at most, at least 1, unless Kept pays for more
	Kept  float64 // share of Alpha kept back for looks after those; see Level
	Taken int     // looks before the one that Fewest and Detectable are asked about
}

// level is the error rate of the look in question.
func (p Plan) level() float64 { return p.Level(p.Taken) }

// Result is what the looks so far have come to.
type Result struct {
	// Estimate is the location of the differences (Hodges–Lehmann) after the
	// last look, with an interval that holds at every look with probability
	// 1−α, which is its Confidence; 0 when there are too few pairs for one.
	Estimate record.Estimate
	// P is the smallest α at which a look so far would have rejected equality.
	P float64
}

// Test takes the differences as they stood at each look so far, the last one being
// this look. There must not be more looks than are paid for, and one that was not
// planned must not have been prompted by the signs of the differences. Taken does
// not matter.
func (p Plan) Test(looks ...[]float64) Result {
	r := Result{P: 1}
	for i, differences := range looks {
		if level := p.Level(i); level > 0 {
			r.P = min(r.P, p.Alpha/level*SignedRank(differences))
		}
	}
	if n := len(looks); n > 0 {
		r.Estimate = HodgesLehmann(looks[n-1], 1-p.Level(n-1))
		if r.Estimate.Confidence > 0 {
			r.Estimate.Confidence = 1 - p.Alpha
		}
	}
	return r
}

// Fewest returns how many differences one of so many comparisons takes at least to
// be rejected: all of the same sign have the p-value 2·2⁻ⁿ.
func (p Plan) Fewest(comparisons int) int {
	return int(math.Ceil(math.Log2(2 * float64(comparisons) / p.level())))
}

// Detectable returns the smallest true difference that one of so many comparisons,
// with as many pairs, as noisy as those of e, would find with probability 0.8: with
// the interval's half-width h, its critical value c, and c' that of the strictest
// test of Holm's procedure, h·(c' + z₀.₈)/c. It is not known without an interval.
func (p Plan) Detectable(e record.Estimate, comparisons int) (difference float64, known bool) {
	if e.Confidence == 0 {
		return 0, false
	}
	const z80 = 0.8416
	critical := func(alpha float64) float64 { return math.Sqrt2 * math.Erfinv(1-alpha) }
	return (e.Hi - e.Lo) / 2 * (critical(p.level()/float64(comparisons)) + z80) / critical(p.level()), true
}
