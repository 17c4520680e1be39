package checkup

import (
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/report/wording"
)

// finding is a record.Finding as it shows.
type finding struct {
	record.Finding
	look
	Do, Or string // what tare can do, or else a person; what else a person can do
}

func newFinding(f record.Finding) finding {
	do, or := wording.Fixes(f)
	return finding{f, lookOf(f.Severity), do, or}
}

// missing is the one reason why all facts that f needs are not known: what its
// evidence, "a: not known (why); b: not known (why).", has in brackets. It is
// empty when the evidence says anything else.
func (f finding) missing() string {
	var why string
	for i, part := range strings.Split(strings.TrimSuffix(f.Evidence, "."), "; ") {
		_, reason, _ := strings.Cut(part, ": not known (")
		reason, ok := strings.CutSuffix(reason, ")")
		if !ok || i > 0 && reason != why {
			return ""
		}
		why = reason
	}
	return why
}

// firstFixes is how many findings people will act on at once.
const firstFixes = 5

// first is what to fix first: serious findings and warnings, gravest first.
type first struct {
	Findings []finding
	Command  string // does what tare can do about several of them; else empty
	More     int    // findings that are left out
}

func newFirst(fs []record.Finding) first {
	var f first
	var knobs []string
	for _, r := range wording.GravestFirst(fs) {
		switch {
		case r.Severity.Compare(record.Warning) < 0:
		case len(f.Findings) == firstFixes:
			f.More++
		default:
			f.Findings = append(f.Findings, newFinding(r))
			if r.Knob != "" && !slices.Contains(knobs, r.Knob) {
				knobs = append(knobs, r.Knob)
			}
		}
	}
	if len(knobs) > 1 {
		f.Command = wording.Tune(knobs...)
	}
	return f
}

func ids(fs []finding) string {
	names := make([]string, len(fs))
	for i, f := range fs {
		names[i] = f.ID
	}
	return strings.Join(names, ", ")
}
