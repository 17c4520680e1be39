package checkup

import (
	"fmt"

	"tare/internal/record"
)

// groupView is one group of findings with what is known about the machine.
type groupView struct {
	Title  string
	Cards  []card
	Fine   []card
	FineAs string // the IDs of Fine
	Facts  []factView
}

// card is one finding.
type card struct {
	record.Finding
	Anchor, Class, Mark, Name string
	Command                   string // of tare, that fixes it
}

// factView is one line of a table of facts.
type factView struct {
	Name, Value string
	Missing     bool
}

// advice is one thing to fix first, and where more about it is said.
type advice struct {
	card
	Remedy string
}

// newGroups returns the findings and facts of c by group, and what to fix
// first.
func newGroups(c record.Checkup) (groups []groupView, first []advice) {
	anchors := make(map[record.Finding]string)
	for _, s := range sections(c.Findings, c.Machine.Facts) {
		g := groupView{Title: s.Title, Facts: factViews(s.Facts)}
		remarked, passed := s.remarked()
		for _, f := range remarked {
			anchors[f] = fmt.Sprintf("f%d", len(anchors)+1)
			g.Cards = append(g.Cards, newCard(f, anchors[f]))
		}
		for _, f := range passed {
			g.Fine = append(g.Fine, newCard(f, ""))
		}
		g.FineAs = ids(passed)
		groups = append(groups, g)
	}
	todo := urgent(c.Findings)
	for _, f := range todo[:min(len(todo), firstFixes)] {
		first = append(first, advice{newCard(f, anchors[f]), remedy(f)})
	}
	return groups, first
}

func newCard(f record.Finding, anchor string) card {
	l := lookOf(f.Severity)
	c := card{Finding: f, Anchor: anchor, Class: string(l.severity), Mark: l.mark, Name: l.name}
	if f.Knob != "" {
		c.Command = command(f.Knob)
	}
	return c
}

func factViews(facts []record.Fact) []factView {
	var views []factView
	for _, f := range facts {
		views = append(views, factView{f.Name, factText(f), !f.OK()})
	}
	return views
}
