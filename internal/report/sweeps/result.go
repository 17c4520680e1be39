package sweeps

import (
	"fmt"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/model"
)

// result sums the sweep up.
func (v view) result() []model.Count {
	head := unit.Plural(len(v.Benchmarks), "benchmark") + " at " + unit.Plural(len(v.Points), "point")
	if n := len(v.Trials); n > 0 {
		head += ", " + unit.Plural(n, "trial")
	}
	if v.Finished.After(v.Started) {
		head += " in " + unit.Duration(v.Finished.Sub(v.Started))
	}
	counts := []model.Count{{Detail: model.Brief, Text: head}}
	add := func(n int, m model.Mood, text string) {
		if n > 0 {
			counts = append(counts, model.Count{Detail: model.Brief, Mood: m, Text: text})
		}
	}
	open := v.count(func(b record.Swept) bool { return !settled(b) })
	done := len(v.Benchmarks) - open
	counts = append(counts, model.Count{Detail: model.Brief, Text: fmt.Sprintf("%d settled", done)})
	add(open, model.Warn, fmt.Sprintf("%d not settled", open))
	add(len(v.Failures), model.Bad, fmt.Sprintf("%d failed", len(v.Failures)))
	add(len(v.Skipped), model.Plain, fmt.Sprintf("%d skipped", len(v.Skipped)))
	add(v.count(func(b record.Swept) bool { return b.Stop == record.StopInterrupted }), model.Warn, "interrupted")
	add(v.count(func(b record.Swept) bool { return b.Stop == record.StopUnwritten }), model.Warn, "stopped, since results could not be written")
	if v.ID != "" {
		counts = append(counts, model.Count{Text: "stored as " + v.ID})
	}
	if v.Plan.Seed != 0 {
		counts = append(counts, model.Count{Detail: model.Verbose, Text: fmt.Sprintf("seed %d", v.Plan.Seed)})
	}
	return counts
}

// count is how many benchmarks have something in common.
func (v view) count(has func(record.Swept) bool) (n int) {
	for _, b := range v.Benchmarks {
		if has(b) {
			n++
		}
	}
	return n
}
