package page

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/report/chart"
	"tare/internal/report/wording"
)

// Sizes of the distribution chart in px.
const (
	stripTall   = 44 // of the dots of net
	stripLow    = 30 // of the dots of wall
	stripGap    = 10
	curveTall   = 92
	curveLow    = 50 // of wall when it has a block of its own
	dotDiameter = 6
	curveGutter = 44 // of "100%" with its gap
)

// distributionChart shows how the clean rounds spread: every value as a dot,
// and below, the fraction of rounds at or below each value. x in percent of
// the plot's width, y in px from its top.
type distributionChart struct {
	ID          string
	Title, Desc string
	Height      chart.Coord
	Left        chart.Coord // width of the gutter beside the plot, px
	Blocks      []block
	Beyond      []string
}

// block is one x axis with what stands on it.
type block struct {
	Top, Bottom chart.Coord // of strips and curves together
	Strips      []strip
	CurveTop    chart.Coord
	CurveHeight chart.Coord
	Curves      []curve
	Bands       []xBand
	XTicks      []chart.Tick
}

// strip is the dots of one quantity.
type strip struct {
	Class string
	Base  chart.Coord // the line they stand on
	Dots  []dot
}

// dot is one round; equal rounds pile up.
type dot struct {
	X, Y chart.Coord
	Edge int // 1 right of the axis, −1 left, 0 on it
	Tip  string
}

// curve is an empirical distribution function as a path over a square of 100.
type curve struct {
	Class string
	Path  string
}

// xBand is an interval with its center along x.
type xBand struct {
	Class         string
	X, Width, Mid chart.Coord
	Interval      bool
}

func newDistributionChart(id string, s record.Summary, ps []point) *distributionChart {
	ps = clean(ps)
	if len(ps) == 0 {
		return nil
	}
	sc := newScales(ps, s)
	c := &distributionChart{
		ID:    id,
		Title: "Distribution of net and wall ns/op of " + displayName(s.Benchmark),
		Desc:  distributionDesc(ps),
		Left:  curveGutter,
	}
	net := layer{"net", s.Net, func(p point) float64 { return p.net }}
	wall := layer{"wall", s.Wall, func(p point) float64 { return p.wall }}
	if sc.split {
		c.Blocks = append(c.Blocks, newBlock(0, sc.net, curveTall, ps, net))
		c.Blocks = append(c.Blocks, newBlock(c.Blocks[0].Bottom+chart.AxisHeight, sc.wall, curveLow, ps, wall))
	} else {
		c.Blocks = append(c.Blocks, newBlock(0, sc.net, curveTall, ps, net, wall))
	}
	c.Beyond = sc.beyond(ps)
	c.Height = c.Blocks[len(c.Blocks)-1].Bottom + chart.AxisHeight
	return c
}

// Half is where the curves reach one half.
func (b block) Half() chart.Coord { return b.CurveTop + b.CurveHeight/2 }

// Height is that of strips and curves together.
func (b block) Height() chart.Coord { return b.Bottom - b.Top }

func newBlock(top chart.Coord, sc chart.Scale, curveHeight chart.Coord, ps []point, layers ...layer) block {
	b := block{Top: top, CurveHeight: curveHeight, XTicks: sc.Ticks(chart.Times)}
	y := top
	for _, l := range layers {
		height := chart.Coord(stripLow)
		if l.class == "net" {
			height = stripTall
		}
		y += height
		b.Strips = append(b.Strips, newStrip(l, sc, ps, y, height))
		y += stripGap
		b.Curves = append(b.Curves, newCurve(l, sc, ps))
		b.Bands = append(b.Bands, newXBand(l, sc)...)
	}
	b.CurveTop = y
	b.Bottom = y + curveHeight
	// Net is drawn last: over wall, which only gives it context.
	slices.Reverse(b.Curves)
	slices.Reverse(b.Bands)
	return b
}

// newStrip piles dots that would cover each other at the narrowest width.
func newStrip(l layer, sc chart.Scale, ps []point, base, height chart.Coord) strip {
	const bins = chart.NarrowPlot / dotDiameter
	levels := map[int]int{}
	bin := func(p point) int { return int(sc.At(l.of(p)) * bins) }
	tallest := 0
	for _, p := range ps {
		levels[bin(p)]++
		tallest = max(tallest, levels[bin(p)])
	}
	rise := min(dotDiameter, (height-dotDiameter)/chart.Coord(tallest))
	clear(levels)
	s := strip{Class: l.class, Base: base}
	for _, p := range ps {
		v := l.of(p)
		level := levels[bin(p)]
		levels[bin(p)]++
		s.Dots = append(s.Dots, dot{
			X: chart.Percent(sc.At(v)), Y: base - dotDiameter/2 - 1 - chart.Coord(level)*rise, Edge: sc.Beyond(v),
			Tip: fmt.Sprintf("round %d\n%s %s", p.round, l.class, ns(v)),
		})
	}
	return s
}

func newCurve(l layer, sc chart.Scale, ps []point) curve {
	sorted := slices.SortedFunc(slices.Values(ps), func(a, b point) int { return cmp.Compare(l.of(a), l.of(b)) })
	var path strings.Builder
	path.WriteString("M0 100")
	for i, p := range sorted {
		fmt.Fprintf(&path, "H%vV%v", chart.Percent(sc.At(l.of(p))), 100-chart.Percent(float64(i+1)/float64(len(sorted))))
	}
	path.WriteString("H100")
	return curve{l.class, path.String()}
}

func newXBand(l layer, sc chart.Scale) []xBand {
	e := l.estimate
	if !hasCenter(e) {
		return nil
	}
	b := xBand{Class: l.class, Mid: chart.Percent(sc.At(e.Center))}
	if hasInterval(e) {
		b.Interval = true
		b.X = chart.Percent(sc.At(e.Lo))
		b.Width = chart.Percent(sc.At(e.Hi)) - b.X
	}
	return []xBand{b}
}

func distributionDesc(ps []point) string {
	return fmt.Sprintf("%s; median net %s, wall %s; net from %s to %s, wall from %s to %s.",
		wording.Count(len(ps), "clean round"), ns(median(nets(ps))), ns(median(walls(ps))),
		ns(slices.Min(nets(ps))), ns(slices.Max(nets(ps))),
		ns(slices.Min(walls(ps))), ns(slices.Max(walls(ps))))
}
