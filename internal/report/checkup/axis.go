package checkup

import (
	"math"
	"strconv"
	"unicode/utf8"
)

// coord is a position in an SVG, in px or percent. Two decimals are beyond
// what a screen shows and keep pages small.
type coord float64

// String prints at most two decimals.
func (c coord) String() string {
	return strconv.FormatFloat(math.Round(float64(c)*100)/100+0, 'f', -1, 64) // −0 + 0 is 0
}

// tick is one labelled position on an axis.
type tick struct {
	At    coord // percent along an x axis, px down a y axis
	Label string
}

// axis maps the values lo…hi onto 0…1.
type axis struct {
	lo, hi float64
	log    bool
}

// at returns where v lies on the axis, clamped to its ends.
func (a axis) at(v float64) float64 {
	lo, hi := a.lo, a.hi
	if a.log {
		lo, hi, v = math.Log(lo), math.Log(hi), math.Log(max(v, math.SmallestNonzeroFloat64))
	}
	return min(max((v-lo)/(hi-lo), 0), 1)
}

// values returns at least two round values on the axis where there are two,
// and about n.
func (a axis) values(n int) []float64 {
	if a.log {
		return a.decades(n)
	}
	const slack = 1e-9 // of a step, for ends that are round numbers but for rounding
	step := niceStep((a.hi - a.lo) / float64(n))
	var vs []float64
	for i := math.Ceil(a.lo/step - slack); i*step <= a.hi+slack*step && len(vs) <= 2*n; i++ {
		vs = append(vs, i*step+0)
	}
	return vs
}

// decades returns powers of ten, every so many when there are more than n, and
// 2 and 5 times them when there are fewer than two.
func (a axis) decades(n int) []float64 {
	first, last := int(math.Ceil(math.Log10(a.lo)-1e-9)), int(math.Floor(math.Log10(a.hi)+1e-9))
	factors, every := []float64{1}, 1
	switch spanned := last - first + 1; {
	case spanned < 2:
		first, factors = first-1, []float64{1, 2, 5}
	default:
		every = (spanned + n - 1) / n
	}
	var vs []float64
	for k := first; k <= last; k += every {
		for _, f := range factors {
			if v := f * math.Pow10(k); v >= a.lo*(1-1e-9) && v <= a.hi*(1+1e-9) {
				vs = append(vs, v)
			}
		}
	}
	return vs
}

// niceStep returns the smallest 1, 2 or 5 times a power of ten that is at
// least raw.
func niceStep(raw float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(raw)))
	for _, f := range []float64{1, 2, 5} {
		if f*power >= raw*(1-1e-9) { // 0.1+0.2 is not more than 0.3
			return f * power
		}
	}
	return 10 * power
}

// Text metrics of the charts in px. Widths are upper bounds: a label must not
// run into its neighbour in any font.
const (
	runeWidth  = 7 // of a wide digit at the 11 px the style sheet sets
	narrowPlot = 220
)

// ticks returns labelled ticks along x that keep apart at the narrowest width.
func (a axis) ticks(label func(float64) string) []tick {
	for n := 5; ; n-- {
		var ts []tick
		fits := true
		for i, v := range a.values(n) {
			t := tick{coord(100 * a.at(v)), label(v)}
			if i > 0 {
				room := float64(t.At-ts[i-1].At) / 100 * narrowPlot
				fits = fits && room >= runeWidth*float64(utf8.RuneCountInString(t.Label)+1)
			}
			ts = append(ts, t)
		}
		if fits || n == 1 {
			return ts
		}
	}
}

// short prints a tick's time: "10µs", "1.02ns".
func short(ns float64) string {
	for _, u := range []struct {
		size float64
		name string
	}{{1e9, "s"}, {1e6, "ms"}, {1e3, "µs"}} {
		if ns >= u.size*(1-1e-9) {
			return trimmed(ns/u.size) + u.name
		}
	}
	return trimmed(ns) + "ns"
}

// trimmed prints v with the digits that say something, four at most.
func trimmed(v float64) string { return strconv.FormatFloat(v, 'g', 4, 64) }
