package checkup

import (
	"fmt"

	"tare/internal/record"
	"tare/internal/report/sheet"
)

// look is how a severity shows.
type look struct {
	Class     record.Severity
	Mark      string // one column wide on every terminal
	Name      string
	Legend    string
	style     sheet.Style
	one, many string // "1 warning", "2 warnings"
}

// looks are in the order of a report, gravest first.
var looks = []look{
	{Class: record.Serious, Mark: "✗", Name: "serious", style: sheet.Red, one: "serious", many: "serious",
		Legend: "makes results wrong, or useless to compare"},
	{Class: record.Warning, Mark: "!", Name: "warning", style: sheet.Yellow, one: "warning", many: "warnings",
		Legend: "may move results by a percent or more"},
	{Class: record.Unverified, Mark: "?", Name: "not verified", style: sheet.Yellow, one: "could not be verified", many: "could not be verified",
		Legend: "could not be looked at, which is not the same as fine"},
	{Class: record.Info, Mark: "i", Name: "note", one: "note", many: "notes",
		Legend: "worth knowing"},
	{Class: record.Passed, Mark: "✓", Name: "fine", style: sheet.Green, one: "fine", many: "fine",
		Legend: "looked at, and nothing is wrong"},
}

// lookOf returns the look of s. A severity that is not known here is the
// gravest, rather than overlooked.
func lookOf(s record.Severity) look {
	for _, l := range looks {
		if l.Class == s {
			return l
		}
	}
	return looks[0]
}

// label is the mark in front of an indented line.
func (l look) label() []sheet.Span { return []sheet.Span{l.style.Of("  " + l.Mark + " ")} }

// total is how many findings there are of one severity.
type total struct {
	look
	n int
}

// Text is "2 warnings".
func (t total) Text() string {
	if t.n == 1 {
		return "1 " + t.one
	}
	return fmt.Sprintf("%d %s", t.n, t.many)
}

// tally counts fs by severity, gravest first, leaving out what does not occur.
func tally(fs []record.Finding) []total {
	var totals []total
	for _, l := range looks {
		n := 0
		for _, f := range fs {
			if lookOf(f.Severity).Class == l.Class {
				n++
			}
		}
		if n > 0 {
			totals = append(totals, total{l, n})
		}
	}
	return totals
}
