package comparisons

import (
	"fmt"
	"math"
	"slices"

	"tare/internal/record"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// What columns have to do with each other when the terminal is narrow.
const (
	core model.Kind = iota
	name
	spreads
	evidence
	rival
	interval
	advice
)

// moves make room. Names are never cut: what they share stands over them.
var moves = []model.Move{
	{Below: kinds(rival)},
	{Below: kinds(rival, spreads)},
	{Below: kinds(evidence, rival, spreads)},
	{Below: kinds(evidence, rival, spreads), Fold: kinds(name)},
	{Below: kinds(advice, rival, spreads)},
	{Below: kinds(advice, evidence, rival, spreads)},
	{Below: kinds(advice, evidence, rival, spreads), Fold: kinds(name)},
	{Below: kinds(advice, evidence, rival, spreads), Above: kinds(name)},
	{Below: kinds(interval, advice, evidence, rival, spreads), Above: kinds(name)},
}

func kinds(ks ...model.Kind) []model.Kind { return ks }

// column is a column with what its cells say of a row.
type column struct {
	model.Column
	cell func(row) model.Cell
}

// table has a row for each change, those of one package and unit under their names.
func (v view) table() model.Table {
	rows := v.rows()
	t := model.Table{Detail: model.Brief, ID: model.Overview, Title: "Benchmarks", Moves: moves, Legends: true, Key: effectKey(rows)}
	if v.only == Changed && len(rows) == 0 && len(v.Benchmarks) > 0 {
		t.Empty = model.In(model.Quiet, "No benchmark changed.")
	}
	cs := slices.DeleteFunc(v.columns(), func(c column) bool {
		return !slices.ContainsFunc(rows, func(r row) bool { return len(c.cell(r).Text) > 0 })
	})
	for _, c := range cs {
		t.Columns = append(t.Columns, c.Column)
	}
	for _, r := range rows {
		line := r.Row
		for _, c := range cs {
			line.Cells = append(line.Cells, c.cell(r))
		}
		t.Rows = append(t.Rows, line)
	}
	return t
}

// columns lists everything that rows have to show.
func (v view) columns() []column {
	cs := []column{
		{model.Column{Kind: name, Title: "benchmark", Left: true, Head: true}, func(r row) model.Cell { return said(r.name) }},
		{model.Column{Title: v.base(), Narrow: true, Legend: v.baselineLegend()}, func(r row) model.Cell { return said(r.old) }},
		{model.Column{Kind: spreads, Detail: model.Verbose, Title: "±", Under: true, Legend: "half the width of the interval of one side alone"},
			func(r row) model.Cell { return labelled(v.base(), r.oldSpread) }},
		{model.Column{Title: "variant", Left: true}, func(r row) model.Cell { return said(r.variant) }},
		{model.Column{Title: v.candidate(), Narrow: true, Legend: v.besideLegend()}, func(r row) model.Cell { return said(r.new) }},
		{model.Column{Kind: spreads, Detail: model.Verbose, Title: "±", Under: true},
			func(r row) model.Cell { return labelled(r.who, r.newSpread) }},
		v.effectColumn(),
		{model.Column{Title: "change", Legend: v.changeLegend()}, func(r row) model.Cell { return in(r.mood(), r.change).By(r.size) }},
		{model.Column{Kind: interval, Title: "interval", Left: true, Under: true, Legend: v.intervalLegend()},
			func(r row) model.Cell { return bare(r.interval) }},
		{model.Column{Kind: evidence, Title: "evidence", Narrow: true, Spare: true, Legend: v.evidenceLegend()},
			func(r row) model.Cell { return bare(r.evidence) }},
		{model.Column{Title: "verdict", Left: true, Chip: true, Legend: v.verdictLegend()},
			func(r row) model.Cell { return in(moodOf(r.verdict), string(r.verdict.Verdict)).By(float64(r.rank)) }},
		{model.Column{Kind: advice, Left: true, Under: true, Spare: true, Spared: v.needs()}, func(r row) model.Cell {
			c := in(model.Quiet, r.advice)
			c.Kept = r.verdict.Within
			return c
		}},
		v.rivalColumn(),
	}
	if !v.several() {
		cs = slices.DeleteFunc(cs, func(c column) bool { return c.Title == "variant" })
	}
	return cs
}

func in(m model.Mood, text string) model.Cell { return model.Cell{Text: model.Lit(m, text)} }

func said(text string) model.Cell { return in(model.Plain, text) }

// bare is a cell that needs no name below its row.
func bare(text string) model.Cell {
	c := said(text)
	c.Below = text
	return c
}

// labelled is a cell that says below its row whose it is.
func labelled(who, spread string) model.Cell {
	c := said(spread)
	if spread != "" {
		c.Below = who + " " + spread
	}
	return c
}

// rivalColumn is the change by the clock that verdicts do not go by.
func (v view) rivalColumn() column {
	c := model.Column{Kind: rival, Detail: model.Verbose, Narrow: true, Title: "wall", Legend: "the change in wall time, the container's share included"}
	if units := v.units(); slices.Contains(units, wallUnit) {
		c.Title, c.Legend = "net", "the change in wall time without the container's share"
		if len(units) > 1 {
			c.Title, c.Legend = "wall or net", "the change by the clock that the verdict is not about"
		}
	}
	return column{c, func(r row) model.Cell { return said(r.rival) }}
}

// estimator is what values of sides and changes are.
const estimator = "the median of the means of all pairs (Hodges–Lehmann) of "

func (v view) baselineLegend() string {
	if v.Design == record.Separate {
		return "the baseline: " + estimator + "its values"
	}
	return "the baseline: " + estimator + "its values in the clean rounds"
}

// besideLegend says what the candidate's column is.
func (v view) besideLegend() string {
	if v.Design == record.Separate {
		return "the candidate, likewise"
	}
	return fmt.Sprintf("the value of %s with the change, which is that within the rounds; the middle of %s by itself may be another", v.base(), v.candidate())
}

func (v view) changeLegend() string {
	text := estimator + "the differences within rounds"
	if v.Design == record.Separate {
		text = "the median of all differences between values of the two sides (Hodges–Lehmann)"
	}
	return text + "; " + unchanged + " is no significant difference"
}

// intervalLegend names the confidence that every interval reaches.
func (v view) intervalLegend() string {
	level := math.Inf(1)
	for _, b := range v.Benchmarks {
		for _, c := range b.Changes {
			if ofRatio(c.Ratio).bounded {
				level = min(level, c.Ratio.Confidence)
			}
		}
	}
	text := "what the change lies in"
	if !math.IsInf(level, 1) {
		// Rounded down: never promise more than was reached.
		text += fmt.Sprintf(", at %g%% confidence or more", math.Floor(1000*level)/10)
	}
	return text
}

func (v view) evidenceLegend() string {
	n := "pairs"
	switch {
	case v.Design == record.Separate:
		n = "results of each side"
	case v.Plan.Layouts > 0:
		n = "layouts"
	}
	return "p with n " + n + ", corrected for the number of rows"
}

func (v view) verdictLegend() string {
	proviso := ""
	if v.Design == record.Separate {
		proviso = ", if nothing but the code changed between the sides"
	}
	return fmt.Sprintf("slower, faster: at most %.4g%% of runs have a wrong one in any row%s; within the margin: such a change is known, but the estimate of it lies within %s; equivalent: the whole interval does; inconclusive: not enough evidence for any of these",
		100*v.Plan.Alpha, proviso, wording.Margins(v.Plan))
}
