package labs

import (
	"slices"
	"strings"

	"tare/internal/lab"
	"tare/internal/record"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// What columns have to do with each other when the terminal is narrow.
const (
	core model.Kind = iota
	spread
)

// moves make room.
var moves = []model.Move{{Below: []model.Kind{spread}}}

// table has a row for each claim, and one for each further figure that it has.
func (v view) table() model.Table {
	t := model.Table{Detail: model.Brief, ID: model.Overview, Title: "Claims", Moves: moves,
		Columns: []model.Column{
			{Title: "claim", Left: true, Head: true},
			{Title: "verdict", Left: true, Chip: true},
			{Title: "published"},
			{Title: "ours"},
			{Kind: spread, Title: "interval", Left: true, Under: true},
			{Title: "of what", Left: true, Wrap: true},
		}}
	for _, x := range v.Experiments {
		t.Rows = append(t.Rows, v.rows(x)...)
	}
	return t
}

// rows are those of one claim. The first one has the verdict; what each of several figures
// says by itself follows them.
func (v view) rows(x record.Experiment) []model.Row {
	figures := v.figures(x)
	verdict := in(moods[x.Verdict], string(x.Verdict)).By(float64(slices.Index(verdicts, x.Verdict)))
	if len(figures) == 0 {
		return []model.Row{{Detail: model.Brief, To: x.ID, Cells: []model.Cell{said(x.ID), verdict, {}, {}, {}, {Text: v.why(x)}}}}
	}
	var rows []model.Row
	for i, f := range figures {
		name, says := said(x.ID), verdict
		of := model.Lit(model.Plain, f.Name)
		if i > 0 {
			says = model.Cell{}
		}
		if len(figures) > 1 && f.Says != "" {
			of = model.Joined(of, model.Lit(model.Quiet, ": "+string(f.Says)))
		}
		if why := v.why(x); i == 0 && len(why) > 0 {
			of = model.Joined(of, model.Say(": "), why)
		}
		rows = append(rows, model.Row{Detail: model.Brief, To: x.ID, Cells: []model.Cell{
			name, says, said(round(f.Published, f.Unit)), ours(f), bare(interval(f.Ours, f.Unit)), {Text: of},
		}})
	}
	return rows
}

func ours(f record.Figure) model.Cell {
	if f.Says == "" { // it was not measured
		return model.Cell{}
	}
	return in(model.Strong, center(f.Ours, f.Unit)).By(f.Ours.Center)
}

// bare is a cell that needs no name below its row.
func bare(text string) model.Cell {
	c := said(text)
	c.Below = text
	return c
}

// figures are those of an experiment; of one that was not made, those that are published.
func (v view) figures(x record.Experiment) []record.Figure {
	if c := v.claim(x); len(x.Figures) == 0 && c.Figures != nil {
		return published(c, v.host)
	}
	return x.Figures
}

// published are the figures of a claim without ours.
func published(c lab.Claim, h lab.Host) (figures []record.Figure) {
	for _, f := range c.Figures(h) {
		figures = append(figures, record.Figure{Name: f.Name, Unit: f.Unit, Published: f.Published})
	}
	return figures
}

// why says why there is no verdict, or no clear one; nothing where the interval says it.
func (v view) why(x record.Experiment) model.Text {
	switch {
	case len(x.Missing) > 0:
		return model.Lit(model.Missing, "it needs "+strings.Join(x.Missing, ", "))
	case x.Why != "":
		return model.Lit(model.Missing, x.Why)
	case len(x.Failures) > 0:
		return model.Lit(model.Bad, "it failed")
	}
	return nil
}

// Line is what an experiment came to, for people who wait for others.
func Line(x record.Experiment) string {
	text := x.ID + ": " + string(x.Verdict)
	switch {
	case len(x.Missing) > 0:
		text += " (it needs " + strings.Join(x.Missing, ", ") + ")"
	case x.Why != "":
		text += " (" + x.Why + ")"
	case len(x.Figures) > 0 && wording.HasCenter(x.Figures[0].Ours):
		f := x.Figures[0]
		text += ", " + number(f.Ours.Center, f.Unit) + " where " + round(f.Published, f.Unit) + " is published"
	}
	return text
}
