package checkup

import (
	"fmt"
	"strings"

	"tare/internal/record"
	"tare/internal/report/sheet"
)

// firstFixes is how many findings people will act on at once.
const firstFixes = 5

// first writes what to fix first, each with how.
func (r report) first(fs []record.Finding) {
	todo := urgent(fs)
	if len(todo) == 0 {
		return
	}
	r.Heading("What to fix first")
	for _, f := range todo[:min(len(todo), firstFixes)] {
		l := lookOf(f.Severity)
		mark := []sheet.Span{l.style.Of("  " + l.mark + " ")}
		what, fix := sheet.Plain.Of(f.What), sheet.Bold.Of(remedy(f))
		switch {
		case fix.Text == "":
			r.Item(mark, what)
		case sheet.Width("  ! "+what.Text+" → "+fix.Text) <= r.Width():
			r.Item(mark, what, sheet.Dim.Of("→"), fix)
		default:
			r.Item(mark, what)
			r.Item([]sheet.Span{sheet.Dim.Of("    → ")}, fix)
		}
	}
	if more := len(todo) - firstFixes; more > 0 {
		r.Item([]sheet.Span{sheet.Plain.Of("    ")}, sheet.Dim.Of(fmt.Sprintf("and %d more below", more)))
	}
}

// remedy is the shortest way to get rid of f.
func remedy(f record.Finding) string {
	if f.Knob != "" {
		return command(f.Knob)
	}
	return f.Fix
}

// command sets one knob.
func command(knob string) string { return "sudo tare tune -only=" + knob }

// findings writes the outcome of every check, by group.
func (r report) findings(fs []record.Finding) {
	for _, s := range sections(fs, nil) {
		r.Heading(s.Title)
		remarked, passed := s.remarked()
		for _, f := range remarked {
			r.finding(f)
		}
		r.passed(passed)
	}
}

// finding writes what is wrong in bold with its particulars below; what is
// only worth knowing fits into one paragraph.
func (r report) finding(f record.Finding) {
	l := lookOf(f.Severity)
	mark := []sheet.Span{l.style.Of("  " + l.mark + " ")}
	if l.severity.Compare(record.Warning) < 0 {
		r.Item(mark, sheet.Plain.Of(f.What), sheet.Plain.Of(f.Evidence), tag(f))
		if l.severity == record.Unverified || r.verbose {
			r.detail("fix", f.Fix)
			r.knob(f)
		}
		return
	}
	r.Item(mark, sheet.Bold.Of(f.What), tag(f))
	r.detail("evidence", f.Evidence)
	r.detail("effect", f.Effect)
	r.detail("fix", f.Fix)
	r.knob(f)
}

func tag(f record.Finding) sheet.Span { return sheet.Dim.Of("[" + f.ID + "]") }

func (r report) knob(f record.Finding) {
	if f.Knob != "" {
		r.detail("tare can", command(f.Knob))
	}
}

// detail writes one particular of a finding, when there is any.
func (r report) detail(name, text string) {
	if text != "" {
		r.Item([]sheet.Span{sheet.Dim.Of("    " + sheet.Pad(name, len("evidence")+2))}, sheet.Plain.Of(text))
	}
}

// passed names what was found to be fine.
func (r report) passed(fs []record.Finding) {
	if len(fs) == 0 {
		return
	}
	l := lookOf(record.Passed)
	mark := []sheet.Span{l.style.Of("  " + l.mark + " ")}
	if r.verbose {
		for _, f := range fs {
			r.Item(mark, sheet.Plain.Of(f.What), sheet.Plain.Of(f.Evidence), tag(f))
		}
		return
	}
	r.Item(mark, sheet.Plain.Of(ids(fs)))
}

func ids(fs []record.Finding) string {
	names := make([]string, len(fs))
	for i, f := range fs {
		names[i] = f.ID
	}
	return strings.Join(names, ", ")
}
