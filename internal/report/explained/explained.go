// Package explained renders at a terminal where the time of an interval went: what
// took it and what to do about that, a stacked bar and an account of every interval,
// and below that the evidence from the kernel's and Go's side.
package explained

import (
	"fmt"
	"io"
	"strings"

	"tare/internal/record"
	"tare/internal/report/sheet"
	"tare/internal/report/wording"
)

// Options says what the terminal can show, and how much of it is wanted.
type Options struct {
	Color   bool // use ANSI colours
	Width   int  // in columns; 0 or less means unlimited
	Verbose bool // every episode, lane and system call, where else the first ones do
}

// report is an explanation on its way to the terminal.
type report struct {
	*sheet.Sheet
	record.Explanation
	verbose bool
}

// Write renders e to w in one call to w.Write. From 80 columns on nothing
// exceeds the width but a word that is longer. Sections that nothing was
// recorded for are left out, and what could not be known is said once. The
// error is that of w.
func Write(w io.Writer, e record.Explanation, o Options) error {
	r := report{sheet.New(o.Width, o.Color), e, o.Verbose}
	r.header()
	r.causes()
	r.hit()
	for _, i := range e.Intervals {
		r.interval(i)
	}
	r.throttling()
	r.check()
	r.stops()
	r.lanes()
	r.wakeups()
	r.syscalls()
	r.legend()
	r.ending()
	if err := r.Flush(w); err != nil {
		return fmt.Errorf("writing the explanation: %w", err)
	}
	return nil
}

// shown is how many of n rows to show, up to limit unless all are wanted.
func (r report) shown(n, limit int) int {
	if r.verbose {
		return n
	}
	return min(n, limit)
}

// section starts a section with what it comes to.
func (r report) section(title string, texts ...string) {
	r.Blank()
	r.Item([]sheet.Span{sheet.Bold.Of(title + "  ")}, sheet.Plain.Of(strings.Join(texts, "; ")))
}

// more tells that n rows are not shown, of which so many are kept.
func (r report) more(n, kept int) {
	text := "and " + wording.Grouped(int64(n)) + " more"
	switch {
	case n == 0:
		return
	case kept >= n:
		text += "; -v shows them"
	case kept > 0:
		text += fmt.Sprintf("; -v shows %d of them", kept)
	}
	r.Prose(sheet.Dim, "", text)
}
