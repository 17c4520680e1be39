package tuned

import (
	"fmt"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/report/sheet"
)

// summary counts what became of the settings, and says how to go on.
func summary(t record.Tuning) []sheet.Span {
	if len(t.Settings) == 0 {
		if t.Restore {
			return []sheet.Span{sheet.Plain.Of("Nothing to put back.")}
		}
		return []sheet.Span{sheet.Plain.Of("Nothing to set.")}
	}
	var spans []sheet.Span
	for _, l := range occurring(t.Settings) {
		spans = append(spans, l.style.Of(l.counted(count(t.Settings, l.state), t)+","))
	}
	last := len(spans) - 1
	spans[last].Text = strings.TrimSuffix(spans[last].Text, ",")
	if rest := sequel(t); rest != "" {
		spans[last].Text += ";"
		return append(spans, sheet.Plain.Of(rest))
	}
	return spans
}

// occurring returns the looks of the states in ss, in the order of a summary.
func occurring(ss []record.Setting) []look {
	known := slices.DeleteFunc(slices.Clone(looks), func(l look) bool { return count(ss, l.state) == 0 })
	for _, s := range ss {
		if !slices.ContainsFunc(known, func(l look) bool { return l.state == s.State }) {
			known = append(known, lookOf(s.State))
		}
	}
	return known
}

func count(ss []record.Setting, state record.State) int {
	n := 0
	for _, s := range ss {
		if s.State == state {
			n++
		}
	}
	return n
}

// counted is "12 settings set"; what a restore plans is to put back.
func (l look) counted(n int, t record.Tuning) string {
	words := l.many
	if n == 1 {
		words = l.one
	}
	if l.state == record.StatePlanned && t.Restore {
		words = strings.Replace(words, "be set", "be put back", 1)
	}
	return fmt.Sprintf("%d %s", n, words)
}

// sequel is what to do next.
func sequel(t record.Tuning) string {
	switch {
	case t.DryRun:
		return "nothing was changed"
	case !t.Restore && count(t.Settings, record.StateSet) > 0:
		return "put back with `tare restore`"
	}
	return ""
}
