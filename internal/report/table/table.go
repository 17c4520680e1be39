// Package table renders a run for people at a terminal: aligned rows with the
// bill of each benchmark, what to hold against the numbers as footnotes, then
// findings, failures and a legend.
package table

import (
	"fmt"
	"io"

	"tare/internal/record"
	"tare/internal/report/sheet"
	"tare/internal/report/trouble"
	"tare/internal/report/wording"
)

// Options says what the terminal can show.
type Options struct {
	Color bool // use ANSI colours
	Width int  // in columns; 0 or less means unlimited
	// Verbose also says what the window of each benchmark is.
	Verbose bool
}

// Write renders run to w in one call to w.Write. From 80 columns on nothing
// but the output of failed benchmarks, which is passed through, exceeds the
// width: columns move to a second line to make rows fit, and sentences wrap.
// Only a name longer than the terminal is wide is left to the terminal.
func Write(w io.Writer, run record.Run, o Options) error {
	p := sheet.New(o.Width, o.Color)
	var notes sheet.Notes
	l := benchmarks(p, run, &notes)
	p.Notes(notes)
	if o.Verbose {
		windows(p, run.Summaries)
	}
	trouble.Unread(p, run.Probes, func(m record.Metric) bool { return billed[m] != "" })
	trouble.Findings(p, run.Findings)
	trouble.Failures(p, run.Failures, nil)
	closing(p, run)
	sheet.Legend(p, l)
	if err := p.Flush(w); err != nil {
		return fmt.Errorf("writing report: %w", err)
	}
	return nil
}

// windows says what the window of each benchmark is.
func windows(p *sheet.Sheet, summaries []record.Summary) {
	if len(summaries) > 0 {
		p.Blank()
	}
	for _, s := range summaries {
		p.Prose(sheet.Plain, "", fmt.Sprintf("%s: window: %s", wording.Benchmark(s.Benchmark), wording.Window(s.Windows, s.N)))
	}
}

// benchmarks writes the rows under a heading for each package, collects their
// footnotes, and returns the layout it chose.
func benchmarks(p *sheet.Sheet, run record.Run, notes *sheet.Notes) sheet.Layout[row] {
	if len(run.Summaries) == 0 {
		return sheet.Layout[row]{}
	}
	// Footnotes are numbered as rows are printed, so order comes first.
	var rows []row
	for _, s := range sheet.Together(run.Summaries, func(s record.Summary) string { return s.Benchmark.Package }) {
		rows = append(rows, row{Summary: s, marks: notes.Marks(caveats(run, s))})
	}
	l, lines := sheet.Fit(columns(rows), rows, p.Width(), moves)
	for i, r := range rows {
		if i == 0 || r.Benchmark.Package != rows[i-1].Benchmark.Package {
			p.Heading(r.Benchmark.Package)
			p.Line(lines[0]...)
		}
		sheet.Row(p, l, r, lines[i+1])
	}
	return l
}
