package chart

import (
	"cmp"
	"fmt"
	"html/template"
	"math"
	"slices"

	"tare/internal/record"
	"tare/internal/report/wording"
)

// Sizes of a distribution in px.
const (
	stripGap    = 10
	dotDiameter = 6
	curveGutter = 44 // of "100%" with its gap
)

// Distribution shows how values spread: each as a dot, and below, the fraction of them at
// or below each value. x in percent of the plot's width, y in px from its top.
type Distribution struct {
	styled
	ID          string // unique on the page
	Title, Desc string // for those who do not see it
	Height      Coord
	Blocks      []*Block
}

// HTML implements model.Picture.
func (d *Distribution) HTML() template.HTML { return draw("distribution", d) }

// Left is the width of the gutter before the plot.
func (d *Distribution) Left() Coord { return curveGutter }

// Block is one x axis with what stands on it.
type Block struct {
	Top, Bottom Coord // of strips and curves together
	Strips      []strip
	CurveTop    Coord
	CurveHeight Coord
	Curves      []curve
	Bands       []XBand
	XTicks      []Tick
}

// Sample is the values of one quantity.
type Sample struct {
	Class    string          // picks its colour in the style sheet
	Name     string          // printed beside its dots
	Height   Coord           // of its dots, px
	Estimate record.Estimate // drawn behind them
	Points   []Point
}

// Point is one value. Those without tips are drawn as one path, which is far
// smaller.
type Point struct {
	Value float64
	Tip   string
}

// strip is the dots of one sample: single ones, or many as a Path.
type strip struct {
	Class, Name string
	Base        Coord // the line they stand on
	Dots        []dot
	Path        string
}

// dot is one value; equal ones pile up.
type dot struct {
	X, Y Coord
	Edge int // 1 right of the axis, −1 left, 0 on it
	Tip  string
}

// curve is an empirical distribution function as a path over a square of 1000.
type curve struct {
	Class string
	Path  string
}

// XBand is an interval with its center along x.
type XBand struct {
	Class         string
	X, Width, Mid Coord
	Interval      bool
}

// Add puts samples on an axis of their own below what is there already.
func (d *Distribution) Add(sc Scale, ticks []Tick, curveHeight Coord, samples ...Sample) *Block {
	b := &Block{CurveHeight: curveHeight, XTicks: ticks}
	if len(d.Blocks) > 0 {
		b.Top = d.Height
	}
	y := b.Top
	for _, s := range samples {
		y += s.Height
		b.Strips = append(b.Strips, newStrip(s, sc, y))
		y += stripGap
		b.Curves = append(b.Curves, newCurve(s, sc))
		if wording.HasCenter(s.Estimate) {
			b.Bands = append(b.Bands, NewXBand(s.Class, s.Estimate, sc))
		}
	}
	b.CurveTop = y
	b.Bottom = y + curveHeight
	// The first is drawn last: the others only give it context.
	slices.Reverse(b.Curves)
	slices.Reverse(b.Bands)
	d.Blocks = append(d.Blocks, b)
	d.Height = b.Bottom + axisHeight
	return b
}

// Half is where the curves reach one half.
func (b *Block) Half() Coord { return b.CurveTop + b.CurveHeight/2 }

// Height is that of strips and curves together.
func (b *Block) Height() Coord { return b.Bottom - b.Top }

// newStrip piles dots that would cover each other at the narrowest width.
func newStrip(s Sample, sc Scale, base Coord) strip {
	const bins = NarrowPlot / dotDiameter
	levels := map[int]int{}
	bin := func(p Point) int { return int(sc.At(p.Value) * bins) }
	tallest := 0
	for _, p := range s.Points {
		levels[bin(p)]++
		tallest = max(tallest, levels[bin(p)])
	}
	rise := min(dotDiameter, (s.Height-dotDiameter)/Coord(tallest))
	clear(levels)
	drawn, path := strip{Class: s.Class, Name: s.Name, Base: base}, Path{}
	for _, p := range s.Points {
		level := levels[bin(p)]
		levels[bin(p)]++
		d := dot{X: Percent(sc.At(p.Value)), Y: base - dotDiameter/2 - 1 - Coord(level)*rise, Edge: sc.Beyond(p.Value), Tip: p.Tip}
		if d.Tip == "" && d.Edge == 0 {
			path.Dot(d.X, d.Y)
		} else {
			drawn.Dots = append(drawn.Dots, d)
		}
	}
	drawn.Path = path.String()
	return drawn
}

func newCurve(s Sample, sc Scale) curve {
	sorted := slices.SortedFunc(slices.Values(s.Points), func(a, b Point) int { return cmp.Compare(a.Value, b.Value) })
	path := []byte("M0 1000")
	x, y := 0, 1000
	for i, p := range sorted {
		toX, toY := int(math.Round(1000*sc.At(p.Value))), int(math.Round(1000*(1-float64(i+1)/float64(len(sorted)))))
		if toX != x {
			path = fmt.Appendf(path, "h%d", toX-x)
		}
		path = fmt.Appendf(path, "v%d", toY-y)
		x, y = toX, toY
	}
	return curve{s.Class, string(append(path, "H1000"...))}
}

// NewXBand places e, which must have a center, on sc.
func NewXBand(class string, e record.Estimate, sc Scale) XBand {
	b := XBand{Class: class, Mid: Percent(sc.At(e.Center))}
	if wording.HasInterval(e) {
		b.Interval = true
		b.X = Percent(sc.At(e.Lo))
		b.Width = Percent(sc.At(e.Hi)) - b.X
	}
	return b
}
