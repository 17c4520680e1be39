// Package runs words what a run came to: benchmarks with net time and bill, what to hold
// against the numbers, and what stood in the way.
package runs

import (
	"fmt"

	"tare/internal/record"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// Document is the report of run.
func Document(run record.Run) model.Document {
	return model.Document{
		Result: result(run),
		Blocks: []model.Block{
			table(run),
			windows(run.Summaries),
			unread(run.Probes),
			wording.Failures(run.Failures, nil),
			wording.Findings(run.Findings),
		},
	}
}

// windows says what the window of each benchmark is.
func windows(summaries []record.Summary) model.Block {
	p := model.Prose{Detail: model.Verbose}
	for _, s := range summaries {
		p.Lines = append(p.Lines, model.Line{Text: model.Lit(model.Plain,
			fmt.Sprintf("%s: window: %s", wording.Benchmark(s.Benchmark), wording.Window(s.Windows, s.N)))})
	}
	return p
}

// unread names the metrics that no trial could read, save those whose part of the bill has
// a note of its own.
func unread(probes map[record.Metric]record.Reading) model.Block {
	return wording.Unread(probes, func(m record.Metric) bool { return billed[m] != "" })
}
