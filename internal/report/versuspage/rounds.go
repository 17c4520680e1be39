package versuspage

import (
	"fmt"
	"math"
	"slices"

	"tare/internal/record"
	"tare/internal/report/benchpage"
	"tare/internal/report/chart"
	"tare/internal/report/wording"
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

// panel is one y axis with what is drawn on it.
type panel struct {
	benchpage.Panel
	Title  string
	Margin *yBand
	Dots   []dots
	Line   string // a path: the median so far
	Edges  []edge
}

// yBand is a band across the plot, and its middle.
type yBand struct{ Y, Height, Mid chart.Coord }

// dots are marks of the same look as one path.
type dots struct {
	Class  string
	Hollow bool
	Path   string
}

// edge is a mark for a value beyond the axis: 1 above, −1 below.
type edge struct {
	Class string
	X, Y  chart.Coord
	Edge  int
}

// Empty reports whether nothing is on the panel.
func (p *panel) empty() bool { return len(p.Dots)+len(p.Edges) == 0 }

// roundsOf are what the charts of a change draw.
type roundsOf struct {
	x        chart.Scale
	first    int
	stride   int
	logs     []record.PairLog
	old, new []record.Trial
}

// rounds returns nil when the change has no rounds.
func (v view) rounds(b record.Compared, c record.Change) *roundsOf {
	r := &roundsOf{stride: v.stride, logs: finiteLogs(c.Logs), old: v.trials[side{b.Benchmark, 0}], new: v.trials[side{b.Benchmark, c.Variant}]}
	var all []int
	for _, l := range r.logs {
		all = append(all, l.Round)
	}
	for _, ts := range [][]record.Trial{r.old, r.new} {
		for _, t := range ts {
			all = append(all, t.Round)
		}
	}
	if v.Design == record.Separate || len(all) == 0 {
		return nil
	}
	r.x, r.first = benchpage.RoundScale(all), slices.Min(all)
	return r
}

func finiteLogs(logs []record.PairLog) []record.PairLog {
	return slices.DeleteFunc(slices.Clone(logs), func(l record.PairLog) bool { return !benchpage.Finite(l.Log) })
}

// drawn reports whether the charts draw a round.
func (r *roundsOf) drawn(round int) bool { return (round-r.first)%r.stride == 0 }

func (r *roundsOf) at(round int) chart.Coord { return chart.Percent(r.x.At(float64(round))) }

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
	rc.stack(v.ratioPanel(r, c), ratioHeight)
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
func (v view) looks(r *roundsOf, p panel) string {
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

// drawing makes a panel from y = top down, and notes on what it does not show.
type drawing func(top, height chart.Coord) (panel, []string)

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

// ratioScale holds no change, the margin, and most of the pairs.
func (v view) ratioScale(logs []record.PairLog, e record.Estimate) chart.Scale {
	var core, all []float64
	for _, l := range logs {
		all = append(all, l.Log)
		if l.Clean {
			core = append(core, l.Log)
		}
	}
	margin := max(math.Log1p(v.Plan.Margin), 0.005)
	return benchpage.Fit(core, all, append(boundsOf(e), -margin, 0, margin)...)
}

func (v view) ratioPanel(r *roundsOf, c record.Change) drawing {
	return func(top, height chart.Coord) (panel, []string) {
		e := logs(c.Ratio)
		sc := v.ratioScale(r.logs, e)
		p := panel{
			Panel: benchpage.NewPanel(sc, top, height, func(n int) ([]float64, []string) { return percents(sc, n) }),
			Title: fmt.Sprintf("%s ÷ %s − 1, each pair", v.variant(c.Variant), v.base()),
		}
		margin := math.Log1p(v.Plan.Margin)
		p.Margin = &yBand{Y: p.Y(margin), Height: p.Y(-margin) - p.Y(margin), Mid: p.Y(0)}
		p.Center("ratio", "estimate", change(c.Ratio), e)
		groups := newGroups(&p)
		var values []float64
		for _, l := range r.logs {
			values = append(values, l.Log)
			class := "ratio"
			if l.First {
				class = "ratio square"
			}
			if r.drawn(l.Round) {
				groups.add(class, !l.Clean, r.at(l.Round), l.Log)
			}
		}
		groups.done()
		p.Line = r.medians(&p)
		return p, benchpage.Beyond("pair", values, sc, percentOf)
	}
}

// medians draws the median of the clean pairs so far.
func (r *roundsOf) medians(p *panel) string {
	var sorted []float64
	var path benchpage.Path
	for _, l := range r.logs {
		if !l.Clean {
			continue
		}
		i, _ := slices.BinarySearch(sorted, l.Log)
		sorted = slices.Insert(sorted, i, l.Log)
		if r.drawn(l.Round) {
			n := len(sorted)
			path.Line(r.at(l.Round), p.Y((sorted[n/2]+sorted[(n-1)/2])/2))
		}
	}
	return path.String()
}

// sidesPanel shows what both sides measured in a unit.
func (v view) sidesPanel(r *roundsOf, unit string, oldAt, newAt record.Estimate, c record.Change) drawing {
	return func(top, height chart.Coord) (panel, []string) {
		olds, news := sampleOf(r.old, unit), sampleOf(r.new, unit)
		sc := benchpage.Fit(slices.Concat(olds.counting(), news.counting()), slices.Concat(olds.values, news.values),
			slices.Concat(boundsOf(oldAt), boundsOf(newAt))...)
		p := panel{
			Panel: benchpage.NewPanel(sc, top, height, func(n int) ([]float64, []string) { return sc.Axis(n, benchpage.Units(unit)) }),
			Title: unit,
		}
		if unit == wallUnit {
			p.Title = unit + " (wall)"
		}
		groups := newGroups(&p)
		for _, s := range []struct {
			class, name string
			at          record.Estimate
			sample
		}{{"old", v.base(), oldAt, olds}, {"new", v.variant(c.Variant), newAt, news}} {
			p.Center(s.class, s.name, benchpage.Number(s.at.Center, unit), s.at)
			for i, round := range s.rounds {
				if r.drawn(round) {
					groups.add(s.class, !s.clean[i], r.at(round), s.values[i])
				}
			}
		}
		groups.done()
		return p, benchpage.Beyond(unit+" value", slices.Concat(olds.values, news.values), sc, func(v float64) string { return benchpage.Number(v, unit) })
	}
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
		wording.Count(len(logs), "pair"), percentOf(slices.Min(values)), percentOf(slices.Max(values)),
		change(c.Ratio), interval(c.Ratio), wording.Count(c.Dropped, "pair"))
}
