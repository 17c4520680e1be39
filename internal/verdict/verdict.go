// Package verdict turns the trials of a paired comparison into verdicts: faster,
// slower, equivalent, inconclusive or invalid.
//
// The unit of analysis is the round. Its difference d = ln(new ÷ old) goes into
// a sequential sign-flip test (package signflip), one for each benchmark and
// contender; Holm's procedure holds the error rate of all of them together. The
// p-values are valid at every look, so a comparison that is rejected at some
// point stays rejected, and one that stops early takes nothing from the others.
//
// No round is left out because of what was measured. Those with a polluted trial
// are, on the word of readings of the machine alone, and the estimate with them
// is kept beside.
package verdict

import (
	"fmt"
	"slices"

	"tare/internal/record"
)

// Rules say how trials become verdicts.
type Rules struct {
	Plan     record.ComparisonPlan
	Variants []record.Variant // the first is the base
	Sessions []record.Session // of a comparison that was continued
	// Values returns what a trial measured, by unit, in the order to print.
	Values func(record.Trial) []record.Value
}

// with returns the indices of the variants with the role.
func (r Rules) with(role record.Role) []int {
	var found []int
	for i, v := range r.Variants {
		if v.Role == role {
			found = append(found, i)
		}
	}
	return found
}

// compare returns what the trials of one benchmark say, looked at as planned and
// now. Verdicts are left to settle, which needs all benchmarks.
func (r Rules) compare(b record.Benchmark, trials []record.Trial) record.Compared {
	c := record.Compared{Benchmark: b}
	if len(trials) > 0 {
		c.N, c.Rounds = trials[0].N, trials[len(trials)-1].Round
	}
	c.Looks = len(r.taken(trials, c.Rounds))
	c.Metric, c.MetricWhy = r.metric(trials)
	for _, v := range r.with(record.Contender) {
		c.Changes = append(c.Changes, r.change(v, trials, c.Metric, c.Rounds))
	}
	if r.Plan.Floor {
		for _, v := range append(r.with(record.Copy), r.with(record.Relinked)...) {
			c.Floors = append(c.Floors, r.floor(v, trials, c.Metric, c.Rounds))
		}
	}
	return c
}

// AskedFor says why verdicts are about a unit that -metric names, and what their
// words mean there.
func AskedFor(unit string, larger bool) string {
	slower := "more"
	if larger {
		slower = "less"
	}
	return fmt.Sprintf("asked for by -metric; slower means %s of it", slower)
}

// auto lets the trials choose the unit of the verdicts.
const auto = "auto"

// metric chooses the unit that the verdicts are about, and says why when it is
// not net time.
func (r Rules) metric(trials []record.Trial) (unit, why string) {
	if r.Plan.Metric != auto {
		return r.Plan.Metric, AskedFor(r.Plan.Metric, LargerIsBetter(r.Plan.Metric))
	}
	if r.limitsDiffer() {
		return "ns/op", "the variants run under different limits, and net time would leave out what these cost"
	}
	for _, t := range trials {
		if t.Counts() && t.Bill.NetStatus != record.Measured {
			return "ns/op", "net time is not known: " + t.Bill.NetWhy
		}
	}
	return "net-ns/op", ""
}

func (r Rules) limitsDiffer() bool {
	type limits struct {
		quota      float64
		period     int64
		cpus       string
		memory     int64
		gomaxprocs int
	}
	of := func(c record.Cell) limits { return limits{c.Quota, c.Period, c.CPUs, c.Memory, c.GOMAXPROCS} }
	return slices.ContainsFunc(r.Variants, func(v record.Variant) bool { return of(v.Cell) != of(r.Variants[0].Cell) })
}
