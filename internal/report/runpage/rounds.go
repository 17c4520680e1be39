package runpage

import (
	"fmt"
	"slices"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/benchpage"
	"tare/internal/report/chart"
	"tare/internal/report/wording"
)

// Sizes of the rounds chart in px.
const (
	sharedHeight = 170 // of the panel when net and wall share it
	netHeight    = 132 // of each panel when they do not
	wallHeight   = 74
	panelGap     = 18
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
	Columns     []column
	Notes       []annotation
	Beyond      []string // sentences about values outside the axes
}

// column is the strip of one round: it carries the tip, and a cross when the
// round has no value.
type column struct {
	X, Width, Mid chart.Coord
	Tip           string
	Failed        bool
}

func newRoundsChart(id string, s record.Summary, ps []point) *roundsChart {
	if len(nets(ps)) == 0 {
		return nil
	}
	c := &roundsChart{
		ID:    id,
		Title: "Net and wall ns/op of " + benchpage.NewName(s.Benchmark).String() + " by round",
		Desc:  roundsDesc(s, ps),
	}
	sc, x := newScales(ps, s), benchpage.RoundScale(roundsOf(ps))
	lanes := pickAnnotations(ps)
	top := chart.Coord(8 + chart.LineHeight*len(lanes))
	c.layPanels(sc, s, ps, x, top)
	c.annotate(lanes, x, c.Panels[0])
	c.Height = c.Bottom + chart.AxisHeight
	c.XTicks = benchpage.RoundTicks(x)
	c.Columns = columns(ps, x)
	return c
}

// layPanels stacks the panels from y = top down. When there are two, net comes
// first: next to the causes of its outliers.
func (c *roundsChart) layPanels(sc scales, s record.Summary, ps []point, x chart.Scale, top chart.Coord) {
	net, wall := layersOf(s)
	if sc.split {
		upper := newPanel(sc.net, top, netHeight, ps, x, net)
		lower := newPanel(sc.wall, upper.Bottom+panelGap, wallHeight, ps, x, wall)
		c.Panels = []panel{upper, lower}
	} else {
		c.Panels = []panel{newPanel(sc.net, top, sharedHeight, ps, x, wall, net)}
	}
	c.Beyond = sc.beyond(ps)
	c.Bottom = c.Panels[len(c.Panels)-1].Bottom
	for _, p := range c.Panels {
		left, right := p.Gutters()
		c.Left, c.Right = max(c.Left, left), max(c.Right, right)
	}
}

func roundsOf(ps []point) []int {
	rounds := make([]int, len(ps))
	for i, p := range ps {
		rounds[i] = p.round
	}
	return rounds
}

func columns(ps []point, x chart.Scale) []column {
	width := chart.Percent(1 / x.Span())
	cs := make([]column, len(ps))
	for i, p := range ps {
		mid := chart.Percent(x.At(float64(p.round)))
		cs[i] = column{X: mid - width/2, Width: width, Mid: mid, Tip: p.tip, Failed: !p.plotted()}
	}
	return cs
}

func roundsDesc(s record.Summary, ps []point) string {
	kept := clean(ps)
	if len(kept) == 0 {
		return "No clean round."
	}
	n := nets(kept)
	return fmt.Sprintf("%s, net from %s to %s; center %s %s. %s polluted.",
		unit.Plural(len(kept), "clean round"), wording.Ns(slices.Min(n)), wording.Ns(slices.Max(n)),
		wording.Ns(s.Net.Center), wording.PlusMinus(s.Net), unit.Plural(s.Polluted, "round"))
}
