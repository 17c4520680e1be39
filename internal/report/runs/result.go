package runs

import (
	"fmt"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/model"
)

// result sums the run up.
func result(run record.Run) []model.Count {
	t := tally(run)
	head := unit.Plural(t.benchmarks, "benchmark")
	if len(run.Trials) > 0 {
		head += ", " + unit.Plural(len(run.Trials), "trial")
	}
	if run.Finished.After(run.Started) {
		head += " in " + unit.Duration(run.Finished.Sub(run.Started))
	}
	counts := []model.Count{{Text: head, Detail: model.Brief}, {Text: fmt.Sprintf("%d steady", t.steady), Detail: model.Brief}}
	add := func(told bool, m model.Mood, d model.Detail, text string) {
		if told {
			counts = append(counts, model.Count{Text: text, Mood: m, Detail: d})
		}
	}
	add(t.failed > 0, model.Bad, model.Brief, fmt.Sprintf("%d failed", t.failed))
	add(t.packages > 0, model.Bad, model.Brief, unit.Plural(t.packages, "package")+" failed")
	add(t.skipped > 0, model.Plain, model.Brief, fmt.Sprintf("%d skipped", t.skipped))
	add(t.interrupted, model.Warn, model.Brief, "interrupted")
	add(t.unwritten, model.Warn, model.Brief, "stopped, since results could not be written")
	add(run.ID != "", model.Plain, model.Normal, "stored as run "+run.ID)
	add(true, model.Plain, model.Verbose, fmt.Sprintf("seed %d", run.Plan.Seed))
	return counts
}
