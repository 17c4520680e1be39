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

// empty reports whether nothing is on the panel.
func (p *panel) empty() bool { return len(p.Dots)+len(p.Edges) == 0 }

// drawing makes a panel from y = top down, and notes on what it does not show.
type drawing func(top, height chart.Coord) (panel, []string)

// ratioScale holds no change, the margin, and most of the pairs.
func ratioScale(logs []record.PairLog, e record.Estimate, share float64) chart.Scale {
	var core, all []float64
	for _, l := range logs {
		all = append(all, l.Log)
		if l.Clean {
			core = append(core, l.Log)
		}
	}
	margin := max(math.Log1p(share), 0.005)
	return benchpage.Fit(core, all, append(boundsOf(e), -margin, 0, margin)...)
}

func (v view) ratioPanel(r *series, c record.Change, share float64) drawing {
	return func(top, height chart.Coord) (panel, []string) {
		e := logs(c.Ratio)
		sc := ratioScale(r.logs, e, share)
		p := panel{
			Panel: benchpage.NewPanel(sc, top, height, func(n int) ([]float64, []string) { return percents(sc, n) }),
			Title: fmt.Sprintf("%s ÷ %s − 1, each pair", v.variant(c.Variant), v.base()),
		}
		margin := math.Log1p(share)
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
func (r *series) medians(p *panel) string {
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
func (v view) sidesPanel(r *series, unit string, oldAt, newAt record.Estimate, c record.Change) drawing {
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
			p.Center(s.class, s.name, wording.Number(s.at.Center, unit), s.at)
			for i, round := range s.rounds {
				if r.drawn(round) {
					groups.add(s.class, !s.clean[i], r.at(round), s.values[i])
				}
			}
		}
		groups.done()
		return p, benchpage.Beyond(unit+" value", slices.Concat(olds.values, news.values), sc, func(v float64) string { return wording.Number(v, unit) })
	}
}
