package tuned

import (
	"fmt"

	"tare/internal/record"
	"tare/internal/report/sheet"
)

// spans says what became of f: values, how many settings, why, and which.
func (f fate) spans(restore bool) []sheet.Span {
	text := f.said(restore)
	if n := len(f.keys); n > 1 {
		text += fmt.Sprintf(" ×%d", n)
	}
	if f.why != "" {
		text += ": " + f.why
	}
	spans := []sheet.Span{sheet.Plain.Of(text)}
	if l := lookOf(f.state); len(f.keys) > 0 {
		spans = append(spans, sheet.Dim.Of(pattern(f.keys, l.trouble)))
	}
	return spans
}

func (f fate) said(restore bool) string {
	before, wanted, after := value(f.before), value(f.wanted), value(f.after)
	switch f.state {
	case record.StatePlanned, record.StateSet:
		switch {
		case restore:
			return wanted + " → " + before
		case f.action:
			return "set to " + wanted
		}
		return before + " → " + wanted
	case record.StateAlready:
		return wanted + " already"
	case record.StateDone:
		return "done"
	case record.StateRestored:
		return wanted + " → " + before
	case record.StateOriginal:
		return before + " already"
	case record.StateChanged:
		return fmt.Sprintf("changed since: expected %s, found %s, original %s; left alone", wanted, after, before)
	case record.StateReboot:
		return fmt.Sprintf("rebooted since: found %s, original %s; left alone", after, before)
	case record.StateOver:
		return "has ended; there is nothing to put back"
	case record.StateMissing:
		return fmt.Sprintf("does not exist any more; original %s", before)
	case record.StateUnsupported:
		return "not on this machine"
	case record.StateDenied, record.StateFailed:
		return f.refused(restore)
	}
	return string(f.state)
}

// refused says what was tried in vain, as far as it came to that.
func (f fate) refused(restore bool) string {
	text := string(f.state)
	switch {
	case restore:
		text += ", original " + value(f.before)
	case f.wanted != "":
		text += ", wanted " + value(f.wanted)
	}
	if f.after != "" {
		text += ", found " + value(f.after)
	}
	return text
}

// longValue is how much of a value is shown: CPU masks and lists can be long.
const longValue = 40

// value prints a setting's value, one that is empty visibly.
func value(v string) string {
	if v == "" {
		return "(empty)"
	}
	return sheet.Shorten(sheet.Clean(v), longValue)
}
