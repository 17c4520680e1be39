package versuspage

import (
	"fmt"
	"slices"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/benchpage"
	"tare/internal/report/chart"
)

// Sizes of the rounds chart in px.
const (
	ratioHeight = 128
	valueHeight = 92
	wallHeight  = 60
	panelGap    = 24 // with the title of the panel below
	firstGap    = 18
)

// roundsChart shows the rounds in the order they ran: x in percent of the
// plot's width, y in px from its top.
type roundsChart struct {
	ID          string
	Title, Desc string
	Height      chart.Coord
	Left, Right chart.Coord // widths of the gutters beside the plot, px
	Bottom      chart.Coord // where the x axis lies
	Panels      []panel
	XTicks      []chart.Tick
	Looks       string   // a path: rounds after which a verdict could fall
	Tips        string   // one for each column, blank lines between
	Notes       []string // sentences on what is not drawn
	Square      bool     // there are pairs to tell the order of
}

func (v view) roundsChart(id string, b record.Compared, c record.Change) *roundsChart {
	r := v.rounds(b, c)
	if r == nil {
		return nil
	}
	rc := &roundsChart{
		ID:    id,
		Title: fmt.Sprintf("%s ÷ %s of %s by round", v.variant(c.Variant), v.base(), benchpage.NewName(b.Benchmark)),
		Desc:  roundsDesc(r.logs, c), XTicks: benchpage.RoundTicks(r.x), Square: len(r.logs) > 0,
	}
	rc.stack(v.ratioPanel(r, c, v.Plan.MarginOf(b.Metric)), ratioHeight)
	rc.stack(v.sidesPanel(r, b.Metric, b.Old, c.New, c), valueHeight)
	if b.Metric != wallUnit {
		wall := find(c.Units, wallUnit)
		rc.stack(v.sidesPanel(r, wallUnit, located(wall.Old, wall.Diff.N), located(wall.New, wall.Diff.N), c), wallHeight)
	}
	if len(rc.Panels) == 0 {
		return nil
	}
	rc.Height = rc.Bottom + chart.AxisHeight
	rc.Looks = v.looks(r, rc.Panels[0])
	rc.Tips = v.tips(r, b)
	if v.stride > 1 {
		rc.Notes = append(rc.Notes, fmt.Sprintf("one in %d rounds is drawn", v.stride))
	}
	return rc
}

// looks draws a line after every round at which a verdict could fall.
func (v view) looks(r *series, p panel) string {
	var path benchpage.Path
	for _, n := range v.Plan.Looks {
		if after := float64(r.first+n) - 0.5; after < r.x.Hi {
			path.Rule(chart.Percent(r.x.At(after)), p.Top, p.Bottom)
		}
	}
	return path.String()
}

// located is an estimate with a center only.
func located(v float64, n int) record.Estimate { return record.Estimate{Center: v, N: n} }

func find(units []record.UnitChange, name string) record.UnitChange {
	if i := slices.IndexFunc(units, func(u record.UnitChange) bool { return u.Unit == name }); i >= 0 {
		return units[i]
	}
	return record.UnitChange{}
}

// stack adds a panel below the others, unless it shows nothing.
func (rc *roundsChart) stack(draw drawing, height chart.Coord) {
	top := rc.Bottom + panelGap
	if len(rc.Panels) == 0 {
		top = firstGap
	}
	p, notes := draw(top, height)
	if p.empty() {
		return
	}
	left, right := p.Gutters()
	rc.Left, rc.Right = max(rc.Left, left), max(rc.Right, right)
	rc.Bottom = p.Bottom
	rc.Panels = append(rc.Panels, p)
	rc.Notes = append(rc.Notes, notes...)
}

func roundsDesc(logs []record.PairLog, c record.Change) string {
	if len(logs) == 0 {
		return "No pairs."
	}
	values := make([]float64, len(logs))
	for i, l := range logs {
		values[i] = l.Log
	}
	return fmt.Sprintf("%s from %s to %s; estimate %s %s. %s dropped.",
		unit.Plural(len(logs), "pair"), percentOf(slices.Min(values)), percentOf(slices.Max(values)),
		change(c.Ratio), interval(c.Ratio), unit.Plural(c.Dropped, "pair"))
}
