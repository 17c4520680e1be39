package table

import (
	"fmt"
	"strings"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/sheet"
)

// closing sums the run up in one line.
func closing(s *sheet.Sheet, run record.Run) {
	s.Blank()
	s.Prose(sheet.Plain, "", strings.Join(outcome(run), "; "))
}

func outcome(run record.Run) []string {
	t := tally(run)
	head := unit.Plural(t.benchmarks, "benchmark")
	if len(run.Trials) > 0 {
		head += ", " + unit.Plural(len(run.Trials), "trial")
	}
	if run.Finished.After(run.Started) {
		head += " in " + unit.Duration(run.Finished.Sub(run.Started))
	}
	parts := []string{head, fmt.Sprintf("%d steady", t.steady)}
	if t.failed > 0 {
		parts = append(parts, fmt.Sprintf("%d failed", t.failed))
	}
	if t.packages > 0 {
		parts = append(parts, unit.Plural(t.packages, "package")+" failed")
	}
	if t.skipped > 0 {
		parts = append(parts, fmt.Sprintf("%d skipped", t.skipped))
	}
	if t.interrupted {
		parts = append(parts, "interrupted")
	}
	if t.unwritten {
		parts = append(parts, "stopped, since results could not be written")
	}
	if run.ID != "" {
		parts = append(parts, "stored as run "+run.ID)
	}
	return append(parts, fmt.Sprintf("seed %d", run.Plan.Seed))
}
