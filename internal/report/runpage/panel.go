package runpage

import (
	"tare/internal/record"
	"tare/internal/report/benchpage"
	"tare/internal/report/chart"
	"tare/internal/report/wording"
)

// panel is one y axis with what is drawn on it.
type panel struct {
	benchpage.Panel
	Marks []mark
}

// mark is the sign of one round.
type mark struct {
	X, Y  chart.Coord
	Class string // "net" or "wall", "polluted" and "outlier" as they apply
	Edge  int    // 1 above the axis, −1 below, 0 on it
}

// layer is one quantity drawn on a panel.
type layer struct {
	class    string
	estimate record.Estimate
	of       func(point) float64
}

// layersOf returns net and wall of a benchmark.
func layersOf(s record.Summary) (net, wall layer) {
	return layer{"net", s.Net, func(p point) float64 { return p.net }},
		layer{"wall", s.Wall, func(p point) float64 { return p.wall }}
}

func newPanel(sc chart.Scale, top, height chart.Coord, ps []point, x chart.Scale, layers ...layer) panel {
	times := func(n int) ([]float64, []string) { return sc.Axis(n, chart.Times) }
	p := panel{Panel: benchpage.NewPanel(sc, top, height, times)}
	for _, l := range layers {
		p.Marks = append(p.Marks, p.marks(l, ps, x)...)
		p.Center(l.class, l.class+" "+wording.PlusMinus(l.estimate), wording.Ns(l.estimate.Center), l.estimate)
	}
	return p
}

func (p *panel) marks(l layer, ps []point, x chart.Scale) []mark {
	var ms []mark
	for _, pt := range ps {
		if !pt.plotted() {
			continue
		}
		v := l.of(pt)
		m := mark{X: chart.Percent(x.At(float64(pt.round))), Y: p.Y(v), Class: l.class, Edge: p.Scale.Beyond(v)}
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
