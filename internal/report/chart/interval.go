package chart

import (
	"html/template"
	"math"
	"strconv"
)

// Interval is an estimate with its interval, for the cell of a table. Those of a column
// share their scale, and a Ruler below them.
type Interval struct {
	styled
	Class      string
	Label      string // all of it in one sentence; empty for a picture of few bytes, in a row that says the same
	Scale      Scale
	Lo, At, Hi float64 // on the scale; Lo and Hi are NaN without an interval
}

// laidInterval is x in percent of the cell's width.
type laidInterval struct {
	Interval
	X1, X2, X Coord
	Known     bool
}

// HTML implements model.Picture.
func (i Interval) HTML() template.HTML {
	l := laidInterval{Interval: i, X: Percent(i.Scale.At(i.At)), Known: !math.IsNaN(i.Lo) && !math.IsNaN(i.Hi)}
	if l.Known {
		l.X1, l.X2 = Percent(i.Scale.At(i.Lo)), Percent(i.Scale.At(i.Hi))
	}
	return draw("interval", l)
}

// Ruler is the axis below a column of intervals.
type Ruler struct {
	styled
	Ticks []Tick
}

// HTML implements model.Picture.
func (r Ruler) HTML() template.HTML { return draw("ruler", r) }

// Decades returns ticks at powers of ten of a scale of decimal logarithms of values in
// units, which keep apart at a width of so many px.
func (s Scale) Decades(units []Unit, width float64) []Tick {
	lo, hi := int(math.Ceil(s.Lo-1e-9)), int(math.Floor(s.Hi+1e-9))
	for step := 1; ; step++ {
		var ticks []Tick
		var labels []string
		for e := lo; e <= hi; e += step {
			labels = append(labels, decade(e, units))
			ticks = append(ticks, Tick{Percent(s.At(float64(e))), labels[len(labels)-1]})
		}
		if len(ticks) < 2 || (Widest(labels)+6)*s.Span() <= width*float64(step) {
			return ticks
		}
	}
}

// decade is ten to the power of e in the largest unit that it reaches: "10µs".
func decade(e int, units []Unit) string {
	v, unit := math.Pow10(e), units[0]
	for _, u := range units {
		if v >= u.Size {
			unit = u
		}
	}
	return strconv.FormatFloat(v/unit.Size, 'g', 3, 64) + unit.Name
}

// Swatch is a name behind its colour in another picture.
type Swatch struct {
	styled
	Class, Text string
}

// HTML implements model.Picture.
func (s Swatch) HTML() template.HTML { return draw("swatch", s) }
