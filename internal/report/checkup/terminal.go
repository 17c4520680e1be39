package checkup

import (
	"fmt"
	"io"
	"strings"

	"tare/internal/record"
	"tare/internal/report/sheet"
)

// Options says what the terminal can show, and how much of it is wanted.
type Options struct {
	Width   int  // in columns; 0 or less means unlimited
	Color   bool // use ANSI colours
	Verbose bool // passed and unverified checks one by one, remedies of the harmless, and all facts
}

// report is a checkup on its way to the terminal.
type report struct {
	*sheet.Sheet
	verbose bool
}

// Write renders c to w in one call to w.Write. Sentences wrap at the width;
// only a word that is longer, and on less than 80 columns the ladder of limits,
// is left to the terminal. The error is that of w.
func Write(w io.Writer, c record.MachineReport, o Options) error {
	r, v := report{sheet.New(o.Width, o.Color), o.Verbose}, newView(c)
	r.headline(v)
	r.capacity(v)
	r.first(v.First)
	for _, g := range v.Groups {
		r.group(g)
	}
	if v.Measured != nil {
		r.measured(*v.Measured)
	}
	if r.verbose {
		for _, g := range v.Groups {
			r.facts(g)
		}
	}
	if len(v.Counts) > 0 {
		r.Blank()
	}
	for _, t := range v.Counts {
		r.Item([]sheet.Span{t.style.Of(t.Mark + " ")}, sheet.Dim.Of(t.Name+": "+t.Legend))
	}
	if q := v.Require; q != nil {
		r.Blank()
		r.Item([]sheet.Span{q.style.Of(q.Mark + " ")}, q.style.Of(q.Asked), sheet.Plain.Of(q.Outcome))
	}
	if err := r.Flush(w); err != nil {
		return fmt.Errorf("writing the report of the checkup: %w", err)
	}
	return nil
}

func (r report) headline(v view) {
	r.Item(nil, sheet.Bold.Of(strings.Join(append([]string{v.CPU}, v.Machine...), " · ")))
	counts := []sheet.Span{sheet.Yellow.Of("Nothing was checked.")}
	for i, t := range v.Counts {
		if i == 0 {
			counts = nil
		} else {
			counts[i-1].Text += ","
		}
		counts = append(counts, t.style.Of(t.Text()))
	}
	r.Pieces(nil, counts...)
}

// entry writes text behind a name, in a list whose names take width columns.
func (r report) entry(name string, width int, text ...sheet.Span) {
	r.Item([]sheet.Span{sheet.Plain.Of("  " + sheet.Pad(name, width+2))}, text...)
}

// capacity writes what a Go program gets: every limit, one under the other,
// and what follows from them.
func (r report) capacity(v view) {
	r.Heading("What a Go program gets here")
	r.ladder(v.Rungs)
	for _, text := range v.Gaps {
		r.Item(lookOf(record.Unverified).label(), sheet.Plain.Of(text))
	}
	r.Blank()
	for _, a := range v.Answers {
		style := sheet.Plain
		if a.Missing {
			style = sheet.Yellow
		}
		r.entry(a.Name, len("GOMAXPROCS"), style.Of(a.Value), sheet.Bold.Of(a.Advice), sheet.Plain.Of(a.Reason))
	}
}

// first writes what to fix first, each with how.
func (r report) first(f first) {
	if len(f.Findings) > 0 {
		r.Heading("What to fix first")
	}
	for _, f := range f.Findings {
		r.Item(f.label(), sheet.Plain.Of(f.What))
		r.arrow(f.Do)
	}
	if f.More > 0 {
		r.Item([]sheet.Span{sheet.Plain.Of("    ")}, sheet.Dim.Of(fmt.Sprintf("and %d more below", f.More)))
	}
	if f.Command != "" {
		r.Item([]sheet.Span{sheet.Plain.Of("  ")}, sheet.Plain.Of("What tare can do, in one command:"))
		r.arrow(f.Command)
	}
}

func (r report) arrow(text string) {
	if text != "" {
		r.Item([]sheet.Span{sheet.Dim.Of("    → ")}, sheet.Bold.Of(text))
	}
}

// facts writes what is known about one part of the machine.
func (r report) facts(g group) {
	if len(g.Facts) == 0 {
		return
	}
	r.Heading("Facts: " + g.Title)
	width := 0
	for _, f := range g.Facts {
		width = max(width, sheet.Width(sheet.Clean(f.Name)))
	}
	for _, f := range g.Facts {
		style := sheet.Plain
		if !f.OK() {
			style = sheet.Dim
		}
		r.entry(f.Name, width, style.Of(factText(f)))
	}
}
