package verdict

import (
	"math"

	"tare/internal/record"
	"tare/internal/signflip"
	"tare/internal/stats"
)

// power is the chance of a verdict at the last look that a recommended number of rounds
// is to bring. Earlier looks add what is missing to four in five, and some more.
const power = 0.75

// Moderate is the confidence of the intervals that spreads are taken from: the bounds
// of a strict one rest on the few outermost values.
const Moderate = 0.8

// mostPairs is where a guess of how many it takes is none any more.
const mostPairs = 100_000

// Prospect is what is known of a comparison that is to be carried further. Its
// estimate is the log ratio of the sides; after n pairs, or values of each side, it
// errs by Spread/√n, one standard error, about normally distributed.
type Prospect struct {
	Center, Spread float64
	Margin         float64         // a fraction of one
	Alpha          float64         // error rate of all looks and comparisons together
	Comparisons    int             // made together
	Looks          func(n int) int // how many there are when n pairs are the limit
}

// Observed fills in Center and Spread from an estimate of the log ratio by n pairs, or
// values of each side, whose interval is a moderate one, and reports whether it could.
func (p *Prospect) Observed(e record.Estimate, n int) bool {
	if e.Confidence == 0 || !(e.Hi > e.Lo) {
		return false
	}
	p.Center, p.Spread = e.Center, (e.Hi-e.Lo)/2/critical(1-e.Confidence)*math.Sqrt(float64(n))
	return true
}

// critical is how many standard errors a normal estimate exceeds at a rate of alpha,
// on both sides together.
func critical(alpha float64) float64 { return math.Sqrt2 * math.Erfinv(1-alpha) }

// normal is the chance that a standard normal variable is below x.
func normal(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }

// Power is the chance that the last look, after n pairs, brings a verdict: that the
// estimate lies beyond what the strictest test of Holm's procedure takes for
// chance, or its interval within the margin. What earlier looks find comes on top.
func (p Prospect) Power(n int) float64 {
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
func (p Prospect) bound(level float64, n int) float64 {
	m, c := float64(n), critical(level)
	statistic := func(shift float64) float64 { // in standard deviations of a pair
		excess := m*(normal(shift)-0.5) + m*(m-1)/2*(normal(math.Sqrt2*shift)-0.5)
		return excess / math.Sqrt(m*(m+1)*(2*m+1)/24)
	}
	lo, hi := 0.0, 8.0 // all pairs have one sign
	if statistic(hi) < c {
		return math.Inf(1)
	}
	for range 50 {
		if middle := (lo + hi) / 2; statistic(middle) < c {
			lo = middle
		} else {
			hi = middle
		}
	}
	return hi * p.Spread / math.Sqrt(math.Pi/3) // the estimate's variance is π/3 of the mean's
}

// Needed returns the least number of pairs from n on at which the power is enough; 0
// when no sensible number is. It takes larger steps the farther it gets.
func (p Prospect) Needed(n int) int {
	for ; n < mostPairs; n += 1 + n/50 {
		if p.Power(n) >= power {
			return n
		}
	}
	return 0
}

// more guesses how many more rounds of an open change, or layouts, one of so many
// comparisons, would bring it a verdict, under the looks that a plan with so many
// rounds has. It is 0 when that cannot be told.
func (r Rules) more(change record.Change, rounds, comparisons int, margin float64) int {
	differences := r.differences(change.Logs, math.MaxInt, false)
	n, planned := len(differences), r.Plan.Looks
	perPair := 1.0 // rounds: some are dropped
	if r.Plan.Layouts == 0 && n > 0 {
		perPair = float64(rounds) / float64(n)
	}
	p := Prospect{Margin: margin, Alpha: r.Plan.Alpha, Comparisons: comparisons, Looks: func(n int) int {
		if most := int(perPair * float64(n)); r.Plan.Layouts == 0 && len(planned) > 1 && most > planned[len(planned)-1] {
			return len(signflip.Looks(most))
		}
		return len(planned)
	}}
	if !p.Observed(stats.HodgesLehmann(differences, Moderate), n) {
		return 0
	}
	needed := p.Needed(n + 1)
	if needed == 0 {
		return 0
	}
	return int(math.Ceil(perPair * float64(needed-n)))
}
