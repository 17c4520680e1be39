package verdict

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/unit"
)

// settle gives every change its verdict, in view of all the others.
func (r Rules) settle(benchmarks []record.Compared) {
	var ps []float64
	for _, c := range benchmarks {
		for _, change := range c.Changes {
			ps = append(ps, change.P)
		}
	}
	adjusted := Holm(ps)
	for i := range benchmarks {
		c := &benchmarks[i]
		for k := range c.Changes {
			c.Changes[k].Adjusted, adjusted = adjusted[0], adjusted[1:]
			r.decide(&c.Changes[k], *c, len(ps))
		}
	}
}

// Holm returns p-values adjusted for their number (Holm 1979): the chance that
// any true hypothesis is rejected where they are at most α is at most α, however
// the tests depend on each other.
func Holm(ps []float64) []float64 {
	order := make([]int, len(ps))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		if ps[a] < ps[b] {
			return -1
		}
		return 1
	})
	adjusted := make([]float64, len(ps))
	least := 0.0
	for rank, i := range order {
		least = max(least, min(1, float64(len(ps)-rank)*ps[i]))
		adjusted[i] = least
	}
	return adjusted
}

// decide gives change, one of so many, its verdict.
func (r Rules) decide(change *record.Change, c record.Compared, comparisons int) {
	e, margin := change.Ratio, r.Plan.Margin
	change.Why, change.More = "", 0
	if why := invalid(*change, c); why != "" {
		change.Verdict, change.Why = record.Invalid, why
		return
	}
	outside := e.Lo > 1 || e.Hi < 1
	beyond := reach(c)
	switch {
	case e.Confidence == 0:
		change.Verdict = record.Inconclusive
		change.Why = fmt.Sprintf("%d pairs are too few for an interval", e.N)
	case e.Lo >= 1-margin && e.Hi <= 1+margin:
		change.Verdict = record.Equivalent
	case !outside || change.Adjusted > r.Plan.Alpha:
		change.Verdict = record.Inconclusive
		if outside {
			change.Why = fmt.Sprintf("significant alone, but not among %d comparisons", comparisons)
		}
	case e.Lo <= 1+beyond && e.Hi >= 1-beyond:
		change.Verdict = record.Inconclusive
		change.Why = fmt.Sprintf("within the ±%s by which the base differs from itself", unit.Percent(beyond, 1))
	case (e.Center > 1) != LargerIsBetter(c.Metric):
		change.Verdict = record.Slower
	default:
		change.Verdict = record.Faster
	}
	if change.Verdict == record.Inconclusive && beyond == 0 {
		change.More = r.needed(e, c.Rounds)
	}
}

// invalid says why nothing follows from the change; empty when something may.
func invalid(change record.Change, c record.Compared) string {
	switch {
	case c.Stop == record.StopFailed:
		return "a trial failed"
	case c.Stop == record.StopPolluted:
		return fmt.Sprintf("contaminated: %d of %d pairs have a polluted trial", change.Dropped, change.Dropped+change.Pairs)
	case change.Pairs == 0 && change.Dropped > 0:
		return "contaminated: every pair has a polluted trial"
	case change.Pairs == 0:
		return fmt.Sprintf("no pair has %s on both sides", c.Metric)
	}
	return ""
}

// LargerIsBetter reports whether a unit is a rate or share of which more is
// better, as package benchunit's callers and benchstat take them.
func LargerIsBetter(unit string) bool {
	return strings.HasSuffix(unit, "/s") || strings.HasSuffix(unit, "/sec")
}

// needed guesses how many more rounds would bring a verdict, of either kind: the
// interval shrinks with the square root of their number, and has to leave out
// either zero or everything beyond the margin. 0 means that it cannot be told.
func (r Rules) needed(e record.Estimate, rounds int) int {
	if e.Confidence == 0 {
		return 0
	}
	change := math.Abs(math.Log(e.Center))
	half := math.Log(e.Hi/e.Lo) / 2
	target := max(change, math.Log1p(r.Plan.Margin)-change)
	more := float64(rounds) * ((half/target)*(half/target) - 1)
	if !(more < 1e5) {
		return 0
	}
	return max(1, int(math.Ceil(more)))
}
