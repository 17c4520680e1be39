package verdict

import (
	"fmt"
	"iter"
	"math"

	"tare/internal/analysis/stats"
	"tare/internal/record"
	"tare/internal/record/unit"
)

// Series is what one side has of a benchmark, when each side was measured by itself.
type Series struct {
	Iterations []int64              // of each result
	Units      []string             // in order of appearance
	Values     map[string][]float64 // by unit, in time order; all finite
	Better     map[string]int       // what the side says of units: 1 where more is better, −1 where less is
}

// Matched is one benchmark with what each side has of it.
type Matched struct {
	Name  record.Benchmark
	Sides []*Series // by variant; nil where a side has nothing
}

// said is what the sides say of units.
func (m Matched) said() iter.Seq[map[string]int] {
	return func(yield func(map[string]int) bool) {
		for _, s := range m.Sides {
			if s != nil && !yield(s.Better) {
				return
			}
		}
	}
}

// ConcludeSeparate fills in what results come to whose sides were measured each by
// itself: benchmarks with their verdicts, what is unmatched, and the one-sidedness alarm.
// It returns what moved over time.
//
// There are no pairs: the unit of analysis is the value, and a change is tested by its
// rank among those of both sides (Mann & Whitney), once. All else is as in rounds.
func (r Rules) ConcludeSeparate(c *record.Comparison, all []Matched) []Drift {
	r.Plan.Looks, r.Plan.Kept, r.Plan.Layouts = make([]int, 1), 0, 0
	c.Benchmarks, c.Unmatched = nil, nil
	c.Calibration = record.Calibration{P: 1, OK: true}
	var found []candidate
	var trends []trend
	for _, m := range all {
		metrics, unmatched := r.metricsOf(m)
		c.Unmatched = append(c.Unmatched, unmatched...)
		for _, of := range metrics {
			compared, candidates := r.compareSeparate(m, of)
			c.Benchmarks, found = append(c.Benchmarks, compared), append(found, candidates...)
			trends = append(trends, trendsOf(m, of.unit)...)
		}
	}
	together(found, func(one candidate) { r.decideSeparate(one, len(found)) })
	c.OneSided = OneSided(c.Benchmarks)
	return r.drifts(trends)
}

// compareSeparate lists the changes of one benchmark in one unit, which wait for all
// others to get their verdicts.
func (r Rules) compareSeparate(m Matched, of metric) (record.Compared, []candidate) {
	base := m.Sides[0]
	old := base.Values[of.unit]
	c := record.Compared{Benchmark: m.Name, N: iterations(m.Sides), Metric: of.unit, MetricWhy: of.why, Larger: of.larger,
		Rounds: fewest(m.Sides, of.unit), Old: stats.Interval(old, record.Confidence), Changes: make([]record.Change, len(m.Sides)-1)}
	var found []candidate
	for i, s := range m.Sides[1:] {
		values := s.Values[of.unit]
		change := &c.Changes[i]
		*change = record.Change{Variant: i + 1, New: stats.Interval(values, record.Confidence), P: stats.MannWhitney(old, values),
			Units: otherUnits(base, s, of.unit), Exact: same(old) && same(values)}
		change.Ratio, change.Diff = sizes(old, values, 1-r.Plan.Alpha)
		found = append(found, candidate{change, c, old, values})
	}
	return c, found
}

// fewest is how many values in the unit the side has that has the fewest.
func fewest(sides []*Series, unit string) int {
	least := len(sides[0].Values[unit])
	for _, s := range sides {
		least = min(least, len(s.Values[unit]))
	}
	return least
}

// iterations returns how many all results rest on, 0 when they vary.
func iterations(sides []*Series) int64 {
	n := sides[0].Iterations[0]
	for _, s := range sides {
		for _, other := range s.Iterations {
			if other != n {
				return 0
			}
		}
	}
	return n
}

// sizes estimates by which ratio the values of one side exceed those of the other, or
// by which difference: values that are not positive have no ratio, and counts are
// often 0.
func sizes(old, new []float64, confidence float64) (byRatio, byDifference record.Estimate) {
	before, ok1 := allLogs(old)
	after, ok2 := allLogs(new)
	if !ok1 || !ok2 {
		return record.Estimate{}, stats.Shift(old, new, confidence)
	}
	return ratio(stats.Shift(before, after, confidence)), record.Estimate{}
}

// allLogs returns the natural logarithms, if all values have one.
func allLogs(values []float64) ([]float64, bool) {
	var ls []float64
	for _, v := range values {
		if v <= 0 {
			return nil, false
		}
		ls = append(ls, math.Log(v))
	}
	return ls, true
}

// decideSeparate gives the change, one of so many, its verdict.
func (r Rules) decideSeparate(c candidate, comparisons int) {
	e, margin := effect(*c.Change, r.Plan.MarginOf(c.in.Metric))
	n := min(len(c.old), len(c.new))
	level := r.Plan.Alpha / float64(comparisons)
	c.MDE = detectable(r.test(0), c.Ratio, comparisons)
	switch {
	case r.equal(c.Change, c.in.Metric):
	case r.moved(*c.Change, e):
		c.Verdict, c.Within = direction(e, margin, c.in.Larger)
	case stats.LeastP(len(c.old), len(c.new)) > level:
		enough := enoughFor(level)
		c.Verdict, c.More = record.Inconclusive, enough-n
		c.Why = fmt.Sprintf("%d and %d values are too few for a verdict among %s at %.3g%%: each side needs at least %d",
			len(c.old), len(c.new), unit.Plural(comparisons, "comparison"), 100*r.Plan.Alpha, enough)
	default:
		undecided(c.Change, e, comparisons)
		c.More = r.moreValues(c, n, comparisons)
	}
}

// moreValues guesses how many more values of each side than n would bring a verdict on
// c, one of so many comparisons; 0 when that cannot be told.
func (r Rules) moreValues(c candidate, n, comparisons int) int {
	spread, _ := sizes(c.old, c.new, moderate)
	if spread.N == 0 {
		return 0
	}
	p := prospect{Center: math.Log(spread.Center), Spread: standardError(inLogs(spread)) * math.Sqrt(float64(n)),
		Margin: r.Plan.MarginOf(c.in.Metric), Alpha: r.Plan.Alpha, Comparisons: comparisons, Looks: func(int) int { return 1 }}
	return max(0, p.Needed(n)-n)
}

// enoughFor returns how many values of each side it takes for a p-value as small
// as the level.
func enoughFor(level float64) int {
	n := 1
	for stats.LeastP(n, n) > level {
		n++
	}
	return n
}
