package versuspage

import (
	"tare/internal/report/benchpage"
	"tare/internal/report/chart"
)

// groups sorts the marks of a panel by look, so that each look is one path.
type groups struct {
	panel *panel
	order []look
	paths map[look]*benchpage.Path
}

// look is how a mark is drawn.
type look struct {
	class  string
	hollow bool
}

func newGroups(p *panel) *groups { return &groups{panel: p, paths: map[look]*benchpage.Path{}} }

// add marks a value at x; beyond the axis, at its edge.
func (g *groups) add(class string, hollow bool, x chart.Coord, v float64) {
	y := g.panel.Y(v)
	if beyond := g.panel.Scale.Beyond(v); beyond != 0 {
		if hollow {
			class += " polluted"
		}
		g.panel.Edges = append(g.panel.Edges, edge{class, x, y, beyond})
		return
	}
	l := look{class, hollow}
	if g.paths[l] == nil {
		g.paths[l] = &benchpage.Path{}
		g.order = append(g.order, l)
	}
	g.paths[l].Dot(x, y)
}

// done hands the paths to the panel.
func (g *groups) done() {
	for _, l := range g.order {
		g.panel.Dots = append(g.panel.Dots, dots{l.class, l.hollow, g.paths[l].String()})
	}
}
