package table

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/report/sheet"
	"tare/internal/report/wording"
	"tare/internal/unit"
)

// unread lists the metrics that no trial could read and no row depends on,
// those with the same reason together.
func (p page) unread(probes map[record.Metric]record.Reading) {
	var gaps wording.Gaps
	for _, m := range slices.Sorted(maps.Keys(probes)) {
		if r := probes[m]; billed[m] == "" && !r.OK() {
			gaps.Add(wording.Because(r.Status, r.Why), string(m))
		}
	}
	for _, g := range gaps {
		p.prose(sheet.Dim, "not read: ", g.String())
	}
}

// closing sums the run up in one line.
func (p page) closing(run record.Run) {
	p.Blank()
	p.prose(sheet.Plain, "", strings.Join(outcome(run), "; "))
}

func outcome(run record.Run) []string {
	t := tally(run)
	head := wording.Count(t.benchmarks, "benchmark")
	if len(run.Trials) > 0 {
		head += ", " + wording.Count(len(run.Trials), "trial")
	}
	if run.Finished.After(run.Started) {
		head += " in " + unit.Duration(run.Finished.Sub(run.Started))
	}
	parts := []string{head, fmt.Sprintf("%d steady", t.steady)}
	if t.failed > 0 {
		parts = append(parts, fmt.Sprintf("%d failed", t.failed))
	}
	if t.packages > 0 {
		parts = append(parts, wording.Count(t.packages, "package")+" failed")
	}
	if t.skipped > 0 {
		parts = append(parts, fmt.Sprintf("%d skipped", t.skipped))
	}
	if t.interrupted {
		parts = append(parts, "interrupted")
	}
	if run.ID != "" {
		parts = append(parts, "stored as run "+run.ID)
	}
	return append(parts, fmt.Sprintf("seed %d", run.Plan.Seed))
}

// legend explains every column on the page that has something to explain.
func (p page) legend(l layout) {
	shown := slices.Concat(l.columns, l.below)
	width := 0
	for _, c := range shown {
		if c.legend != "" {
			width = max(width, sheet.Width(c.title))
		}
	}
	if width > 0 {
		p.Blank()
	}
	for _, c := range shown {
		if c.legend != "" {
			p.prose(sheet.Dim, sheet.Pad(c.title, width)+gap, c.legend)
		}
	}
}
