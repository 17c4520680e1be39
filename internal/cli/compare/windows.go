package compare

import (
	"fmt"
	"slices"
	"time"

	"tare/internal/record"
)

// periods is how many periods of a CPU quota a window spans at least, to be
// throttled as often as the quota makes it. A fresh cell comes with a whole
// unused quota, so a window of 20 ms is mostly not throttled at all, and one of n
// periods up to once too rarely. At 50 % against 80 % of a CPU, 37.5 % apart,
// windows of 0.2, 3, 5 and 10 periods showed 3, 34, 38 and 37 %.
const periods = 5

// window returns how long windows have to be for what the variants' quotas cost
// to show in them; 0 when it is not to show.
func window(metrics []string, variants []variant) time.Duration {
	var longest time.Duration
	var list []record.Variant
	for _, v := range variants {
		longest, list = max(longest, v.limits.Period), append(list, v.Variant)
	}
	if slices.Contains(metrics, "ns/op") || slices.Contains(metrics, autoMetric) && limitsDiffer(list) {
		return periods * longest
	}
	return 0
}

// spanPeriods makes the windows of the plan long enough for quotas, or finds that
// the user wants them shorter.
func (s *session) spanPeriods(p *record.ComparisonPlan) {
	least := window(p.Metrics(), s.variants)
	if p.Iters > 0 || p.Benchtime >= least {
		return
	}
	if !slices.Contains(s.given, "benchtime") {
		p.Benchtime = least
		return
	}
	s.result.Findings = append(s.result.Findings, record.Finding{ID: "short-windows", Severity: record.Serious,
		What:     "Windows are too short for what a CPU quota costs: a fresh cell starts with a quota of which nothing is used up.",
		Evidence: fmt.Sprintf("-benchtime: %s; %d periods of the quota: %s.", p.Benchtime, periods, least),
		Fix:      "Leave -benchtime out."})
}
