package compare

import (
	"fmt"
	"slices"
	"time"

	"tare/internal/analysis/verdict"
	"tare/internal/engine/bench"
	"tare/internal/record"
)

// window returns how long windows have to be for what the variants' quotas cost
// to show in them; 0 when it is not to show.
func window(metrics []string, variants []Variant) time.Duration {
	var longest time.Duration
	var list []record.Variant
	for _, v := range variants {
		longest, list = max(longest, v.Limits.Period), append(list, v.Variant)
	}
	if slices.Contains(metrics, "ns/op") || slices.Contains(metrics, verdict.Auto) && verdict.LimitsDiffer(list) {
		return bench.Periods * longest
	}
	return 0
}

// spanPeriods makes the windows of the plan long enough for quotas, or finds that
// the user wants them shorter.
func (e *engine) spanPeriods() {
	p := &e.result.Plan
	least := window(p.Metrics(), e.variants)
	if p.Iters > 0 || p.Benchtime >= least {
		return
	}
	if !e.KeepWindow {
		p.Benchtime = least
		return
	}
	e.result.Findings = append(e.result.Findings, record.Finding{ID: "short-windows", Severity: record.Serious,
		What:     "Windows are too short to show what a CPU quota costs: a fresh cell starts with an unused quota.",
		Evidence: fmt.Sprintf("-benchtime: %s; %d periods of the quota: %s.", p.Benchtime, bench.Periods, least),
		Fix:      "Leave -benchtime out."})
}
