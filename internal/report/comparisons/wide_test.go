package comparisons

import "tare/internal/record"

// wideDifferences has absolute changes of two candidates with names, values and intervals
// that take more room than a terminal has.
func wideDifferences() record.Comparison {
	slower := compared("BenchmarkFib20", 123.4567e6, 0, record.Slower, record.Estimate{}, 0.0004)
	slower.Changes[0].Within = true
	open := compared("BenchmarkDecompress4XNoTable/superlow-ent-10k/262143", 123.4567e6, 0, record.Inconclusive, record.Estimate{}, 0.34)
	open.Changes[0].More = 6100
	c := comparison(slower, open)
	c.Variants = append(c.Variants, record.Variant{Name: "unlimited", Role: record.Contender, Side: ".", Settings: []string{"gogc=off"}})
	for i := range c.Benchmarks {
		b := &c.Benchmarks[i]
		first := &b.Changes[0]
		b.Old.N, first.New.N = 40, 40
		first.Diff = record.Estimate{Center: 123.4567e3, Lo: -123.4567e6, Hi: 876.543e3, Confidence: 0.95, N: 40}
		first.Why = "some values are not above 0 and have no ratio: the verdict is about the difference"
		second := *first
		second.Variant = 2
		b.Changes = append(b.Changes, second)
	}
	return c
}
