package trial

import (
	"slices"

	"tare/internal/measure/schedule"
	"tare/internal/record"
)

// Reference tells polluted trials by the canaries of all trials that it has
// seen, polluted ones included: leaving those out would make it follow its own
// verdicts. The zero value is ready for use.
type Reference struct {
	// Paging says that one of the variants that are compared has a memory limit.
	Paging bool

	alu, pipe []float64 // sorted
}

// Mark sets why t, which comes after those marked before, is polluted. A trial
// that did not end well is left alone.
func (r *Reference) Mark(t *record.Trial) {
	if t.Outcome != record.OK {
		return
	}
	t.Polluted = schedule.Pollution(*t, schedule.Reference{CanaryALU: median(r.alu), CanaryPipe: median(r.pipe), Paging: r.Paging})
	if v, ok := t.Readings.Value(record.CanaryALU); ok {
		r.alu = insert(r.alu, v)
	}
	if v, ok := t.Readings.Value(record.CanaryPipe); ok {
		r.pipe = insert(r.pipe, v)
	}
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
