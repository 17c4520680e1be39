package chart

import (
	"math"
	"strconv"
)

// Tick is one labelled position on an axis.
type Tick struct {
	At    Coord // percent along an x axis, px down a y axis
	Label string
}

// Unit is one that an axis can count in.
type Unit struct {
	Size float64
	Name string
}

// What axes count in, each from the smallest unit up.
var (
	Times  = []Unit{{1, "ns"}, {1e3, "µs"}, {1e6, "ms"}, {1e9, "s"}}
	Bytes  = []Unit{{1, "B"}, {1 << 10, "KiB"}, {1 << 20, "MiB"}, {1 << 30, "GiB"}}
	Shares = []Unit{{0.01, "%"}}
	Counts = []Unit{{1, ""}}
)

// Axis returns about n ticks, as fractions of the scale from its low end; at
// least two where a few more than n make that possible, for one tick tells no
// distances. All labels share the largest of units that the scale reaches; the
// last one spells it out.
func (s Scale) Axis(n int, units []Unit) (at []float64, labels []string) {
	unit := units[0]
	for _, u := range units {
		if max(math.Abs(s.Lo), math.Abs(s.Hi)) >= u.Size {
			unit = u
		}
	}
	inUnit := Scale{s.Lo / unit.Size, s.Hi / unit.Size}
	values, step := inUnit.Values(n)
	for more := n + 1; len(values) < 2 && more <= n+3; more++ {
		values, step = inUnit.Values(more)
	}
	for _, v := range values {
		at = append(at, inUnit.At(v))
		labels = append(labels, decimal(v, step))
	}
	if len(labels) > 0 && unit.Name != "" {
		labels[len(labels)-1] += " " + unit.Name
	}
	return at, labels
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

// Ticks returns ticks along x that keep apart at the narrowest width.
func (s Scale) Ticks(units []Unit) []Tick {
	for n := 5; ; n-- {
		at, labels := s.Axis(n, units)
		if n > 1 && len(at) > 1 && Widest(labels)+10 > (at[1]-at[0])*NarrowPlot {
			continue
		}
		ticks := make([]Tick, len(at))
		for i := range at {
			ticks[i] = Tick{Percent(at[i]), labels[i]}
		}
		return ticks
	}
}
