// Package machines words the machine report: what a machine does to Go measurements, what
// a Go program gets there, and how to get rid of what distorts results.
//
// What could not be looked at is said everywhere. A value that is missing prints as "?" or
// "not known" with its reason, never as a zero.
package machines

import (
	"cmp"
	"fmt"
	"strings"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// Document is the machine report of `tare check`.
func Document(r record.MachineReport) model.Document {
	name, about := nameOf(r.Machine)
	doc := model.Document{
		Title:  name,
		About:  []model.Line{{Text: model.Lit(model.Plain, about)}},
		Result: result(r),
		Blocks: []model.Block{gets(r.Capacity)},
		Foot:   severities(),
		Tare:   r.Tare,
	}
	if !r.Started.IsZero() {
		doc.About = append(doc.About, model.Line{Detail: model.Paged, Text: model.Lit(model.Quiet, r.Started.Format("2006-01-02 15:04:05 MST"))})
	}
	urgent, open, rest := findings(r.Findings)
	doc.Blocks = append(doc.Blocks, urgent...)
	doc.Blocks = append(doc.Blocks, pictures(r))
	doc.Blocks = append(doc.Blocks, limits(r)...)
	if r.Noise != nil {
		doc.Blocks = append(doc.Blocks, measured(*r.Noise)...)
	}
	doc.Blocks = append(doc.Blocks, open, rest, facts(r.Machine.Facts))
	return doc
}

// nameOf names a machine as far as it is known: the CPU, and how many there are, what the
// machine runs in, and the system.
func nameOf(m record.Machine) (name, about string) {
	parts := []string{cpusOf(m)}
	for _, in := range []struct{ fact, nothing, name string }{
		{record.FactHypervisor, "none", "hypervisor: "},
		{record.FactWSL, "no", ""},
		{record.FactContainer, "no sign", "container: "},
	} {
		if f := m.Fact(in.fact); f.OK() && f.Value != in.nothing {
			parts = append(parts, in.name+f.Value)
		}
	}
	platform := m.GOOS
	if m.GOARCH != "" {
		platform += "/" + m.GOARCH
	}
	if system := strings.TrimSpace(platform + " " + m.Kernel); system != "" {
		parts = append(parts, system)
	}
	return cmp.Or(m.CPUModel, "unknown CPU"), strings.Join(parts, " · ")
}

func cpusOf(m record.Machine) string {
	switch {
	case m.CPUs <= 0:
		return "unknown number of CPUs"
	case m.Affinity > 0 && m.Affinity != m.CPUs:
		return fmt.Sprintf("%d of %s", m.Affinity, unit.Plural(m.CPUs, "CPU"))
	}
	return unit.Plural(m.CPUs, "CPU")
}

// result counts the findings by severity, gravest first, and says what came of -require.
func result(r record.MachineReport) []model.Count {
	var counts []model.Count
	for _, s := range gravestFirst {
		n := 0
		for _, f := range r.Findings {
			if severityOf(f) == s.Severity {
				n++
			}
		}
		if n > 0 {
			counts = append(counts, model.Count{Detail: model.Brief, Mood: s.mood, Text: s.counted(n)})
		}
	}
	if len(counts) == 0 {
		counts = []model.Count{{Detail: model.Brief, Mood: model.Warn, Text: "nothing was checked"}}
	}
	if r.Require != nil {
		counts = append(counts, requirement(*r.Require))
	}
	return counts
}

// requirement is what came of -require. What fails outweighs what is open.
func requirement(q record.Require) model.Count {
	text := "-require=" + strings.Join(q.Asked, ",")
	open := by("cannot be verified: ", strings.Join(q.Open, ", "))
	switch {
	case q.Passed:
		return model.Count{Detail: model.Brief, Mood: model.Good, Text: text + " passed"}
	case len(q.Wrong) == 0:
		return model.Count{Detail: model.Brief, Mood: model.Warn, Text: text + " " + open}
	}
	return model.Count{Detail: model.Brief, Mood: model.Bad, Text: text + " failed: " + strings.Join(q.Wrong, ", ") + by("; ", open)}
}

// facts is all that is known of the machine, in the order of record.Groups; groups that
// are not in it follow in order of appearance.
func facts(all []record.Fact) model.Facts {
	block := model.Facts{Detail: model.Verbose, Title: "Facts"}
	at := make(map[string]int)
	for _, title := range record.Groups {
		at[title] = len(block.Groups)
		block.Groups = append(block.Groups, model.Group{Title: title})
	}
	for _, f := range all {
		i, ok := at[f.Group]
		if !ok {
			i = len(block.Groups)
			at[f.Group] = i
			block.Groups = append(block.Groups, model.Group{Title: f.Group})
		}
		g := &block.Groups[i]
		g.Facts = append(g.Facts, model.Fact{Name: f.Name, Value: factValue(f)})
	}
	var some []model.Group
	for _, g := range block.Groups {
		if len(g.Facts) > 0 {
			some = append(some, g)
		}
	}
	block.Groups = some
	return block
}

func factValue(f record.Fact) model.Text {
	if f.OK() {
		return model.Lit(model.Plain, f.Value)
	}
	return model.Lit(model.Missing, notKnown(f.Status, f.Why))
}

// notKnown is what a sentence says for a value that is missing.
func notKnown(s record.Status, why string) string {
	return "not known (" + wording.Because(s, why) + ")"
}

// by is text behind words that introduce it, or nothing.
func by(words, text string) string {
	if text == "" {
		return ""
	}
	return words + text
}
