package verdict

import (
	"fmt"
	"slices"

	"tare/internal/analysis/stats"
	"tare/internal/record"
	"tare/internal/record/unit"
)

// miscalibrated is the p-value below which a copy of the base is held to differ
// from it. Of comparisons on a machine that treats equals alike, one in a hundred
// is thrown away.
const miscalibrated = 0.01

// pooled bounds how many pairs the estimate of a shift rests on: it takes the
// square of their number in memory. P rests on all.
const pooled = 2000

// calibrate pools the rounds of the base with its copy over all benchmarks, for
// each unit, and takes back the verdicts that what it finds could have made, or
// hidden. It returns what is worst: each of several units gets its share of the
// error rate.
func (r Rules) calibrate(compared []record.Compared, benchmarks []Benchmark) record.Calibration {
	units := map[string]string{} // what a chosen unit was asked for as
	byUnit := map[string][]copied{}
	var order []string
	i := 0
	for _, b := range benchmarks {
		asked := r.Plan.Metrics()
		for ; i < len(compared) && compared[i].Benchmark == b.Name; i++ {
			key := compared[i].Metric
			if !slices.Contains(asked, key) {
				key = Auto // which may choose one unit here and another there
			}
			if byUnit[key] == nil {
				order = append(order, key)
			}
			units[key] = compared[i].Metric
			byUnit[key] = append(byUnit[key], copied{compared[i], r.copies(b.Trials, compared[i].Metric)})
		}
	}
	worst := record.Calibration{P: 1, OK: true}
	for k, key := range order {
		c := calibration(byUnit[key], miscalibrated/float64(len(order)))
		if len(order) > 1 {
			c.Metric = units[key]
		}
		if !c.OK {
			r.uncalibrated(byUnit[key], c)
		}
		if k == 0 || worst.OK && !c.OK {
			worst = c
		}
	}
	return worst
}

// copied is a benchmark in a unit with the log ratios of the base's copy to the
// base.
type copied struct {
	record.Compared
	logs []float64
}

func (r Rules) copies(trials []record.Trial, unit string) []float64 {
	var logs []float64
	for _, v := range r.with(record.Copy) {
		pairs, ratios := r.pairs(trials, v, unit)
		for _, p := range pairs {
			if p.Clean && ratios {
				logs = append(logs, p.Log)
			}
		}
	}
	return logs
}

// calibration tests at the level whether copies differ. Coins are independent
// between rounds and benchmarks, so that the signed-rank test holds for all of
// them together.
func calibration(all []copied, level float64) record.Calibration {
	var logs []float64
	for _, c := range all {
		logs = append(logs, c.logs...)
	}
	c := record.Calibration{Pairs: len(logs), P: stats.SignedRank(logs)}
	if len(logs) > 0 {
		some := logs
		if step := (len(logs) + pooled - 1) / pooled; step > 1 {
			some = nil
			for i := 0; i < len(logs); i += step {
				some = append(some, logs[i])
			}
		}
		c.Shift, c.Reach = shift(some)
	}
	c.OK = c.P >= level
	return c
}

// shift estimates how much a copy differs, and how much at most: the largest change,
// a fraction of one, that the interval admits at the level of the test. That is 0
// when there are too few pairs for an interval.
func shift(logs []float64) (center, reach float64) {
	e := ratio(stats.HodgesLehmann(logs, 1-miscalibrated))
	if e.N == 0 {
		return 0, 0
	}
	if e.Confidence > 0 {
		reach = max(e.Hi-1, 1-e.Lo)
	}
	return e.Center - 1, reach
}

// uncalibrated takes back the verdicts that do not go beyond what the copy shows:
// what makes a copy differ can make a change as large, or hide one. What all
// copies together show bounds it, and what the benchmark's own do, for it may be a
// single one that they differ in.
func (r Rules) uncalibrated(all []copied, found record.Calibration) {
	for _, c := range all {
		_, own := shift(c.logs)
		reach := max(found.Reach, own)
		for i := range c.Changes {
			change := &c.Changes[i]
			if change.Verdict == record.Inconclusive || change.Verdict == record.Invalid || r.beyond(*change, c.Metric, reach) {
				continue
			}
			change.Verdict, change.Within, change.Why = record.Invalid, false,
				fmt.Sprintf("%s, if the baseline did not differ from its own copy by up to %s", change.Verdict, unit.Percent(reach, 1))
		}
	}
}

// beyond reports whether the verdict would be the same if whatever makes the copy
// differ, by up to reach, had moved the change. Nobody knows that of differences in
// the unit.
func (r Rules) beyond(c record.Change, unit string, reach float64) bool {
	e, margin := effect(c, r.Plan.MarginOf(unit))
	switch {
	case c.Diff.N > 0 || reach == 0:
		return false
	case c.Verdict == record.Equivalent:
		return e.Lo-reach >= -margin && e.Hi+reach <= margin
	}
	return e.Lo > reach || e.Hi < -reach
}
