// Package runs is the report of a run: a table of all benchmarks with their bills, what
// limits their numbers, and what stood in the way; on pages and for readers who want more,
// each benchmark with its rounds.
package runs

import (
	"slices"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// Document is the report of run.
func Document(run record.Run, o Options) model.Document {
	run.Summaries = o.ordered(run.Summaries)
	v := newView(run)
	v.rank = o.Rank
	doc := model.Document{
		Title: title(run), About: about(run), Command: "tare " + wording.Quote(run.Args),
		Result: result(run),
		Blocks: []model.Block{
			v.table(),
			v.unranked(),
			wording.Failures(run.Failures, nil),
			wording.Skipped(run.Skipped),
			findings(run),
			wording.Omission(len(v.shown), len(run.Summaries), "those that failed or have the greatest share of the container", run.ID),
		},
		Tare: run.Tare,
	}
	if run.ID != "" {
		doc.Tare += " · run " + run.ID
	}
	doc.Blocks = append(append(doc.Blocks, v.sections()...), v.orphans()...)
	doc.Blocks = append(doc.Blocks, facts(run))
	return doc
}

// findings are what distorts the figures: where there are none, they would bury why.
func findings(run record.Run) model.Findings {
	f := wording.Findings(run.Findings)
	if len(run.Summaries) == 0 {
		f.Detail, f.Brief = model.Verbose, nil
	}
	return f
}

// view is a run with what several parts of its report need.
type view struct {
	record.Run
	rank   Ranking
	trials map[record.Benchmark][]record.Trial // in their order
	shown  map[int]bool                        // which summaries have sections
	notes  [][]model.Note                      // of each summary
}

func newView(run record.Run) view {
	v := view{Run: run, trials: map[record.Benchmark][]record.Trial{}}
	for _, t := range run.Trials {
		v.trials[t.Benchmark] = append(v.trials[t.Benchmark], t)
	}
	first := unsteady(run)
	for i, s := range run.Summaries {
		ns := notes(run, v.trials[s.Benchmark], s)
		if first[i] != nil {
			ns = slices.Insert(ns, 0, *first[i])
		}
		v.notes = append(v.notes, ns)
	}
	v.shown = v.chosen()
	return v
}

// nameOf is a benchmark's name as benchstat prints it, its GOMAXPROCS less loud.
func nameOf(b record.Benchmark) model.Text {
	plain := b
	plain.Procs = 1
	name := plain.Short()
	return model.Joined(model.Lit(model.Plain, name), model.Lit(model.Quiet, b.Short()[len(name):]))
}

// cleanRounds is "24 clean rounds, 2 contaminated".
func cleanRounds(s record.Summary) string {
	text := unit.Plural(s.Rounds, "clean round")
	if s.Polluted > 0 {
		text += ", " + wording.Grouped(int64(s.Polluted)) + " contaminated"
	}
	return text
}
