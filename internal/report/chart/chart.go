// Package chart draws the pictures of pages as SVG: bars, distributions, rounds, intervals
// and effects, heat, grids, levels. They share positions, scales and axes. Each is a model.Picture.
package chart

import (
	_ "embed"
	"math"
	"strconv"
	"unicode/utf8"
)

// parts are templates that pictures share: "ygrid" and "yaxis", of an SVG whose x is in
// percent and y in px; they get ticks.
//
//go:embed chart.tmpl
var parts string

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
	runeWidth  = 7 // of a wide digit at the 11 px the style sheet sets
	lineHeight = 13
	axisHeight = 22 // the labels of an x axis
	// NarrowPlot is the least width charts are laid out for; positions along
	// x are percentages, so a wider window only adds room.
	NarrowPlot = 240
)

// textWidth bounds the width of s in px.
func textWidth(s string) float64 { return runeWidth * float64(utf8.RuneCountInString(s)) }

// Widest bounds the width of the widest label in px.
func Widest(labels []string) float64 {
	w := 0.0
	for _, l := range labels {
		w = max(w, textWidth(l))
	}
	return w
}
