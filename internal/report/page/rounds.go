package page

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"tare/internal/record"
)

// Sizes of the rounds chart in px.
const (
	sharedHeight = 170 // of the panel when net and wall share it
	netHeight    = 132 // of each panel when they do not
	wallHeight   = 74
	panelGap     = 18
	axisHeight   = 22 // the labels of the x axis
	tickGap      = 8  // between an axis and its labels
)

// roundsChart shows the rounds in the order they ran: x in percent of the
// plot's width, y in px from its top.
type roundsChart struct {
	ID          string
	Title, Desc string
	Height      coord
	Left, Right coord // widths of the gutters beside the plot, px
	Bottom      coord // where the x axis lies
	Panels      []panel
	XTicks      []tick
	Columns     []column
	Notes       []annotation
	Beyond      []string // sentences about values outside the axes
}

// column is the strip of one round: it carries the tip, and a cross when the
// round has no value.
type column struct {
	X, Width, Mid coord
	Tip           string
	Failed        bool
}

func newRoundsChart(id string, s record.Summary, ps []point) *roundsChart {
	if len(nets(ps)) == 0 {
		return nil
	}
	c := &roundsChart{
		ID:    id,
		Title: "Net and wall ns/op of " + displayName(s.Benchmark) + " by round",
		Desc:  roundsDesc(s, ps),
	}
	sc, x := newScales(ps, s), roundScale(ps)
	lanes := pickAnnotations(ps)
	top := coord(8 + lineHeight*len(lanes))
	c.layPanels(sc, s, ps, x, top)
	c.annotate(lanes, x, c.Panels[0])
	c.Height = c.Bottom + axisHeight
	c.XTicks = roundTicks(x)
	c.Columns = columns(ps, x)
	return c
}

// layPanels stacks the panels from y = top down. When there are two, net comes
// first: next to the causes of its outliers.
func (c *roundsChart) layPanels(sc scales, s record.Summary, ps []point, x scale, top coord) {
	net := layer{"net", s.Net, func(p point) float64 { return p.net }}
	wall := layer{"wall", s.Wall, func(p point) float64 { return p.wall }}
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
		for _, t := range p.Ticks {
			c.Left = max(c.Left, coord(textWidth(t.Label)+tickGap))
		}
		for _, l := range p.Labels {
			c.Right = max(c.Right, coord(max(textWidth(l.Name), textWidth(l.Value))+tickGap))
		}
	}
}

// roundScale spans the rounds with half a round to spare on both sides.
func roundScale(ps []point) scale {
	lo, hi := ps[0].round, ps[0].round
	for _, p := range ps {
		lo, hi = min(lo, p.round), max(hi, p.round)
	}
	return scale{float64(lo) - 0.5, float64(hi) + 0.5}
}

func roundTicks(x scale) []tick {
	values, step := x.ticks(6)
	var ticks []tick
	for _, v := range values {
		if step >= 1 || v == math.Trunc(v) {
			ticks = append(ticks, tick{percent(x.at(v)), strconv.Itoa(int(v))})
		}
	}
	return ticks
}

func columns(ps []point, x scale) []column {
	width := percent(1 / x.span())
	cs := make([]column, len(ps))
	for i, p := range ps {
		mid := percent(x.at(float64(p.round)))
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
		plural(len(kept), "clean round"), ns(slices.Min(n)), ns(slices.Max(n)),
		ns(s.Net.Center), plusMinus(s.Net), plural(s.Polluted, "round"))
}
