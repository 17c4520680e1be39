// Package versus renders a comparison for people: at a terminal, as rows like
// those of benchstat with the interval of every change and a verdict, and as
// GitHub Markdown. Footnotes say what to hold against a verdict; below the rows
// stands what moved with each significant change, and what the whole rests on.
package versus

import (
	"fmt"
	"io"
	"strings"

	"tare/internal/record"
	"tare/internal/report/sheet"
	"tare/internal/report/trouble"
	"tare/internal/report/wording"
)

// Options says what the terminal can show.
type Options struct {
	Color bool // use ANSI colours
	Width int  // in columns; 0 or less means unlimited
	// Verbose also says what the windows of each benchmark are.
	Verbose bool
}

// Write renders c to w in one call to w.Write. From 80 columns on nothing but
// the output of failed benchmarks, which is passed through, exceeds the width:
// columns move to a line below their row, and sentences wrap. Only a name
// longer than the terminal is wide is left to the terminal.
func Write(w io.Writer, c record.Comparison, o Options) error {
	s, v := sheet.New(o.Width, o.Color), newView(c)
	v.header(s)
	layout := v.verdicts(s)
	s.Notes(v.notes)
	if o.Verbose {
		v.windows(s)
	}
	v.whys(s)
	v.others(s)
	v.trouble(s)
	v.closing(s)
	sheet.Legend(s, layout)
	if err := s.Flush(w); err != nil {
		return fmt.Errorf("writing the report of the comparison: %w", err)
	}
	return nil
}

// windows says what the windows of each benchmark are, once for all units.
func (v view) windows(s *sheet.Sheet) {
	if len(v.Benchmarks) > 0 {
		s.Blank()
	}
	for i, b := range v.Benchmarks {
		if i == 0 || b.Benchmark != v.Benchmarks[i-1].Benchmark {
			s.Prose(sheet.Plain, "", wording.Benchmark(b.Benchmark)+": "+wording.WindowsOf(b))
		}
	}
}

// verdicts writes the rows, those of each unit under a heading for each package,
// and returns the layout of the first table, whose legend is that of all.
func (v view) verdicts(s *sheet.Sheet) (first sheet.Layout[row]) {
	for i, t := range v.tables {
		l, lines := sheet.Fit(v.columns(t), t.rows, s.Width(), moves)
		if i == 0 {
			first = l
		}
		pkg := ""
		for j, r := range t.rows {
			if j == 0 || r.pkg != pkg {
				pkg = r.pkg
				s.Blank()
				s.Item(nil, sheet.Bold.Of(pkg), sheet.Dim.Of(t.unit))
				s.Line(lines[0]...)
			}
			sheet.Row(s, l, r, lines[j+1])
		}
	}
	return first
}

// others writes the tables of the other units in which something moved, and
// names those without a change.
func (v view) others(s *sheet.Sheet) {
	o := v.otherUnits()
	for _, t := range o.tables {
		l, lines := sheet.Fit(v.columns(t.table), t.rows, s.Width(), moves)
		s.Heading(t.unit)
		s.Line(lines[0]...)
		for i, r := range t.rows {
			sheet.Row(s, l, r, lines[i+1])
		}
		if text := t.others(); text != "" {
			s.Prose(sheet.Dim, "", text)
		}
	}
	remarks := o.remarks()
	if len(remarks) > 0 {
		s.Blank()
	}
	for _, text := range remarks {
		s.Prose(sheet.Plain, "", text)
	}
}

func (v view) trouble(s *sheet.Sheet) {
	unmatched := v.unmatched()
	if len(unmatched)+len(v.Probes) > 0 {
		s.Blank()
	}
	for _, g := range unmatched {
		s.Prose(sheet.Yellow, g.Why+": ", strings.Join(g.What, ", "))
	}
	trouble.Unread(s, v.Probes, func(record.Metric) bool { return false })
	trouble.Findings(s, v.Findings)
	trouble.Failures(s, v.Failures, v.Variants)
}
