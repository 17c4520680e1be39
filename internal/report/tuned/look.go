package tuned

import (
	"tare/internal/record"
	"tare/internal/report/sheet"
)

// look is how a state shows and counts.
type look struct {
	state   record.State
	mark    string // one column wide on every terminal
	style   sheet.Style
	trouble bool // which settings it were matters
	// The summary's words behind a count, of one and of several settings.
	one, many string
}

// looks are in the order of a summary.
var looks = []look{
	{state: record.StatePlanned, mark: "+", style: sheet.Green, one: "setting would be set", many: "settings would be set"},
	{state: record.StateSet, mark: "✓", style: sheet.Green, one: "setting set", many: "settings set"},
	{state: record.StateDone, mark: "✓", style: sheet.Green, one: "done", many: "done"},
	{state: record.StateAlready, mark: "=", one: "already so", many: "already so"},
	{state: record.StateRestored, mark: "✓", style: sheet.Green, one: "setting put back", many: "settings put back"},
	{state: record.StateOriginal, mark: "=", one: "had its original value already", many: "had their original values already"},
	{state: record.StateOver, mark: "=", one: "has ended, with nothing to put back", many: "have ended, with nothing to put back"},
	{state: record.StateChanged, mark: "!", style: sheet.Yellow, trouble: true, one: "left alone (somebody else changed it since)", many: "left alone (somebody else changed them since)"},
	{state: record.StateReboot, mark: "!", style: sheet.Yellow, trouble: true, one: "left alone (different since a reboot)", many: "left alone (different since a reboot)"},
	{state: record.StateMissing, mark: "?", style: sheet.Yellow, trouble: true, one: "does not exist any more", many: "do not exist any more"},
	{state: record.StateUnsupported, mark: "-", style: sheet.Dim, one: "not on this machine", many: "not on this machine"},
	{state: record.StateDenied, mark: "✗", style: sheet.Yellow, trouble: true, one: "denied", many: "denied"},
	{state: record.StateFailed, mark: "✗", style: sheet.Red, trouble: true, one: "failed", many: "failed"},
}

// lookOf returns the look of s. A state that is not known here is trouble.
func lookOf(s record.State) look {
	for _, l := range looks {
		if l.state == s {
			return l
		}
	}
	return look{state: s, mark: "?", style: sheet.Yellow, trouble: true, one: string(s), many: string(s)}
}
