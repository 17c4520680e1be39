package runpage

import (
	"cmp"
	"math"
	"slices"

	"tare/internal/report/benchpage"
	"tare/internal/report/chart"
)

// annotation tells an outlier's cause in a lane above the plot, with a line
// down to its dot.
type annotation struct {
	X, TextY, Y chart.Coord
	Anchor      string
	Text        string
}

// maxLanes is how many outliers are annotated in the chart.
const maxLanes = 3

// pickAnnotations returns the outliers farthest from the median, in the order
// they ran. The others are told in tips and in the table of trials.
func pickAnnotations(ps []point) []point {
	var outliers []point
	for _, p := range ps {
		if p.plotted() && p.cause != "" {
			outliers = append(outliers, p)
		}
	}
	if len(outliers) > maxLanes {
		center := benchpage.Median(nets(ps))
		slices.SortStableFunc(outliers, func(a, b point) int {
			return cmp.Compare(math.Abs(b.net-center), math.Abs(a.net-center))
		})
		outliers = outliers[:maxLanes]
	}
	slices.SortStableFunc(outliers, func(a, b point) int { return cmp.Compare(a.round, b.round) })
	return outliers
}

// annotate gives each picked outlier a lane of its own; its text runs towards
// the roomier side, over the empty top of the gutter there.
func (c *roundsChart) annotate(picked []point, x chart.Scale, net panel) {
	for i, p := range picked {
		at := x.At(float64(p.round))
		a := annotation{X: chart.Percent(at), TextY: chart.Coord(chart.LineHeight*(i+1) - 3), Anchor: "start"}
		room := (1-at)*chart.NarrowPlot + float64(c.Right)
		if at > 0.5 {
			a.Anchor = "end"
			room = at*chart.NarrowPlot + float64(c.Left)
		}
		a.Text = benchpage.Shorten(p.cause, int(room/chart.RuneWidth))
		a.Y = markY(net, a.X)
		c.Notes = append(c.Notes, a)
	}
}

// markY finds the outlier's mark at x.
func markY(p panel, x chart.Coord) chart.Coord {
	for _, m := range p.Marks {
		if m.X == x && m.Class == "net outlier" {
			return m.Y
		}
	}
	return p.Bottom
}
