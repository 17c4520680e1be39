package verdict

import (
	"math"

	"tare/internal/analysis/stats"
	"tare/internal/record"
)

// change estimates contender v after so many rounds.
func (r Rules) change(v int, trials []record.Trial, metric string, rounds int) record.Change {
	pairs, ratios := r.pairs(trials, v, metric)
	at := r.taken(trials, rounds)
	plan := r.test(len(at) - 1)
	now := plan.Test(r.looks(pairs, at, false)...)
	c := record.Change{Variant: v, P: now.P, Adjusted: 1}
	_, c.Windows = windows(trials, v)
	for _, p := range pairs {
		if p.Clean {
			c.Pairs++
		}
	}
	c.Dropped = len(pairs) - c.Pairs
	c.Exact = r.constant(trials, v, metric)
	if !ratios {
		c.Diff = now.Estimate
		return c
	}
	c.Ratio, c.Logs = ratio(now.Estimate), pairs
	c.SE = standardError(stats.HodgesLehmann(r.differences(pairs, rounds, false), moderate))
	if c.Dropped > 0 {
		c.Unfiltered = ratio(plan.Test(r.looks(pairs, at, true)...).Estimate)
	}
	return c
}

// windows are those of the trials of variant v, and the iterations that count in them.
func windows(trials []record.Trial, v int) (int64, record.Windows) {
	for _, t := range trials {
		if t.Variant == v {
			return t.N, t.Windows
		}
	}
	return 0, record.Windows{}
}

// inLogs undoes ratio.
func inLogs(e record.Estimate) record.Estimate {
	e.Center, e.Lo, e.Hi = math.Log(e.Center), math.Log(e.Lo), math.Log(e.Hi)
	return e
}

// effect is the change as a distance from none, and the margin for it: a fraction
// of one or, where there are no ratios, in the unit and without a margin.
func effect(c record.Change, margin float64) (record.Estimate, float64) {
	e := c.Ratio
	if c.Diff.N > 0 {
		return c.Diff, 0
	}
	e.Center, e.Lo, e.Hi = e.Center-1, e.Lo-1, e.Hi-1
	return e, margin
}

// ratio turns an estimate of a log ratio into one of the ratio.
func ratio(e record.Estimate) record.Estimate {
	if e.N == 0 {
		return e
	}
	e.Center, e.Lo, e.Hi = math.Exp(e.Center), math.Exp(e.Lo), math.Exp(e.Hi)
	return e
}

// floor estimates how much variant v, which is the base's source, differs from
// it. The few copies that serve calibration alone are no floor.
func (r Rules) floor(v int, trials []record.Trial, metric string, rounds int) record.Floor {
	pairs, ratios := r.pairs(trials, v, metric)
	if len(pairs) == 0 || !ratios {
		return record.Floor{Variant: v}
	}
	at := r.taken(trials, rounds)
	e := ratio(r.test(len(at) - 1).Test(r.looks(pairs, at, false)...).Estimate)
	return record.Floor{Variant: v, Ratio: e, Pairs: e.N, Reach: max(e.Hi-1, 1-e.Lo)}
}

// reach is how far the base may differ from itself, a fraction of one; 0 without
// floors, and infinite while a floor is not known.
func reach(c record.Compared) float64 {
	most := 0.0
	for _, f := range c.Floors {
		if f.Ratio.Confidence == 0 {
			return math.Inf(1)
		}
		most = max(most, f.Reach)
	}
	return most
}
