package wording

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"tare/internal/record/unit"
)

// Ns prints a time in ns. Outside of what four digits of the unit package can
// show it falls back to an exponent, so that no value prints as a false zero
// or as a hundred digits.
func Ns(v float64) string {
	a := math.Abs(v)
	switch {
	case !Finite(v):
		return None
	case v < 0:
		return "−" + Ns(a)
	case a >= 1e15:
		return strconv.FormatFloat(v/1e9, 'g', 4, 64) + "s"
	case a != 0 && a < 1e-3:
		return strconv.FormatFloat(v, 'g', 4, 64) + "ns"
	}
	return unit.Nanoseconds(v)
}

// Number prints a quantity the way its unit is read: times as times, bytes as
// bytes, everything else as a plain number.
func Number(v float64, unitName string) string {
	switch {
	case !Finite(v):
		return None
	case IsTime(unitName):
		return Ns(v)
	case IsBytes(unitName):
		return unit.Bytes(v)
	case v == math.Trunc(v) && math.Abs(v) < 1e6:
		return Grouped(int64(v))
	}
	return unit.Count(v)
}

// Times formats a ratio with the digits that matter, for the sign × beside it.
func Times(ratio float64) string {
	switch {
	case !Finite(ratio):
		return None
	case ratio < 10:
		return strconv.FormatFloat(ratio, 'f', 2, 64)
	case ratio < 100:
		return strconv.FormatFloat(ratio, 'f', 1, 64)
	case ratio < 1e15:
		return Grouped(int64(ratio + 0.5))
	}
	return strconv.FormatFloat(ratio, 'g', 4, 64)
}

// Grouped prints an integer with its thousands apart: 1 234 567.
func Grouped(n int64) string {
	digits, negative := strings.CutPrefix(strconv.FormatInt(n, 10), "-")
	sign := ""
	if negative {
		sign = "−"
	}
	var b strings.Builder
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteRune('\u202f') // narrow no-break space
		}
		b.WriteRune(d)
	}
	return sign + b.String()
}

// Signed is Share with the sign always there; what would round to zero is "±0%".
func Signed(fraction float64, digits int) string {
	switch {
	case !Finite(fraction):
		return None
	case math.Abs(fraction) < math.Pow10(-digits-3)/2:
		return "±0%"
	case fraction > 0:
		return "+" + Share(fraction, digits)
	}
	return Share(fraction, digits)
}

// IsTime reports whether values in that unit are times in ns.
func IsTime(unitName string) bool {
	return unitName == "ns/op" || strings.HasSuffix(unitName, "-ns/op") || strings.HasSuffix(unitName, "-ns")
}

// IsBytes reports whether values in that unit are bytes.
func IsBytes(unitName string) bool { return unitName == "B/op" || strings.HasSuffix(unitName, "-B/op") }

// Finite reports whether v is a number that can be drawn and printed.
func Finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// Probability prints a p-value, and None for one that is not known.
func Probability(p float64) string {
	switch {
	case !Finite(p):
		return None
	case p < 0.001:
		return "<0.001"
	}
	return fmt.Sprintf("%.3f", p)
}
