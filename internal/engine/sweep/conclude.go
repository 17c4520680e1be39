package sweep

import (
	"slices"

	"tare/internal/analysis/factorial"
	"tare/internal/analysis/summary"
	"tare/internal/record"
)

// Conclude fills in what the stored trials of a sweep come to whose tare did not live to do
// that. Its looks are planned for the benchmarks that had a trial.
func Conclude(s *record.Sweep) {
	var benchmarks []factorial.Benchmark
	for _, t := range s.Trials {
		i := slices.IndexFunc(benchmarks, func(b factorial.Benchmark) bool { return b.Name == t.Benchmark })
		if i < 0 {
			i = len(benchmarks)
			benchmarks = append(benchmarks, factorial.Benchmark{Name: t.Benchmark, Stop: record.StopInterrupted})
		}
		if t.Outcome == record.OK {
			benchmarks[i].Trials = append(benchmarks[i].Trials, t)
		}
	}
	rules := factorial.Rules{Plan: s.Plan, Factors: s.Factors, Points: s.Points, Benchmarks: len(benchmarks), Values: summary.Values}
	rules.Plan.Looks = rules.Looks(s.Plan.Looks[len(s.Plan.Looks)-1])
	s.Plan.Looks, s.Benchmarks = rules.Plan.Looks, nil
	for _, b := range benchmarks {
		s.Benchmarks = append(s.Benchmarks, rules.Conclude(b))
	}
}
