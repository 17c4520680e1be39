package checkup

import (
	"tare/internal/record"
	"tare/internal/report/sheet"
)

// look is how a severity shows.
type look struct {
	severity   record.Severity
	name       string
	mark       string // one column wide on every terminal
	style      sheet.Style
	one, many  string // "1 warning", "2 warnings"
	legend     string
	unremarked bool // lists by its ID alone
}

// looks are in the order of a report, gravest first.
var looks = []look{
	{severity: record.Serious, name: "serious", mark: "✗", style: sheet.Red, one: "serious", many: "serious",
		legend: "makes results wrong, or useless to compare"},
	{severity: record.Warning, name: "warning", mark: "!", style: sheet.Yellow, one: "warning", many: "warnings",
		legend: "may move results by a percent or more"},
	{severity: record.Unverified, name: "not verified", mark: "?", style: sheet.Yellow, one: "could not be verified", many: "could not be verified",
		legend: "could not be looked at, which is not the same as fine"},
	{severity: record.Info, name: "note", mark: "i", one: "note", many: "notes",
		legend: "worth knowing"},
	{severity: record.Passed, name: "fine", mark: "✓", style: sheet.Green, one: "fine", many: "fine",
		legend: "looked at, and nothing is wrong", unremarked: true},
}

// lookOf returns the look of s. A severity that is not known here has not
// passed either: it looks unverified.
func lookOf(s record.Severity) look {
	var unverified look
	for _, l := range looks {
		if l.severity == s {
			return l
		}
		if l.severity == record.Unverified {
			unverified = l
		}
	}
	return unverified
}

// severity returns that of f, Unverified when it is not known here.
func severity(f record.Finding) record.Severity { return lookOf(f.Severity).severity }
