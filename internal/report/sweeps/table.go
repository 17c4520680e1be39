package sweeps

import (
	"cmp"
	"fmt"
	"slices"

	"tare/internal/record"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// What columns have to do with each other when the terminal is narrow.
const (
	core model.Kind = iota
	setting
	netTime
	rounds
	throttled
	spread
)

var moves = []model.Move{
	{Below: []model.Kind{netTime}},
	{Below: []model.Kind{rounds, netTime}},
	{Below: []model.Kind{throttled, rounds, netTime}},
	{Below: []model.Kind{spread, throttled, rounds, netTime}},
	{Below: []model.Kind{setting, spread, throttled, rounds, netTime}},
}

// manyPoints is from how many on only the best of them are shown, and mostShown how many.
const manyPoints, mostShown = 20, 8

// column is a column with what its cells say of a point.
type column struct {
	model.Column
	cell func(point int) model.Cell
}

// table has a row for each point, the best first in each group.
func (v view) table(b record.Swept, legends bool) model.Table {
	t := model.Table{Title: "Points", Moves: moves, Noun: "point", Legends: legends}
	columns := v.columns(b)
	for _, c := range columns {
		t.Columns = append(t.Columns, c.Column)
	}
	shown := v.shownPoints(b)
	for _, points := range v.groups {
		for _, i := range v.ranked(b, points) {
			row := model.Row{}
			if !shown[i] {
				row.Detail = model.Verbose
			}
			for _, c := range columns {
				cell := c.cell(i)
				if b.Points[i].Dropped > 0 {
					cell.Text = model.Lit(model.Quiet, cell.Text.String())
				}
				row.Cells = append(row.Cells, cell)
			}
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

// ranked are points by how far they are from the best; those without a value come last.
func (v view) ranked(b record.Swept, points []int) []int {
	best := func(i int) int {
		if g := v.Points[i].Group; g < len(b.Groups) && b.Groups[g].Best == i {
			return 0
		}
		return 1
	}
	return slices.SortedStableFunc(slices.Values(points), func(i, j int) int {
		return cmp.Or(cmp.Compare(best(i), best(j)), compareDistance(v.ratioOf(b, i), v.ratioOf(b, j)), cmp.Compare(b.Points[i].Dropped, b.Points[j].Dropped))
	})
}

// shownPoints are those that are shown without -v: all, or of many what groups recommend
// and whatever is nearest to the best.
func (v view) shownPoints(b record.Swept) map[int]bool {
	shown := map[int]bool{}
	all := make([]int, len(v.Points))
	for i := range all {
		all[i], shown[i] = i, len(all) <= manyPoints
	}
	if len(all) <= manyPoints {
		return shown
	}
	left := mostShown
	take := func(i int) {
		if i >= 0 && !shown[i] {
			shown[i] = true
			left--
		}
	}
	for _, g := range b.Groups {
		take(g.Choice)
		take(g.Best)
	}
	for _, i := range v.ranked(b, all) {
		if left > 0 {
			take(i)
		}
	}
	return shown
}

func (v view) columns(b record.Swept) []column {
	var cs []column
	for _, f := range v.named() {
		c := model.Column{Kind: setting, Title: v.Factors[f].Name, Left: true}
		if len(cs) == 0 {
			c.Kind, c.Head = core, true
		}
		cs = append(cs, column{c, func(i int) model.Cell {
			return model.Cell{Text: lit(v.level(i, f)), Below: v.Factors[f].Name + "=" + v.level(i, f)}.By(float64(v.Points[i].Levels[f]))
		}})
	}
	cs = slices.Concat(cs, v.valueColumns(b), v.ratioColumns(b), v.extraColumns(b))
	cs = append(cs, column{model.Column{Kind: rounds, Title: "rounds", Narrow: true, Spare: true, Legend: "that count"}, func(i int) model.Cell {
		return model.Cell{Text: lit(wording.Grouped(int64(b.Points[i].Rounds)))}.By(float64(b.Points[i].Rounds))
	}})
	return append(cs, column{model.Column{Title: "result", Left: true, Chip: true, Legend: resultLegend}, func(i int) model.Cell { return v.mark(b, i) }})
}

const resultLegend = "same: within the margin of the best; dropped: known to be worse, after so many rounds; open: it may be the best, or the same"

// named are the factors that have columns: those with several levels, or else all.
func (v view) named() []int {
	if len(v.varied) > 0 {
		return v.varied
	}
	all := make([]int, len(v.Factors))
	for f := range all {
		all[f] = f
	}
	return all
}

// mark says what became of a point.
func (v view) mark(b record.Swept, i int) model.Cell {
	p := b.Points[i]
	group := record.GroupBest{Best: -1, Choice: -1}
	if g := v.Points[i].Group; g < len(b.Groups) {
		group = b.Groups[g]
	}
	said := func(m model.Mood, text string, rank float64) model.Cell {
		return model.Cell{Text: model.Lit(m, text), Below: text}.By(rank)
	}
	switch r := v.ratioOf(b, i); {
	case !measured(b, i):
		return said(model.Warn, "no trial counts", 6)
	case p.Dropped > 0:
		return said(model.Quiet, fmt.Sprintf("dropped after %d", p.Dropped), 5)
	case len(v.groups[v.Points[i].Group]) == 1:
		return model.Cell{}.By(0)
	case i == group.Best && !group.Settled:
		return said(model.Warn, "best so far", 1)
	case i == group.Best:
		return said(model.Good, "best", 0)
	case v.within(r) && group.Settled:
		return said(model.Plain, "same", 2)
	case !group.Settled:
		return said(model.Quiet, "open", 3)
	}
	return said(model.Quiet, "worse", 4)
}
