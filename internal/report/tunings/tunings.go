// Package tunings words what `tare tune` set or would set, what `tare restore` put back,
// and which knobs there are.
package tunings

import (
	"fmt"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/model"
)

// Document is the report of t: what is not as it should be first, then what became of each
// knob, and how many settings fared how. Settings that share their values and their fate
// are one row. A command that may do what was denied is named as the way out; it may be
// empty.
func Document(t record.Tuning, wayOut string) model.Document {
	doc := model.Document{Result: result(t)}
	all := knobs(t)
	if undone := undone(t, all, wayOut); len(undone) > 0 {
		doc.About = append(doc.About, model.Line{Detail: model.Brief, Text: undone})
	}
	if title := heading(t); title != "" {
		doc.About = append(doc.About, model.Line{Text: model.Lit(model.Strong, title)})
	}
	if len(all) > 0 {
		doc.Blocks = []model.Block{table(all, t.Restore)}
	}
	return doc
}

// heading says what was done; nothing when that is nothing.
func heading(t record.Tuning) string {
	made := func(s record.Setting) bool { return !lookOf(s.State).trouble && s.State != record.StateUnsupported }
	switch {
	case len(t.Settings) == 0:
		return ""
	case t.Restore && t.DryRun:
		return "What would be put back" + named(" of session ", t.Session)
	case t.DryRun:
		return "Plan" + named(" of profile ", t.Profile)
	case !slices.ContainsFunc(t.Settings, made):
		return ""
	case t.Restore && t.Session == "":
		return "Put back what tare had changed"
	case t.Restore:
		return "Put back what session " + t.Session + " changed"
	}
	return "Tuned" + named(" for profile ", t.Profile)
}

func named(words, name string) string {
	if name == "" {
		return ""
	}
	return words + name
}

// undone says which knobs are not as they should be, of those that there are on this
// machine: "Not set: 2 of 6 knobs (failed: irq-affinity in part; denied: ksm); run `…`".
func undone(t record.Tuning, all []knob, wayOut string) model.Text {
	var here, bad int
	var states []record.State // in the order of a summary
	ids := make(map[record.State][]string)
	for _, k := range all {
		state := k.worst()
		if slices.ContainsFunc(k.fates, func(f fate) bool { return f.state != record.StateUnsupported }) {
			here++
		}
		if !lookOf(state).trouble {
			continue
		}
		bad++
		if len(ids[state]) == 0 {
			states = append(states, state)
		}
		ids[state] = append(ids[state], k.named())
	}
	if bad == 0 {
		return nil
	}
	slices.SortStableFunc(states, func(a, b record.State) int { return rank(b) - rank(a) })
	var parts []string
	for _, s := range states {
		parts = append(parts, lookOf(s).word+": "+strings.Join(ids[s], ", "))
	}
	text := model.Lit(model.Bad, fmt.Sprintf("%s: %d of %s (%s)", verb(t), bad, unit.Plural(here, "knob"), strings.Join(parts, "; ")))
	if len(ids[record.StateDenied]) > 0 && wayOut != "" {
		text = model.Joined(text, model.Say("; run `"+wayOut+"`"))
	}
	return text
}

// verb is what was not, or cannot be, done.
func verb(t record.Tuning) string {
	switch {
	case t.Restore && t.DryRun:
		return "Cannot be put back"
	case t.Restore:
		return "Not put back"
	case t.DryRun:
		return "Cannot be set"
	}
	return "Not set"
}

// result counts what became of the settings, and says how to go on.
func result(t record.Tuning) []model.Count {
	if len(t.Settings) == 0 {
		text := "Nothing to set."
		if t.Restore {
			text = "Nothing to put back."
		}
		return []model.Count{{Detail: model.Brief, Text: text}}
	}
	var counts []model.Count
	add := func(m model.Mood, text string) {
		counts = append(counts, model.Count{Detail: model.Brief, Mood: m, Text: text})
	}
	for _, l := range occurring(t.Settings) {
		add(l.mood, l.counted(count(t.Settings, l.state), t.Restore))
	}
	switch {
	case t.DryRun:
		add(model.Plain, "nothing was changed")
	case !t.Restore && count(t.Settings, record.StateSet) > 0:
		add(model.Plain, "put back with `tare restore`")
	}
	return counts
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
