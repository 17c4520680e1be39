package verdict

import (
	"tare/internal/analysis/stats"
	"tare/internal/record"
)

// Drift is a benchmark that goes one way over time on one side, in one unit.
type Drift struct {
	Side      int // variant
	Benchmark record.Benchmark
	Unit      string
	From, To  float64 // where the line through its values begins and ends, in the unit
}

// trend is a possible drift, and how probable one as large or larger is by chance.
type trend struct {
	Drift
	p float64
}

// trendsOf are those of each side of m.
func trendsOf(m Matched, unit string) []trend {
	var all []trend
	for i, s := range m.Sides {
		values := s.Values[unit]
		half := stats.TheilSen(values) * float64(len(values)-1) / 2
		middle := stats.Median(values)
		all = append(all, trend{Drift{i, m.Name, unit, middle - half, middle + half}, stats.Kendall(values)})
	}
	return all
}

// drifts are the trends that are none by chance, among all of them.
func (r Rules) drifts(all []trend) []Drift {
	ps := make([]float64, len(all))
	for i, t := range all {
		ps[i] = t.p
	}
	var found []Drift
	for i, p := range holm(ps) {
		if p <= r.Plan.Alpha {
			found = append(found, all[i].Drift)
		}
	}
	return found
}
