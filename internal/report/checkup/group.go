package checkup

import (
	"slices"

	"tare/internal/record"
	"tare/internal/report/wording"
)

// group is what was found and what is known about one part of the machine.
type group struct {
	Title  string
	Issues []finding // to act on, gravest first
	Notes  []finding // worth knowing
	Open   []open
	Fine   []finding
	Facts  []record.Fact
}

// open is what could not be verified, for one reason.
type open struct {
	finding // the first of All
	All     []finding
	Why     string // empty when All is one finding that has its own evidence
}

// otherGroup is the heading of what belongs to no group.
const otherGroup = "other"

// groups sorts what c found by group, in the order of record.Groups; groups
// that are not in it follow in order of appearance.
func groups(c record.MachineReport) []group {
	var gs []group
	at := func(title string) *group {
		if title == "" {
			title = otherGroup
		}
		i := slices.IndexFunc(gs, func(g group) bool { return g.Title == title })
		if i < 0 {
			i = len(gs)
			gs = append(gs, group{Title: title})
		}
		return &gs[i]
	}
	for _, title := range record.Groups {
		at(title)
	}
	for _, f := range wording.GravestFirst(c.Findings) {
		at(f.Group).add(newFinding(f))
	}
	for _, f := range c.Machine.Facts {
		g := at(f.Group)
		g.Facts = append(g.Facts, f)
	}
	return slices.DeleteFunc(gs, func(g group) bool {
		return len(g.Issues)+len(g.Notes)+len(g.Open)+len(g.Fine)+len(g.Facts) == 0
	})
}

func (g *group) add(f finding) {
	switch f.Class {
	case record.Passed:
		g.Fine = append(g.Fine, f)
	case record.Info:
		g.Notes = append(g.Notes, f)
	case record.Unverified:
		why := f.missing()
		i := slices.IndexFunc(g.Open, func(o open) bool { return why != "" && o.Why == why && o.Fix == f.Fix })
		if i < 0 {
			i = len(g.Open)
			g.Open = append(g.Open, open{finding: f, Why: why})
		}
		g.Open[i].All = append(g.Open[i].All, f)
	default:
		g.Issues = append(g.Issues, f)
	}
}
