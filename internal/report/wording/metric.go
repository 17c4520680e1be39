package wording

import (
	"cmp"
	"maps"
	"slices"

	"tare/internal/record"
	"tare/internal/record/unit"
)

// metricOrder is how the table of trials lists metrics, and how it prints
// them. Metrics it does not know follow by name, printed as counts.
var metricOrder = []struct {
	metric record.Metric
	print  func(float64) string
}{
	{record.Wall, Ns},
	{record.CPU, Ns},
	{record.RunqWait, Ns},
	{record.Throttled, Ns},
	{record.ThrottledAncestors, Ns},
	{record.ThrottledPeriods, count},
	{record.Steal, Ns},
	{record.GCCycles, count},
	{record.GCPause, Ns},
	{record.GCAssist, Ns},
	{record.Mallocs, count},
	{record.AllocBytes, unit.Bytes},
	{record.Voluntary, count},
	{record.Involuntary, count},
	{record.Migrations, count},
	{record.MinorFaults, count},
	{record.MajorFaults, count},
	{record.Cycles, count},
	{record.Instructions, count},
	{record.CacheMisses, count},
	{record.TLBMisses, count},
	{record.CanaryALU, Ns},
	{record.CanaryPipe, Ns},
}

func count(v float64) string { return Number(v, "") }

// rankOf returns the place of m in metricOrder, and its length for others.
func rankOf(m record.Metric) int {
	for i, o := range metricOrder {
		if o.metric == m {
			return i
		}
	}
	return len(metricOrder)
}

// PrintMetric prints a reading of m.
func PrintMetric(m record.Metric, v float64) string {
	if i := rankOf(m); i < len(metricOrder) {
		return metricOrder[i].print(v)
	}
	return count(v)
}

// CompareMetrics orders metrics as tables list them.
func CompareMetrics(a, b record.Metric) int {
	return cmp.Or(cmp.Compare(rankOf(a), rankOf(b)), cmp.Compare(a, b))
}

// GapsOf groups the readings that were not measured by their reason.
func GapsOf(readings map[record.Metric]record.Reading) Gaps {
	var gaps Gaps
	for _, m := range slices.SortedFunc(maps.Keys(readings), CompareMetrics) {
		if r := readings[m]; !r.OK() {
			gaps.Add(Because(r.Status, r.Why), string(m))
		}
	}
	return gaps
}
