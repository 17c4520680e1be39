package record

import "slices"

// Unmatched is a benchmark that only some variants have.
type Unmatched struct {
	Benchmark Benchmark `json:"benchmark"`
	Metric    string    `json:"metric,omitempty"` // set where it is only this unit that they lack
	Missing   []int     `json:"missing"`          // indices into Comparison.Variants
}

// Vanished reports whether the base has what a contender lacks.
func (u Unmatched) Vanished() bool { return len(u.Missing) > 0 && !slices.Contains(u.Missing, 0) }
