package versus

import (
	"fmt"
	"math"
	"slices"

	"tare/internal/record"
	"tare/internal/report/sheet"
	"tare/internal/report/wording"
)

// What columns have to do with each other when the terminal is narrow.
const (
	core sheet.Kind = iota
	name
	spreads
	evidence
	rival
	interval
)

// moves make room. Nothing is left out, and names are never cut.
var moves = []sheet.Move{
	{Below: kinds(rival)},
	{Below: kinds(rival, spreads)},
	{Below: kinds(evidence, rival, spreads)},
	{Below: kinds(evidence, rival, spreads), Above: kinds(name)},
	{Below: kinds(interval, evidence, rival, spreads), Above: kinds(name)},
}

func kinds(ks ...sheet.Kind) []sheet.Kind { return ks }

type column = sheet.Column[row]

// columns lists everything that the rows of t have to show, without columns
// that are empty.
func (v view) columns(t table) []column {
	contender := v.contender()
	cs := []column{
		{Kind: name, Title: "name", Left: true, Cell: func(r row) string { return r.name }},
		{Title: v.base(), Cell: func(r row) string { return r.old }},
		{Kind: spreads, Title: "±", Cell: func(r row) string { return r.oldSpread },
			Legend: "half the width of the interval of one side alone",
			Below:  func(r row) string { return labelled(v.base(), r.oldSpread) }},
		{Title: contender, Legend: v.besideLegend(), Cell: func(r row) string { return r.new }},
		{Kind: spreads, Title: "±", Cell: func(r row) string { return r.newSpread },
			Below: func(r row) string { return labelled(r.variant, r.newSpread) }},
		{Title: "vs base", Style: changeStyle, Legend: v.changeLegend(), Cell: func(r row) string { return r.change }},
		{Kind: interval, Left: true, Cell: func(r row) string { return r.interval }},
		{Kind: evidence, Left: true, Cell: func(r row) string { return r.evidence }},
		{Title: "verdict", Left: true, Style: verdictStyle, Legend: v.verdictLegend(),
			Cell: func(r row) string { return r.verdict.String() }},
		rivalColumn(t.unit),
		{Left: true, Cell: func(r row) string { return r.marks }},
	}
	if v.several() {
		cs = slices.Insert(cs, 3, column{Title: "variant", Left: true, Cell: func(r row) string { return r.variant }})
	}
	return slices.DeleteFunc(cs, func(c column) bool {
		return !slices.ContainsFunc(t.rows, func(r row) bool { return c.Cell(r) != "" })
	})
}

func labelled(who, spread string) string {
	if spread == "" {
		return ""
	}
	return who + " " + spread
}

func verdictStyle(r row) sheet.Style { return styleOf(r.verdict) }

// changeStyle colours the changes that matter, and fades those that say nothing.
func changeStyle(r row) sheet.Style {
	switch r.verdict.Verdict {
	case record.Slower, record.Faster:
		return styleOf(r.verdict)
	case record.Invalid:
		return sheet.Dim
	}
	return sheet.Plain
}

// rivalColumn is the change by the clock that verdicts do not go by.
func rivalColumn(metric string) column {
	c := column{Kind: rival, Title: "wall", Legend: "the change in wall time, the container's share included",
		Cell: func(r row) string { return r.rival }}
	if metric == wallUnit {
		c.Title, c.Legend = "net", "the change in wall time without the container's share"
	}
	return c
}

// besideLegend says what the contender's column is, where that is not plain.
func (v view) besideLegend() string {
	if v.Design == record.Separate {
		return ""
	}
	return fmt.Sprintf("the value of %s with the change, which is that within the rounds; the middle of %s by itself may be another", v.base(), v.contender())
}

// changeLegend names the confidence that every interval reaches.
func (v view) changeLegend() string {
	level := math.Inf(1)
	for _, b := range v.Benchmarks {
		for _, c := range b.Changes {
			if ofRatio(c.Ratio).bounded {
				level = min(level, c.Ratio.Confidence)
			}
		}
	}
	text := "the change, the interval it lies in"
	if !math.IsInf(level, 1) {
		// Rounded down: never promise more than was reached.
		text += fmt.Sprintf(" at %g%% confidence or more", math.Floor(1000*level)/10)
	}
	n := "pairs"
	switch {
	case v.Design == record.Separate:
		n = "results of each side"
	case v.Plan.Layouts > 0:
		n = "layouts"
	}
	return text + ", and p with n " + n + ", corrected for the number of rows; " + unchanged + " is no significant difference"
}

func (v view) verdictLegend() string {
	proviso := ""
	if v.Design == record.Separate {
		proviso = ", if nothing but the code changed between the sides"
	}
	return fmt.Sprintf("slower, faster: at most %.4g%% of runs have a wrong one in any row%s; within the margin: such a change is known, but the estimate of it lies within %s; equivalent: the whole interval does; inconclusive: not enough evidence for any of these",
		100*v.Plan.Alpha, proviso, wording.Margins(v.Plan))
}
