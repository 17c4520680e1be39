package page

import (
	"math"
	"strconv"
	"unicode/utf8"
)

// tick is one labelled position on an axis.
type tick struct {
	At    coord // percent along an x axis, px down a y axis
	Label string
}

// timeAxis returns about n ticks for a scale in ns, as fractions of the scale
// from its low end; at least two where a few more than n make that possible,
// for one tick tells no distances. All labels share one prefix; the last one spells it out.
func timeAxis(s scale, n int) (at []float64, labels []string) {
	values, step := s.ticks(n)
	for more := n + 1; len(values) < 2 && more <= n+3; more++ {
		values, step = s.ticks(more)
	}
	size, prefix := prefixOf(max(math.Abs(s.lo), math.Abs(s.hi)))
	for _, v := range values {
		at = append(at, s.at(v))
		labels = append(labels, decimal(v/size, step/size))
	}
	if len(labels) > 0 {
		labels[len(labels)-1] += " " + prefix
	}
	return at, labels
}

// prefixOf returns the unit in which largest reads best, and its size in ns.
func prefixOf(largest float64) (size float64, name string) {
	switch {
	case largest >= 1e9:
		return 1e9, "s"
	case largest >= 1e6:
		return 1e6, "ms"
	case largest >= 1e3:
		return 1e3, "µs"
	}
	return 1, "ns"
}

// decimal prints v with as many decimals as tell it from its neighbours a
// step away, or with an exponent when that would take too many digits.
func decimal(v, step float64) string {
	decimals := max(0, int(math.Ceil(-math.Log10(step)-1e-9)))
	if decimals > 6 || math.Abs(v) >= 1e7 {
		return strconv.FormatFloat(v, 'g', 5, 64)
	}
	return strconv.FormatFloat(v, 'f', decimals, 64)
}

// Text metrics of the charts, in px. Widths are upper bounds: a label must
// not run into its neighbour in any font.
const (
	runeWidth  = 7 // of a wide digit at the 11 px the style sheet sets
	lineHeight = 13
	// narrowPlot is the least width charts are laid out for; positions along
	// x are percentages, so a wider window only adds room.
	narrowPlot = 240
)

// textWidth bounds the width of s in px.
func textWidth(s string) float64 { return runeWidth * float64(utf8.RuneCountInString(s)) }

// widest bounds the width of the widest label in px.
func widest(labels []string) float64 {
	w := 0.0
	for _, l := range labels {
		w = max(w, textWidth(l))
	}
	return w
}

// xTimeAxis returns ticks along x that keep apart at the narrowest width.
func xTimeAxis(s scale) []tick {
	for n := 5; ; n-- {
		at, labels := timeAxis(s, n)
		if n == 1 || widest(labels)+10 <= apart(at)*narrowPlot {
			return xTicks(at, labels)
		}
	}
}

// apart returns the distance of neighbouring ticks, 1 when there are none.
func apart(at []float64) float64 {
	if len(at) < 2 {
		return 1
	}
	return at[1] - at[0]
}

func xTicks(at []float64, labels []string) []tick {
	ticks := make([]tick, len(at))
	for i := range at {
		ticks[i] = tick{percent(at[i]), labels[i]}
	}
	return ticks
}
