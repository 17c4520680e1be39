package verdict

import (
	"math"
	"sort"

	"tare/internal/analysis/stats"
	"tare/internal/record"
)

// power is the chance of a verdict at the last look that a recommended number of rounds
// is to bring. Earlier looks add what is missing to four in five, and some more.
const power = 0.75

// moderate is the confidence of the intervals that spreads are taken from: the bounds
// of a strict one rest on the few outermost values.
const moderate = 0.8

// mostPairs is where a guess of how many it takes is none any more.
const mostPairs = 100_000

// prospect is what is known of a comparison that is to be carried further. Its
// estimate is the log ratio of the sides; after n pairs, or values of each side, it
// errs by Spread/√n, one standard error, about normally distributed.
type prospect struct {
	Center, Spread float64
	Margin         float64         // a fraction of one
	Alpha          float64         // error rate of all looks and comparisons together
	Comparisons    int             // made together
	Looks          func(n int) int // how many there are when n pairs are the limit
}

// standardError is that of an estimate of the log ratio whose interval is a moderate
// one, as if it were normally distributed; 0 when there is no interval.
func standardError(e record.Estimate) float64 {
	if e.Confidence == 0 {
		return 0
	}
	return (e.Hi - e.Lo) / 2 / critical(1-e.Confidence)
}

// critical is how many standard errors a normal estimate exceeds at a rate of alpha,
// on both sides together.
func critical(alpha float64) float64 { return math.Sqrt2 * math.Erfinv(1-alpha) }

// normal is the chance that a standard normal variable is below x.
func normal(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }

// Power is the chance that the last look, after n pairs, brings a verdict: that the
// estimate lies beyond what the strictest test of Holm's procedure takes for
// chance, or its interval within the margin. What earlier looks find comes on top.
func (p prospect) Power(n int) float64 {
	level := p.Alpha / float64(p.Looks(n))
	chance, half := p.bound(level/float64(p.Comparisons), n), p.bound(level, n)
	lo, hi := math.Log1p(-p.Margin)+half, math.Log1p(p.Margin)-half // between those, equivalent
	below := func(x float64) float64 { return normal((x - p.Center) / p.Spread * math.Sqrt(float64(n))) }
	if lo > hi {
		return 1 - (below(chance) - below(-chance))
	}
	return 1 - max(0, below(chance)-below(hi)) - max(0, below(lo)-below(-chance))
}

// bound is the least estimate after n pairs that a signed-rank test at the level
// tells from none, and so half the width of the interval, too: where the statistic of
// normal differences is expected at its critical value (Noether, Sample size
// determination for some common nonparametric tests, 1987). For many pairs that is
// the critical number of standard errors; few do not reach it, however large they are.
func (p prospect) bound(level float64, n int) float64 {
	m, c := float64(n), critical(level)
	scale := math.Sqrt(m * (m + 1) * (2*m + 1) / 24)
	// The statistic by the shift in standard deviations of a pair, and its slope.
	statistic := func(x float64) float64 {
		return (m*(normal(x)-0.5) + m*(m-1)/2*(normal(math.Sqrt2*x)-0.5)) / scale
	}
	slope := func(x float64) float64 {
		return (m*math.Exp(-x*x/2) + m*(m-1)/math.Sqrt2*math.Exp(-x*x)) / math.Sqrt(2*math.Pi) / scale
	}
	const most = 8 // where all pairs have one sign
	if statistic(most) < c {
		return math.Inf(1)
	}
	x := 0.0
	for range 10 { // Newton's steps do not go too far: the slope only falls
		x += (c - statistic(x)) / slope(x)
	}
	return x * p.Spread / math.Sqrt(math.Pi/3) // the estimate's variance is π/3 of the mean's
}

// Needed returns the least number of pairs beyond n at which the power is enough; 0
// when no sensible number is, or the spread is not known.
func (p prospect) Needed(n int) int {
	if !(p.Spread > 0) {
		return 0
	}
	enough := n + 1
	for p.Power(enough) < power {
		if n, enough = enough, 2*enough; enough > mostPairs {
			return 0
		}
	}
	return n + 1 + sort.Search(enough-n-1, func(i int) bool { return p.Power(n+1+i) >= power })
}

// more guesses how many more rounds of an open change, or layouts, one of so many
// comparisons, would bring it a verdict, under the looks that a plan with so many
// rounds has. It is 0 when that cannot be told.
func (r Rules) more(change record.Change, rounds, comparisons int, margin float64) int {
	n, planned := change.Ratio.N, r.Plan.Looks
	perPair := 1.0 // rounds: some are dropped
	if r.Plan.Layouts == 0 && n > 0 {
		perPair = float64(rounds) / float64(n)
	}
	p := prospect{Center: math.Log(change.Ratio.Center), Spread: change.SE * math.Sqrt(float64(n)), Margin: margin, Alpha: r.Plan.Alpha * (1 - r.Plan.Kept), Comparisons: comparisons, Looks: func(n int) int {
		if most := int(perPair * float64(n)); r.Plan.Layouts == 0 && len(planned) > 1 && most > planned[len(planned)-1] {
			return len(stats.Looks(most))
		}
		return len(planned)
	}}
	needed := p.Needed(n)
	if needed == 0 {
		return 0
	}
	return int(math.Ceil(perPair * float64(needed-n)))
}
