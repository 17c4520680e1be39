// Package tuned renders a record.Tuning for people at a terminal: what
// `tare tune` set or would set, what `tare restore` put back, and which knobs
// there are.
package tuned

import (
	"fmt"
	"io"

	"tare/internal/record"
	"tare/internal/report/sheet"
)

// Options says what the terminal can show.
type Options struct {
	Width int  // in columns; 0 or less means unlimited
	Color bool // use ANSI colours
}

// Write renders t to w in one call to w.Write: what became of each knob, then
// a summary. Settings that share their values and their fate are one line.
// Sentences wrap at the width; only a word that is longer is left to the
// terminal. The error is that of w.
func Write(w io.Writer, t record.Tuning, o Options) error {
	s := sheet.New(o.Width, o.Color)
	if title := heading(t); title != "" {
		s.Item(nil, sheet.Bold.Of(title))
	}
	all := knobs(t)
	width := idWidth(all)
	for _, k := range all {
		writeKnob(s, k, t.Restore, width)
	}
	s.Blank()
	s.Item(nil, summary(t)...)
	if err := s.Flush(w); err != nil {
		return fmt.Errorf("writing the report of the settings: %w", err)
	}
	return nil
}

// heading says what t was about, when it was about anything.
func heading(t record.Tuning) string {
	switch {
	case len(t.Settings) == 0:
		return ""
	case t.Restore && t.DryRun:
		return "What would be put back" + named(" of session ", t.Session)
	case t.Restore && t.Session == "":
		return "Put back what tare had changed"
	case t.Restore:
		return "Put back what session " + t.Session + " changed"
	case t.DryRun:
		return "Plan" + named(" of profile ", t.Profile)
	case t.Profile == "":
		return "Tuned"
	}
	return "Tuned for profile " + t.Profile
}

func named(words, name string) string {
	if name == "" {
		return ""
	}
	return words + name
}

// writeKnob writes one line for a knob whose settings all fared alike, and
// otherwise a heading with a line for each fate.
func writeKnob(s *sheet.Sheet, k knob, restore bool, width int) {
	if len(k.fates) == 1 {
		f := k.fates[0]
		l := lookOf(f.state)
		label := []sheet.Span{l.style.Of(l.mark + " "), sheet.Bold.Of(sheet.Pad(k.ID, width+2))}
		s.Item(label, f.spans(restore)...)
		return
	}
	worst := lookOf(k.worst())
	label := []sheet.Span{worst.style.Of(worst.mark + " "), sheet.Bold.Of(sheet.Pad(k.ID, width+2))}
	s.Item(label, sheet.Dim.Of(k.What))
	for _, f := range k.fates {
		l := lookOf(f.state)
		s.Item([]sheet.Span{l.style.Of("    " + l.mark + " ")}, f.spans(restore)...)
	}
}

func idWidth(all []knob) int {
	width := 0
	for _, k := range all {
		width = max(width, sheet.Width(sheet.Clean(k.ID)))
	}
	return width
}
