package verdict

import (
	"math"

	"tare/internal/record"
	"tare/internal/signflip"
)

func (r Rules) test() signflip.Plan {
	return signflip.Plan{Alpha: r.Plan.Alpha, Looks: len(r.Plan.Looks)}
}

// change estimates contender v after so many rounds.
func (r Rules) change(v int, logs []record.PairLog, rounds int) record.Change {
	plan := r.test()
	now := plan.Test(r.looks(logs, rounds, false)...)
	c := record.Change{Variant: v, Ratio: ratio(now.Estimate), P: now.P, Adjusted: 1, Logs: logs}
	for _, l := range logs {
		if l.Clean {
			c.Pairs++
		}
	}
	if c.Dropped = len(logs) - c.Pairs; c.Dropped > 0 {
		c.Unfiltered = ratio(plan.Test(r.looks(logs, rounds, true)...).Estimate)
	}
	if d, known := plan.Detectable(now.Estimate); known {
		c.MDE = math.Expm1(d)
	}
	return c
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
func (r Rules) floor(v int, logs []record.PairLog, rounds int) (record.Floor, bool) {
	if !r.Plan.Floor || len(logs) == 0 {
		return record.Floor{}, false
	}
	e := ratio(r.test().Test(r.looks(logs, rounds, false)...).Estimate)
	return record.Floor{Variant: v, Ratio: e, Pairs: e.N, Reach: max(e.Hi-1, 1-e.Lo)}, true
}

// reach is how far the base differs from itself, a fraction of one; 0 without
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
