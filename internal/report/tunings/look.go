package tunings

import (
	"fmt"
	"strings"

	"tare/internal/record"
	"tare/internal/report/model"
)

// look is how a state shows and counts.
type look struct {
	state   record.State
	mark    string // one column wide on every terminal
	mood    model.Mood
	trouble bool   // which settings it were matters
	word    string // for knobs that are not as they should be
	// The words behind a count, of one and of several settings.
	one, many string
}

// looks are in the order of a summary.
var looks = []look{
	{state: record.StatePlanned, mark: "+", mood: model.Good, one: "setting would be set", many: "settings would be set"},
	{state: record.StateSet, mark: "✓", mood: model.Good, one: "setting set", many: "settings set"},
	{state: record.StateDone, mark: "✓", mood: model.Good, one: "done", many: "done"},
	{state: record.StateAlready, mark: "=", one: "already so", many: "already so"},
	{state: record.StateRestored, mark: "✓", mood: model.Good, one: "setting put back", many: "settings put back"},
	{state: record.StateOriginal, mark: "=", one: "had its original value already", many: "had their original values already"},
	{state: record.StateOver, mark: "=", one: "has ended, with nothing to put back", many: "have ended, with nothing to put back"},
	{state: record.StateChanged, mark: "!", mood: model.Warn, trouble: true, word: "changed by somebody else", one: "left alone (somebody else changed it since)", many: "left alone (somebody else changed them since)"},
	{state: record.StateReboot, mark: "!", mood: model.Warn, trouble: true, word: "different since a reboot", one: "left alone (different since a reboot)", many: "left alone (different since a reboot)"},
	{state: record.StateMissing, mark: "?", mood: model.Warn, trouble: true, word: "gone", one: "does not exist any more", many: "do not exist any more"},
	{state: record.StateUnsupported, mark: "-", mood: model.Quiet, one: "not on this machine", many: "not on this machine"},
	{state: record.StateDenied, mark: "✗", mood: model.Warn, trouble: true, word: "denied", one: "denied", many: "denied"},
	{state: record.StateFailed, mark: "✗", mood: model.Bad, trouble: true, word: "failed", one: "failed", many: "failed"},
}

// lookOf returns the look of s. A state that is not known here is trouble.
func lookOf(s record.State) look {
	for _, l := range looks {
		if l.state == s {
			return l
		}
	}
	return look{state: s, mark: "?", mood: model.Warn, trouble: true, word: string(s), one: string(s), many: string(s)}
}

// counted is "12 settings set"; what a restore plans is to put back.
func (l look) counted(n int, restore bool) string {
	words := l.many
	if n == 1 {
		words = l.one
	}
	if l.state == record.StatePlanned && restore {
		words = strings.Replace(words, "be set", "be put back", 1)
	}
	return fmt.Sprintf("%d %s", n, words)
}
