package page

import (
	"cmp"
	"slices"

	"tare/internal/record"
)

// panel is one y axis with what is drawn on it.
type panel struct {
	Top    coord
	Bottom coord
	Ticks  []tick
	Bands  []band
	Marks  []mark
	Labels []centerLabel
}

// band is an interval with its center.
type band struct {
	Class          string
	Y, Height, Mid coord
	Interval       bool // false when there is only the center
}

// mark is the sign of one round.
type mark struct {
	X, Y  coord
	Class string // "net" or "wall", "polluted" and "outlier" as they apply
	Edge  int    // 1 above the axis, −1 below, 0 on it
}

// centerLabel names a center in the right gutter.
type centerLabel struct {
	Y                  coord
	Class, Name, Value string
}

// layer is one quantity drawn on a panel.
type layer struct {
	class    string
	estimate record.Estimate
	of       func(point) float64
}

func newPanel(sc scale, top, height coord, ps []point, x scale, layers ...layer) panel {
	p := panel{Top: top, Bottom: top + height}
	at, labels := timeAxis(sc, max(2, int(height)/36))
	for i := range at {
		p.Ticks = append(p.Ticks, tick{p.y(at[i]), labels[i]})
	}
	for _, l := range layers {
		p.Marks = append(p.Marks, p.marks(l, sc, ps, x)...)
		if !hasCenter(l.estimate) {
			continue
		}
		p.Bands = append(p.Bands, p.band(l, sc))
		p.Labels = append(p.Labels, centerLabel{
			Y: p.y(sc.at(l.estimate.Center)), Class: l.class,
			Name: l.class + " " + plusMinus(l.estimate), Value: ns(l.estimate.Center),
		})
	}
	p.spreadLabels()
	return p
}

// y returns the position of a fraction of the panel's height.
func (p *panel) y(fraction float64) coord {
	return p.Bottom - coord(fraction)*(p.Bottom-p.Top)
}

func (p *panel) band(l layer, sc scale) band {
	e := l.estimate
	b := band{Class: l.class, Mid: p.y(sc.at(e.Center))}
	if hasInterval(e) {
		b.Interval = true
		b.Y = p.y(sc.at(e.Hi))
		b.Height = p.y(sc.at(e.Lo)) - b.Y
	}
	return b
}

func (p *panel) marks(l layer, sc scale, ps []point, x scale) []mark {
	var ms []mark
	for _, pt := range ps {
		if !pt.plotted() {
			continue
		}
		m := mark{
			X: percent(x.at(float64(pt.round))), Y: p.y(sc.at(l.of(pt))),
			Class: l.class, Edge: sc.beyond(l.of(pt)),
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
	const apart = 2*lineHeight + 4
	if lack := apart - (lower.Y - upper.Y); lack > 0 {
		upper.Y = max(upper.Y-lack/2, p.Top)
		lower.Y = upper.Y + apart
	}
}
