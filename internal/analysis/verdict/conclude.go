package verdict

import (
	"tare/internal/analysis/stats"
	"tare/internal/record"
)

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
