package verdict

import (
	"fmt"
	"math"
	"slices"

	"tare/internal/analysis/stats"
	"tare/internal/record"
	"tare/internal/record/unit"
)

// settle gives every change its verdict, in view of all the others that may come
// to one.
func (r Rules) settle(benchmarks []record.Compared) {
	var all []candidate
	for _, c := range benchmarks {
		for i := range c.Changes {
			change := &c.Changes[i]
			change.Why, change.More, change.MDE = "", 0, 0
			if why := invalid(*change, c); why != "" {
				change.Verdict, change.Why = record.Invalid, why
				continue
			}
			all = append(all, candidate{Change: change, in: c})
		}
	}
	together(all, func(c candidate) { r.decide(c.Change, c.in, len(all)) })
}

// candidate is a change that may come to a verdict.
type candidate struct {
	*record.Change
	in       record.Compared
	old, new []float64 // values, where the sides have no pairs
}

// together adjusts the p-values of all for their number, and has each decided. What goes
// by differences says so, unless there is more to say.
func together(all []candidate, decide func(candidate)) {
	ps := make([]float64, len(all))
	for i, c := range all {
		ps[i] = c.P
	}
	for i, p := range holm(ps) {
		if all[i].Adjusted = p; all[i].Diff.N > 0 {
			all[i].Why = noRatio
		}
		decide(all[i])
	}
}

// holm returns p-values adjusted for their number (Holm 1979): the chance that
// any true hypothesis is rejected where they are at most α is at most α, however
// the tests depend on each other.
func holm(ps []float64) []float64 {
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
	e, margin := effect(*change, r.Plan.MarginOf(c.Metric))
	change.Within = false
	beyond := reach(c)
	test := r.test(max(c.Looks, 1) - 1)
	fewest := test.Fewest(comparisons)
	if e.N >= fewest {
		change.MDE = detectable(test, change.Ratio, comparisons)
	}
	switch {
	case r.equal(change, c.Metric):
	case e.N < fewest:
		r.tooFew(change, c, e.N, fewest, comparisons)
	case !r.moved(*change, e):
		r.open(change, c, e, comparisons)
	case beyond > 0 && (change.Diff.N > 0 || e.Lo <= beyond && e.Hi >= -beyond):
		change.Verdict = record.Inconclusive
		change.Why = fmt.Sprintf("within the ±%s by which the baseline may differ from itself", unit.Percent(beyond, 1))
		if math.IsInf(beyond, 1) {
			change.Why = "it is not known how much the baseline differs from itself"
		}
	default:
		change.Verdict, change.Within = direction(e, margin, c.Larger)
	}
}

// detectable is the change, a fraction of one, that would be found four times in five;
// 0 when that is not known.
func detectable(test stats.Plan, ratio record.Estimate, comparisons int) float64 {
	d, _ := test.Detectable(inLogs(ratio), comparisons)
	return math.Expm1(d)
}

// equal gives change its verdict when the whole interval lies within the margin, and
// reports whether that is so.
func (r Rules) equal(change *record.Change, metric string) bool {
	e, margin := effect(*change, r.Plan.MarginOf(metric))
	switch {
	case e.Confidence > 0 && e.Lo == 0 && e.Hi == 0 && change.Adjusted <= r.Plan.Alpha:
		// A count that is the same in most values, and differs one way in the others.
		change.Verdict, change.Why = record.Inconclusive, mostlyEqual
	case e.Confidence > 0 && e.Lo >= -margin && e.Hi <= margin:
		change.Verdict = record.Equivalent
	default:
		return false
	}
	return true
}

// moved reports whether the change with the effect e is none by chance, among all that
// are compared.
func (r Rules) moved(change record.Change, e record.Estimate) bool {
	return outside(e) && change.Adjusted <= r.Plan.Alpha
}

// outside reports whether no change lies outside of the interval.
func outside(e record.Estimate) bool { return e.Confidence > 0 && (e.Lo > 0 || e.Hi < 0) }

// direction is the verdict on a change that is none by chance, and whether the
// estimate of it lies within the margin: then it is known, and does not matter.
func direction(e record.Estimate, margin float64, largerIsBetter bool) (v record.Verdict, within bool) {
	within = math.Abs(e.Center) <= margin
	if (e.Center > 0) == largerIsBetter {
		return record.Faster, within
	}
	return record.Slower, within
}

// mostlyEqual stands in the way of calling equal what is so in the middle alone.
const mostlyEqual = "most values are the same on both sides, but the others differ more often one way than chance explains"

// noRatio qualifies a verdict that goes by differences in the unit.
const noRatio = "some values are not above 0 and have no ratio: the verdict is about the difference"

// tooFew gives the verdict where no difference whatever could tell anything yet.
func (r Rules) tooFew(change *record.Change, c record.Compared, n, fewest, comparisons int) {
	what := "layouts"
	if r.Plan.Layouts == 0 {
		what, change.More = "pairs", max(fewest-n, r.more(*change, c.Rounds, comparisons, r.Plan.MarginOf(c.Metric)))
	}
	change.Verdict = record.Inconclusive
	change.Why = fmt.Sprintf("fewer than the %d %s needed for a verdict with so many comparisons", fewest, what)
}

// undecided gives a change with the effect e the verdict where the evidence does not
// suffice.
func undecided(change *record.Change, e record.Estimate, comparisons int) {
	change.Verdict = record.Inconclusive
	if outside(e) {
		change.Why = fmt.Sprintf("significant alone, but not among %d comparisons", comparisons)
	}
}

// open says what it takes to decide on a change that is not decided.
func (r Rules) open(change *record.Change, c record.Compared, e record.Estimate, comparisons int) {
	undecided(change, e, comparisons)
	n := r.more(*change, c.Rounds, comparisons, r.Plan.MarginOf(c.Metric))
	if r.Plan.Layouts == 0 {
		change.More = n
	} else if n > 0 { // rounds beyond the last layout bring no more of them
		change.Why = fmt.Sprintf("it takes more rounds of each layout, or about %d layouts", change.Ratio.N+n)
	}
}

// invalid says why nothing follows from the change; empty when something may.
func invalid(change record.Change, c record.Compared) string {
	switch {
	case c.Stop == record.StopFailed:
		return "a trial failed"
	case change.Pairs == 0 && change.Dropped > 0:
		return "every pair has a contaminated trial"
	case change.Pairs == 0 && c.Rounds > 0:
		return fmt.Sprintf("no pair has %s on both sides", c.Metric)
	}
	return ""
}
