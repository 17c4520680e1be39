package page

import (
	"cmp"
	"maps"
	"slices"

	"tare/internal/record"
	"tare/internal/report/wording"
	"tare/internal/unit"
)

// metricOrder is how the table of trials lists metrics, and how it prints
// them. Metrics it does not know follow by name, printed as counts.
var metricOrder = []struct {
	metric record.Metric
	print  func(float64) string
}{
	{record.Wall, ns},
	{record.CPU, ns},
	{record.RunqWait, ns},
	{record.Throttled, ns},
	{record.ThrottledAncestors, ns},
	{record.ThrottledPeriods, count},
	{record.Steal, ns},
	{record.GCCycles, count},
	{record.GCPause, ns},
	{record.GCAssist, ns},
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
	{record.CanaryALU, ns},
	{record.CanaryPipe, ns},
}

func count(v float64) string { return number(v, "") }

// rank returns the place of m in metricOrder, and its length for others.
func rank(m record.Metric) int {
	for i, o := range metricOrder {
		if o.metric == m {
			return i
		}
	}
	return len(metricOrder)
}

func printMetric(m record.Metric, v float64) string {
	if i := rank(m); i < len(metricOrder) {
		return metricOrder[i].print(v)
	}
	return count(v)
}

func compareMetrics(a, b record.Metric) int {
	return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a, b))
}

// newGaps groups the readings that were not measured by their reason.
func newGaps(readings map[record.Metric]record.Reading) wording.Gaps {
	var gaps wording.Gaps
	for _, m := range slices.SortedFunc(maps.Keys(readings), compareMetrics) {
		if r := readings[m]; !r.OK() {
			gaps.Add(wording.Because(r.Status, r.Why), string(m))
		}
	}
	return gaps
}
