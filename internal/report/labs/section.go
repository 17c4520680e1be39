package labs

import (
	"fmt"
	"io/fs"
	"strings"

	"tare/internal/lab"
	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// section is all of one experiment.
func (v view) section(i int) model.Section {
	x := v.Experiments[i]
	c := v.claim(x)
	s := model.Section{Detail: model.Verbose, ID: x.ID, Title: model.Lit(model.Plain, x.ID), Result: v.verdict(x), Open: len(v.Experiments) == 1}
	if took := wording.TimeLimit(timeOf(x)); took != "" {
		s.Under = append(s.Under, model.Lit(model.Quiet, unit.Plural(x.Rounds, "round")+" of "+unit.Plural(len(x.Variants), "variant")+" in "+took))
	}
	s.Blocks = append(s.Blocks, model.Prose{Detail: model.Verbose, Lines: words(c)}, figureTable(v.figures(x)))
	s.Blocks = append(s.Blocks, variantTable(x, c))
	if f, ok := v.picture(i, c); ok {
		s.Blocks = append(s.Blocks, f)
	}
	if rounds, ok := roundsOf(x, c); ok {
		s.Blocks = append(s.Blocks, rounds)
	}
	return withPrograms(s, model.Paged, c)
}

// verdict is that of x, with what it needs.
func (v view) verdict(x record.Experiment) model.Text {
	text := model.Lit(moods[x.Verdict], string(x.Verdict))
	if why := v.why(x); len(why) > 0 {
		text = model.Joined(text, model.Say(": "), why)
	}
	return text
}

// words are what a claim says, in full.
func words(c lab.Claim) (all []model.Line) {
	add := func(label, text string) {
		if text != "" {
			all = append(all, model.Line{Detail: model.Verbose, Label: label, Text: model.Say(text)})
		}
	}
	add("Claim:", c.Says)
	add(sourceLabel, source(c))
	add("Question:", c.Question)
	add("What the published program got wrong:", c.Caveat)
	add("Needs:", needs(c))
	return all
}

// sourceLabel stands before the source.
const sourceLabel = "Source:"

// source is the article that a claim comes from.
func source(c lab.Claim) string {
	var names []string
	for _, letter := range strings.Split(c.Source, "") {
		if name := lab.Sources[letter]; name != "" {
			names = append(names, name)
		}
	}
	return strings.Join(names, "; ")
}

func needs(c lab.Claim) string {
	var all []string
	for _, n := range c.Needs {
		all = append(all, string(n))
	}
	return strings.Join(all, ", ")
}

// figureTable holds what is published against ours.
func figureTable(figures []record.Figure) model.Table {
	t := model.Table{Detail: model.Verbose, Title: "Figures", Moves: moves, Columns: []model.Column{
		{Title: "published"}, {Title: "nothing to it", Narrow: true}, {Title: "ours"}, {Kind: spread, Title: "interval", Left: true, Under: true},
		{Title: "says", Left: true, Chip: true, Narrow: true}, {Title: "of what", Left: true, Wrap: true},
	}}
	for _, f := range figures {
		null := round(f.Null, f.Unit)
		if f.Says == "" {
			null = ""
		}
		t.Rows = append(t.Rows, model.Row{Cells: []model.Cell{
			said(round(f.Published, f.Unit)), said(null), ours(f), bare(interval(f.Ours, f.Unit)), in(moods[f.Says], string(f.Says)), said(f.Name),
		}})
	}
	return t
}

// variantTable has the medians of what the picture shows, with their intervals.
func variantTable(x record.Experiment, c lab.Claim) model.Table {
	t := model.Table{Detail: model.Verbose, Title: "Variants", Columns: []model.Column{{Title: "variant", Left: true, Head: true}}}
	for i, u := range c.Picture.Units {
		spread := model.Column{Kind: model.Kind(i + 1), Title: "±", Under: true}
		t.Columns = append(t.Columns, model.Column{Kind: model.Kind(i + 1), Title: u}, spread)
	}
	t.Columns = append(t.Columns, model.Column{Detail: model.Paged, Title: "how it runs", Left: true})
	for last := len(c.Picture.Units); last > 1; last-- {
		m := model.Move{}
		for k := last; k <= len(c.Picture.Units); k++ {
			m.Below = append(m.Below, model.Kind(k))
		}
		t.Moves = append(t.Moves, m)
	}
	for _, v := range x.Variants {
		cells := []model.Cell{said(v.Name)}
		for _, u := range c.Picture.Units {
			e := v.Values[u]
			cells = append(cells, model.Cell{Text: model.Lit(model.Plain, plainNumber(e, u)), Tip: interval(e, u)}, bare(wording.PlusMinus(e)))
		}
		t.Rows = append(t.Rows, model.Row{Cells: append(cells, settingOf(v))})
	}
	return t
}

// plainNumber is an estimate below the name of its unit.
func plainNumber(e record.Estimate, u string) string {
	if !wording.HasCenter(e) {
		return wording.None
	}
	return wording.Number(e.Center, u)
}

// settingOf is the cell about how a variant runs.
func settingOf(v record.LabVariant) model.Cell {
	if words := setting(v); len(words) > 0 {
		return in(model.Code, wording.Quote(words))
	}
	return in(model.Quiet, wording.None)
}

// setting is how a variant runs, as somebody could type it.
func setting(v record.LabVariant) []string {
	var all []string
	c := v.Cell
	if c.Quota > 0 {
		all = append(all, fmt.Sprintf("quota=%.4g", c.Quota))
	}
	if c.CPUs != "" {
		all = append(all, "cpus="+c.CPUs)
	}
	if c.Memory > 0 {
		all = append(all, "memory="+unit.Bytes(float64(c.Memory)))
	}
	if c.GOMAXPROCS > 0 {
		all = append(all, fmt.Sprintf("GOMAXPROCS=%d", c.GOMAXPROCS))
	}
	return append(append(all, c.Env...), v.Args...)
}

// withPrograms adds the sources of a claim's program to a section.
func withPrograms(s model.Section, shown model.Detail, c lab.Claim) model.Section {
	for _, p := range programs(c) {
		p.Detail = shown
		s.Blocks = append(s.Blocks, p)
	}
	return s
}

// programs are the files of a claim's program.
func programs(c lab.Claim) (all []model.Listing) {
	entries, err := fs.ReadDir(lab.Programs(), c.Folder())
	if err != nil {
		return nil // nobody knows the claim any more
	}
	for _, e := range entries {
		name := c.Folder() + "/" + e.Name()
		if text, err := fs.ReadFile(lab.Programs(), name); err == nil {
			all = append(all, model.Listing{Title: "Program: " + name, Lines: lines(text)})
		}
	}
	return all
}
