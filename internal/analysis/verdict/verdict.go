// Package verdict turns the trials of a paired comparison into verdicts: faster,
// slower, equivalent, inconclusive or invalid.
//
// The unit of analysis is the round. Its difference d = ln(new ÷ old) goes into
// a sequential sign-flip test ([stats.Plan]), one for each benchmark and
// contender; Holm's procedure holds the error rate of all of them together. The
// p-values are valid at every look, so a comparison that is rejected at some
// point stays rejected, and one that stops early takes nothing from the others.
//
// No round is left out because of what was measured. Those with a polluted trial
// are, on the word of readings of the machine alone, and the estimate with them
// is kept beside.
package verdict

import (
	"tare/internal/analysis/stats"
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

// compare returns what the trials of one benchmark say in each of the units that
// verdicts are about, looked at as planned and now. Verdicts are left to settle,
// which needs all benchmarks.
func (r Rules) compare(b record.Benchmark, trials []record.Trial) []record.Compared {
	var all []record.Compared
	for _, m := range r.metrics(trials) {
		all = append(all, r.compareIn(m, b, trials))
	}
	return all
}

func (r Rules) compareIn(m metric, b record.Benchmark, trials []record.Trial) record.Compared {
	c := record.Compared{Benchmark: b, Metric: m.unit, MetricWhy: m.why, Larger: m.larger}
	if len(trials) > 0 {
		c.N, c.Windows = windows(trials, 0)
		c.Rounds = trials[len(trials)-1].Round
	}
	c.Looks = len(r.taken(trials, c.Rounds))
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

// Benchmark is what a comparison has of one benchmark.
type Benchmark struct {
	Name   record.Benchmark
	Stop   record.Stop
	Trials []record.Trial // in time order
}

// Conclude fills in what the trials come to: benchmarks with their verdicts,
// calibration and the one-sidedness alarm. From stored trials it concludes the
// same again.
func (r Rules) Conclude(c *record.Comparison, benchmarks []Benchmark) {
	c.Benchmarks = nil
	for _, b := range benchmarks {
		for _, compared := range r.compare(b.Name, b.Trials) {
			compared.Stop = b.Stop
			compared.Old = r.location(b.Trials, 0, compared.Metric)
			for i := range compared.Changes {
				change := &compared.Changes[i]
				change.New = r.location(b.Trials, change.Variant, compared.Metric)
				change.Units = r.units(b.Trials, change.Variant, compared.Metric)
			}
			c.Benchmarks = append(c.Benchmarks, compared)
		}
	}
	r.settle(c.Benchmarks)
	r.contaminated(c.Benchmarks, benchmarks)
	c.Calibration = r.calibrate(c.Benchmarks, benchmarks)
	c.OneSided = OneSided(c.Benchmarks)
}

// location estimates a variant by itself, over its clean trials.
func (r Rules) location(trials []record.Trial, v int, unit string) record.Estimate {
	var values []float64
	for _, t := range trials {
		if t.Variant != v || !t.Counts() {
			continue
		}
		if value, ok := r.value(t, unit); ok {
			values = append(values, value)
		}
	}
	return stats.Interval(values, record.Confidence)
}
