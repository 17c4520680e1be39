package runner

import (
	"slices"

	"tare/internal/record"
	"tare/internal/schedule"
)

// reference remembers the canaries of the run so far, polluted trials
// included: leaving those out would make the reference follow the verdicts
// that rest on it.
type reference struct{ alu, pipe []float64 }

func (r *reference) add(t record.Trial) {
	if v, ok := t.Readings.Value(record.CanaryALU); ok {
		r.alu = insert(r.alu, v)
	}
	if v, ok := t.Readings.Value(record.CanaryPipe); ok {
		r.pipe = insert(r.pipe, v)
	}
}

// current returns the medians.
func (r *reference) current() schedule.Reference {
	return schedule.Reference{CanaryALU: median(r.alu), CanaryPipe: median(r.pipe)}
}

// insert keeps sorted in order.
func insert(sorted []float64, v float64) []float64 {
	i, _ := slices.BinarySearch(sorted, v)
	return slices.Insert(sorted, i, v)
}

// median of a sorted slice; 0 when there is nothing yet.
func median(sorted []float64) float64 {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[len(sorted)/2]
}
