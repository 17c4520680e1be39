package table

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"tare/internal/record"
	"tare/internal/unit"
)

// unread lists the metrics that no trial could read and no row depends on,
// those with the same reason together.
func (p *page) unread(probes map[record.Metric]record.Reading) {
	metrics := make(map[string][]string)
	for m, r := range probes {
		if billed[m] == "" && !r.OK() {
			why := reason(r.Status, r.Why)
			metrics[why] = append(metrics[why], string(m))
		}
	}
	var lines []string
	for why, ms := range metrics {
		slices.Sort(ms)
		lines = append(lines, fmt.Sprintf("%s (%s)", strings.Join(ms, ", "), why))
	}
	slices.Sort(lines)
	for _, l := range lines {
		p.prose(dim, "not read: ", l)
	}
}

// closing sums the run up in one line.
func (p *page) closing(run record.Run) {
	p.blank()
	p.prose(plain, "", strings.Join(outcome(run), "; "))
}

func outcome(run record.Run) []string {
	t := tally(run)
	head := count(t.benchmarks, "benchmark")
	if len(run.Trials) > 0 {
		head += ", " + count(len(run.Trials), "trial")
	}
	if run.Finished.After(run.Started) {
		head += " in " + unit.Duration(run.Finished.Sub(run.Started))
	}
	parts := []string{head, fmt.Sprintf("%d steady", t.steady)}
	if t.failed > 0 {
		parts = append(parts, fmt.Sprintf("%d failed", t.failed))
	}
	if t.packages > 0 {
		parts = append(parts, count(t.packages, "package")+" failed")
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
func (p *page) legend(l layout) {
	shown := slices.Concat(l.columns, l.below)
	width := 0
	for _, c := range shown {
		if c.legend != "" {
			width = max(width, utf8.RuneCountInString(c.title))
		}
	}
	if width > 0 {
		p.blank()
	}
	for _, c := range shown {
		if c.legend != "" {
			p.prose(dim, fmt.Sprintf("%-*s%s", width, c.title, gap), c.legend)
		}
	}
}

// count is "1 trial", "2 trials".
func count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}
