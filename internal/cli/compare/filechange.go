package compare

import (
	"fmt"
	"math"
	"slices"

	"tare/internal/analysis/stats"
	"tare/internal/analysis/verdict"
	"tare/internal/read/benchfile"
	"tare/internal/record"
	"tare/internal/record/unit"
)

// judgement is a change that waits for all others, to get its verdict.
type judgement struct {
	*record.Change
	old, new []float64
	unit     string
	larger   bool // is better
}

// compare lists the changes of one benchmark and leaves the rest to settle.
func (o fileOptions) compare(m match, metric string, larger bool) (record.Compared, []judgement) {
	old := m.series[0].Values[metric]
	c := record.Compared{
		Benchmark: m.benchmark, N: iterations(m.series), Metric: metric, Larger: larger, Rounds: len(old),
		Old: stats.Interval(old, record.Confidence), Changes: make([]record.Change, len(m.series)-1),
	}
	var js []judgement
	for i, s := range m.series[1:] {
		values := s.Values[metric]
		c.Rounds = min(c.Rounds, len(values))
		c.Changes[i] = record.Change{
			Variant: i + 1, New: stats.Interval(values, record.Confidence),
			P: stats.MannWhitney(old, values), Units: otherUnits(m.series[0], s, metric),
			Exact: constant(old) && constant(values),
		}
		js = append(js, judgement{&c.Changes[i], old, values, metric, larger})
	}
	return c, js
}

// constant reports whether there are several values, and all are the same.
func constant(values []float64) bool {
	return len(values) > 1 && slices.Min(values) == slices.Max(values)
}

// iterations returns how many all results rest on, 0 when they vary.
func iterations(series []*benchfile.Series) int64 {
	n := series[0].Iterations[0]
	for _, s := range series {
		for _, other := range s.Iterations {
			if other != n {
				return 0
			}
		}
	}
	return n
}

// estimate fills in the size of the change, one of so many. Values that are not positive have no
// ratio; counts are often 0.
func (o fileOptions) estimate(j judgement, comparisons int) {
	before, ok1 := allLogs(j.old)
	after, ok2 := allLogs(j.new)
	if !ok1 || !ok2 {
		j.Diff = stats.Shift(j.old, j.new, 1-o.Alpha)
		return
	}
	e := stats.Shift(before, after, 1-o.Alpha)
	if d, known := (stats.Plan{Alpha: o.Alpha, Looks: 1}).Detectable(e, comparisons); known {
		j.MDE = math.Expm1(d)
	}
	j.Ratio = e
	j.Ratio.Center, j.Ratio.Lo, j.Ratio.Hi = math.Exp(e.Center), math.Exp(e.Lo), math.Exp(e.Hi)
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

// unitConfidence is the level of the intervals of other units, of which there may
// be two dozen.
const unitConfidence = 0.99

// otherUnits compares everything else that both sides have, in the order of the old one.
func otherUnits(old, new *benchfile.Series, metric string) []record.UnitChange {
	var changes []record.UnitChange
	for _, name := range old.Units {
		a, b := old.Values[name], new.Values[name]
		if name == metric || len(b) == 0 {
			continue
		}
		diff := stats.Shift(a, b, unitConfidence)
		// Counts that are the same in every one of a few results need no interval.
		known := diff.Confidence > 0 || diff.Lo == diff.Hi && len(a) > 1 && len(b) > 1
		changes = append(changes, record.UnitChange{Unit: name, Old: stats.Median(a), New: stats.Median(b),
			Diff: diff, Moved: known && (diff.Lo > 0 || diff.Hi < 0)})
	}
	return changes
}

// settle gives all changes their sizes and verdicts.
func (o fileOptions) settle(all []judgement) {
	ps := make([]float64, len(all))
	for i, j := range all {
		ps[i] = j.P
	}
	for i, p := range verdict.Holm(ps) {
		all[i].Adjusted = p
		o.estimate(all[i], len(all))
		o.decide(all[i], len(all))
	}
}

// decide gives j, one of so many comparisons, its verdict.
func (o fileOptions) decide(j judgement, comparisons int) {
	e, margin := verdict.Effect(*j.Change, o.MarginOf(j.unit))
	fewest := min(len(j.old), len(j.new))
	outside := e.Confidence > 0 && (e.Lo > 0 || e.Hi < 0)
	level := o.Alpha / float64(comparisons)
	switch {
	case e.Confidence > 0 && e.Lo >= -margin && e.Hi <= margin:
		j.Verdict = record.Equivalent
	case outside && j.Adjusted <= o.Alpha:
		j.Verdict, j.Within = verdict.Direction(e, margin, j.larger)
	case stats.LeastP(len(j.old), len(j.new)) > level:
		enough := enoughFor(level)
		j.Verdict, j.More = record.Inconclusive, enough-fewest
		j.Why = fmt.Sprintf("%d and %d values are too few to tell anything in %s at %.3g%%: at least %d of each side are needed",
			len(j.old), len(j.new), unit.Plural(comparisons, "comparison"), 100*o.Alpha, enough)
	default:
		j.Verdict, j.More = record.Inconclusive, o.more(j, fewest, comparisons)
		if outside {
			j.Why = fmt.Sprintf("significant alone, but not among %d comparisons", comparisons)
		}
	}
	if j.Ratio.N == 0 && j.Why == "" {
		j.Why = verdict.NoRatio
	}
}

// more guesses how many more values of each side would bring a verdict on j, one of so
// many comparisons; 0 when that cannot be told.
func (o fileOptions) more(j judgement, n, comparisons int) int {
	before, ok1 := allLogs(j.old)
	after, ok2 := allLogs(j.new)
	if !ok1 || !ok2 {
		return 0
	}
	e := stats.Shift(before, after, verdict.Moderate)
	p := verdict.Prospect{Center: e.Center, Spread: verdict.StandardError(e) * math.Sqrt(float64(n)),
		Margin: o.MarginOf(j.unit), Alpha: o.Alpha, Comparisons: comparisons, Looks: func(int) int { return 1 }}
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
