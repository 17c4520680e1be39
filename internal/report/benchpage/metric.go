package benchpage

import (
	"cmp"
	"maps"
	"slices"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/wording"
)

// metricOrder is how the table of trials lists metrics, and how it prints
// them. Metrics it does not know follow by name, printed as counts.
var metricOrder = []struct {
	metric record.Metric
	print  func(float64) string
}{
	{record.Wall, wording.Ns},
	{record.CPU, wording.Ns},
	{record.RunqWait, wording.Ns},
	{record.Throttled, wording.Ns},
	{record.ThrottledAncestors, wording.Ns},
	{record.ThrottledPeriods, count},
	{record.Steal, wording.Ns},
	{record.GCCycles, count},
	{record.GCPause, wording.Ns},
	{record.GCAssist, wording.Ns},
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
	{record.CanaryALU, wording.Ns},
	{record.CanaryPipe, wording.Ns},
}

func count(v float64) string { return wording.Number(v, "") }

// rank returns the place of m in metricOrder, and its length for others.
func rank(m record.Metric) int {
	for i, o := range metricOrder {
		if o.metric == m {
			return i
		}
	}
	return len(metricOrder)
}

// PrintMetric prints a reading of m.
func PrintMetric(m record.Metric, v float64) string {
	if i := rank(m); i < len(metricOrder) {
		return metricOrder[i].print(v)
	}
	return count(v)
}

// CompareMetrics orders metrics as tables list them.
func CompareMetrics(a, b record.Metric) int {
	return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a, b))
}

// Gaps groups the readings that were not measured by their reason.
func Gaps(readings map[record.Metric]record.Reading) wording.Gaps {
	var gaps wording.Gaps
	for _, m := range slices.SortedFunc(maps.Keys(readings), CompareMetrics) {
		if r := readings[m]; !r.OK() {
			gaps.Add(wording.Because(r.Status, r.Why), string(m))
		}
	}
	return gaps
}
