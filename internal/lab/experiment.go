package lab

import (
	"tare/internal/analysis/summary"
	"tare/internal/record"
)

// DataOf are the values of an experiment's trials, as far as these were kept.
func DataOf(x record.Experiment) Data {
	names := make([]string, len(x.Variants))
	for i, v := range x.Variants {
		names[i] = v.Name
	}
	return Collect(names, x.Trials, summary.Values)
}
