// Package checkup renders a record.Checkup: what a machine does to Go
// measurements, for people at a terminal and as one HTML file.
//
// What could not be looked at is shown as such everywhere. A value that is
// missing prints as "?" or "not known" with its reason, never as a zero.
package checkup

import (
	"fmt"
	"io"

	"tare/internal/record"
	"tare/internal/report/sheet"
)

// Options says what the terminal can show, and how much of it is wanted.
type Options struct {
	Width   int  // in columns; 0 or less means unlimited
	Color   bool // use ANSI colours
	Verbose bool // passed checks one by one, remedies of the harmless, and all facts
}

// report is a checkup on its way to the terminal.
type report struct {
	*sheet.Sheet
	verbose bool
}

// Write renders c to w in one call to w.Write. Sentences wrap at the width;
// only a word that is longer is left to the terminal. The error is that of w.
func Write(w io.Writer, c record.Checkup, o Options) error {
	r := report{Sheet: sheet.New(o.Width, o.Color), verbose: o.Verbose}
	r.headline(c)
	r.capacity(c)
	r.first(c.Findings)
	r.findings(c.Findings)
	if c.Noise != nil {
		r.measured(*c.Noise)
	}
	if r.verbose {
		r.facts(c.Machine)
	}
	r.legend(c.Findings)
	if c.Require != nil {
		r.required(*c.Require)
	}
	if err := r.Flush(w); err != nil {
		return fmt.Errorf("writing the report of the checkup: %w", err)
	}
	return nil
}
