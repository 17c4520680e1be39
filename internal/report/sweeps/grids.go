package sweeps

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/report/chart"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// mostGrids is how many small multiples there are at most.
const mostGrids = 16

// grids are heat maps of the metric by the two factors that matter most: one for each
// combination of the other factors' levels.
func (v view) grids(b record.Swept, order []int) model.Block {
	across, down, others := order[0], order[1], order[2:]
	if len(v.Factors[across].Levels) > len(v.Factors[down].Levels) { // what is narrow scrolls less
		across, down = down, across
	}
	worst := v.worst(b)
	beside := model.Beside{Detail: model.Paged}
	slices.Sort(others)
	panes := v.panes(others)
	for _, pane := range panes[:min(len(panes), mostGrids)] {
		g := v.grid(b, across, down, pane, worst)
		title := fmt.Sprintf("%s by %s (down) and %s (across)", v.Plan.Metric, v.Factors[down].Name, v.Factors[across].Name)
		g.Label = title
		figure := model.Figure{Detail: model.Paged, Caption: title, Picture: g}
		if len(others) > 0 { // the first one says what all are
			figure.Caption, figure.Key = v.settings(pane[0], others), []model.Key{{Text: title}}
			g.Label = figure.Caption + ": " + title
			figure.Picture = g
		}
		if len(beside.Blocks) == 0 {
			figure.Key = append(figure.Key, v.gridKey(b, worst)...)
		} else {
			figure.Key = nil
		}
		beside.Blocks = append(beside.Blocks, figure)
	}
	if left := len(panes) - mostGrids; left > 0 {
		beside.Blocks = append(beside.Blocks, model.Prose{Detail: model.Paged, Lines: []model.Line{{
			Detail: model.Paged, Text: model.Say(fmt.Sprintf("%s more of these are not drawn; the table has their points.", wording.Grouped(int64(left))))}}})
	}
	if len(panes) == 1 {
		return beside.Blocks[0]
	}
	return beside
}

// panes are the points with the same levels of some factors, those together in one picture.
func (v view) panes(factors []int) (panes [][]int) {
	index := map[string]int{}
	for i := range v.Points {
		var key []string
		for _, f := range factors {
			key = append(key, fmt.Sprint(v.Points[i].Levels[f]))
		}
		at, ok := index[strings.Join(key, " ")]
		if !ok {
			at = len(panes)
			index[strings.Join(key, " ")] = at
			panes = append(panes, nil)
		}
		panes[at] = append(panes[at], i)
	}
	return panes
}

// worst is the distance of the point that is farthest from the best of its group, or as
// much as is no chance: differences that do not matter stay pale.
func (v view) worst(b record.Swept) float64 {
	most := 2 * math.Log1p(v.Plan.Margin)
	for i := range b.Points {
		if d := v.ratioOf(b, i).distance(); wording.Finite(d) {
			most = max(most, d)
		}
	}
	return most
}

func (v view) grid(b record.Swept, across, down int, points []int, worst float64) chart.Grid {
	g := chart.Grid{Rows: v.Factors[down].Levels, Columns: v.Factors[across].Levels, Cells: make([][]chart.GridCell, len(v.Factors[down].Levels))}
	for y := range g.Cells {
		g.Cells[y] = make([]chart.GridCell, len(g.Columns))
	}
	for _, i := range points {
		g.Cells[v.Points[i].Levels[down]][v.Points[i].Levels[across]] = v.gridCell(b, i, worst)
	}
	return g
}

func (v view) gridCell(b record.Swept, i int, worst float64) chart.GridCell {
	c := chart.GridCell{Text: wording.None, Tip: v.tip(b, i)}
	if !measured(b, i) {
		return c
	}
	p, r := b.Points[i], v.ratioOf(b, i)
	c.Text, c.Dropped = wording.Number(p.Value.Center, v.Plan.Metric), p.Dropped > 0
	if g := v.Points[i].Group; g < len(b.Groups) && len(v.groups[g]) > 1 {
		c.Best = b.Groups[g].Best == i
	}
	if d := r.distance(); wording.Finite(d) && worst > 0 {
		c.Strength = d / worst
	}
	if r.known() && !c.Best {
		c.Under = r.short(r.Center)
	}
	return c
}

// gridKey explains colours and marks.
func (v view) gridKey(b record.Swept, worst float64) []model.Key {
	best := "the best"
	if len(v.groups) > 1 {
		best = "the best under the same limits"
	}
	key := []model.Key{{Class: "outlined", Text: best}}
	if worst > 0 {
		sign := 1.0
		if b.Larger {
			sign = -1
		}
		print := func(share float64) string { return ratio{larger: b.Larger}.short(math.Exp(sign * share * worst)) }
		key = append(key, model.Key{Class: "s0", Text: "as good"}, model.Key{Class: "s1", Text: print(0.5)}, model.Key{Class: "s2", Text: print(1)})
	}
	if slices.ContainsFunc(b.Points, func(p record.PointValue) bool { return p.Dropped > 0 }) {
		key = append(key, model.Key{Class: "dropped", Text: "dropped"})
	}
	return key
}
