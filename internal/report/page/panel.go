package page

import (
	"cmp"
	"slices"

	"tare/internal/record"
	"tare/internal/report/chart"
)

// panel is one y axis with what is drawn on it.
type panel struct {
	Top    chart.Coord
	Bottom chart.Coord
	Ticks  []chart.Tick
	Bands  []band
	Marks  []mark
	Labels []centerLabel
}

// band is an interval with its center.
type band struct {
	Class          string
	Y, Height, Mid chart.Coord
	Interval       bool // false when there is only the center
}

// mark is the sign of one round.
type mark struct {
	X, Y  chart.Coord
	Class string // "net" or "wall", "polluted" and "outlier" as they apply
	Edge  int    // 1 above the axis, −1 below, 0 on it
}

// centerLabel names a center in the right gutter.
type centerLabel struct {
	Y                  chart.Coord
	Class, Name, Value string
}

// layer is one quantity drawn on a panel.
type layer struct {
	class    string
	estimate record.Estimate
	of       func(point) float64
}

func newPanel(sc chart.Scale, top, height chart.Coord, ps []point, x chart.Scale, layers ...layer) panel {
	p := panel{Top: top, Bottom: top + height}
	at, labels := sc.Axis(max(2, int(height)/36), chart.Times)
	for i := range at {
		p.Ticks = append(p.Ticks, chart.Tick{At: p.y(at[i]), Label: labels[i]})
	}
	for _, l := range layers {
		p.Marks = append(p.Marks, p.marks(l, sc, ps, x)...)
		if !hasCenter(l.estimate) {
			continue
		}
		p.Bands = append(p.Bands, p.band(l, sc))
		p.Labels = append(p.Labels, centerLabel{
			Y: p.y(sc.At(l.estimate.Center)), Class: l.class,
			Name: l.class + " " + plusMinus(l.estimate), Value: ns(l.estimate.Center),
		})
	}
	p.spreadLabels()
	return p
}

// y returns the position of a fraction of the panel's height.
func (p *panel) y(fraction float64) chart.Coord {
	return p.Bottom - chart.Coord(fraction)*(p.Bottom-p.Top)
}

func (p *panel) band(l layer, sc chart.Scale) band {
	e := l.estimate
	b := band{Class: l.class, Mid: p.y(sc.At(e.Center))}
	if hasInterval(e) {
		b.Interval = true
		b.Y = p.y(sc.At(e.Hi))
		b.Height = p.y(sc.At(e.Lo)) - b.Y
	}
	return b
}

func (p *panel) marks(l layer, sc chart.Scale, ps []point, x chart.Scale) []mark {
	var ms []mark
	for _, pt := range ps {
		if !pt.plotted() {
			continue
		}
		m := mark{
			X: chart.Percent(x.At(float64(pt.round))), Y: p.y(sc.At(l.of(pt))),
			Class: l.class, Edge: sc.Beyond(l.of(pt)),
		}
		if pt.polluted {
			m.Class += " polluted"
		}
		if pt.cause != "" && l.class == "net" {
			m.Class += " outlier"
		}
		ms = append(ms, m)
	}
	return ms
}

// spreadLabels moves the labels of neighbouring centers apart, so that their
// two lines never meet.
func (p *panel) spreadLabels() {
	if len(p.Labels) < 2 {
		return
	}
	slices.SortFunc(p.Labels, func(a, b centerLabel) int { return cmp.Compare(a.Y, b.Y) })
	upper, lower := &p.Labels[0], &p.Labels[1]
	const apart = 2*chart.LineHeight + 4
	if lack := apart - (lower.Y - upper.Y); lack > 0 {
		upper.Y = max(upper.Y-lack/2, p.Top)
		lower.Y = upper.Y + apart
	}
}
