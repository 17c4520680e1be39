// Package chart is what the charts and pages of all HTML reports have in
// common: positions, scales and axes, colours and type, and the head of a page
// that needs nothing from elsewhere.
package chart

import (
	_ "embed"
	"math"
	"strconv"
	"unicode/utf8"
)

// Style is the style sheet that those of pages build on: colours for light,
// dark and paper, type, and the parts of charts.
//
//go:embed chart.css
var Style string

// Templates are those that pages share. "head" opens a page; it wants fields
// Title, Style, and Scripts: what its content security policy admits. "xticks",
// "ygrid" and "yaxis" are parts of an SVG whose x is in percent and y in px;
// the first wants fields Bottom and XTicks, the others get ticks.
//
//go:embed chart.tmpl
var Templates string

// Coord is a position in an SVG, in px or percent. Two decimals are beyond
// what a screen shows and keep pages small.
type Coord float64

// String prints at most two decimals.
func (c Coord) String() string {
	rounded := math.Round(float64(c)*100)/100 + 0 // −0 + 0 is 0
	return strconv.FormatFloat(rounded, 'f', -1, 64)
}

// Percent turns a fraction of one into a coordinate along a percent axis.
func Percent(fraction float64) Coord { return Coord(100 * fraction) }

// Text metrics of the charts, in px. Widths are upper bounds: a label must
// not run into its neighbour in any font.
const (
	RuneWidth  = 7 // of a wide digit at the 11 px the style sheet sets
	LineHeight = 13
	AxisHeight = 22 // the labels of an x axis
	// NarrowPlot is the least width charts are laid out for; positions along
	// x are percentages, so a wider window only adds room.
	NarrowPlot = 240
)

// TextWidth bounds the width of s in px.
func TextWidth(s string) float64 { return RuneWidth * float64(utf8.RuneCountInString(s)) }

// Widest bounds the width of the widest label in px.
func Widest(labels []string) float64 {
	w := 0.0
	for _, l := range labels {
		w = max(w, TextWidth(l))
	}
	return w
}
