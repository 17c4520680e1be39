// Package table renders a run for people at a terminal: aligned rows with the
// bill of each benchmark, what to hold against the numbers as footnotes, then
// findings, failures and a legend.
package table

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/report/sheet"
	"tare/internal/report/wording"
)

// Options says what the terminal can show.
type Options struct {
	Color bool // use ANSI colours
	Width int  // in columns; 0 or less means unlimited
}

// Write renders run to w in one call to w.Write. From 80 columns on nothing
// but the output of failed benchmarks, which is passed through, exceeds the
// width: columns move to a second line to make rows fit, and sentences wrap.
// Only a name longer than the terminal is wide is left to the terminal.
func Write(w io.Writer, run record.Run, o Options) error {
	p := page{sheet.New(o.Width, o.Color)}
	var notes notes
	l := p.benchmarks(run, &notes)
	p.notes(notes)
	p.unread(run.Probes)
	p.findings(run.Findings)
	p.failures(run.Failures)
	p.closing(run)
	p.legend(l)
	if err := p.Flush(w); err != nil {
		return fmt.Errorf("writing report: %w", err)
	}
	return nil
}

// benchmarks writes the rows under a heading for each package, collects their
// footnotes, and returns the layout it chose.
func (p page) benchmarks(run record.Run, notes *notes) layout {
	if len(run.Summaries) == 0 {
		return layout{}
	}
	// Footnotes are numbered as rows are printed, so order comes first.
	var rows []row
	for _, s := range byPackage(run.Summaries) {
		rows = append(rows, row{Summary: s, marks: notes.marks(caveats(run, s))})
	}
	l, lines := fit(columns(rows), rows, p.Width())
	for i, r := range rows {
		if i == 0 || r.Benchmark.Package != rows[i-1].Benchmark.Package {
			p.Heading(r.Benchmark.Package)
			p.Line(lines[0]...)
		}
		if l.nameAbove {
			p.Line(sheet.Plain.Of(nameCell(r)))
		}
		p.Line(lines[i+1]...)
		p.below(l, r)
	}
	return l
}

// below writes what l moved off the main line of r. It names each number, since
// no heading does, and leaves out items of the bill that are zero.
func (p page) below(l layout, r row) {
	var pieces []sheet.Span
	for _, c := range l.below {
		text := c.cell(r)
		if text != wording.None && (c.kind != bill || text != nothing) {
			pieces = append(pieces, sheet.Plain.Of(c.title+" "+text+","))
		}
	}
	if last := len(pieces) - 1; last >= 0 {
		pieces[last].Text = strings.TrimSuffix(pieces[last].Text, ",")
		p.Pieces([]sheet.Span{sheet.Plain.Of(gap + gap)}, pieces...)
	}
}

// byPackage brings the summaries of each package together, in order of first
// appearance.
func byPackage(ss []record.Summary) []record.Summary {
	first := make(map[string]int)
	for i, s := range ss {
		if _, ok := first[s.Benchmark.Package]; !ok {
			first[s.Benchmark.Package] = i
		}
	}
	return slices.SortedStableFunc(slices.Values(ss), func(a, b record.Summary) int {
		return cmp.Compare(first[a.Benchmark.Package], first[b.Benchmark.Package])
	})
}
