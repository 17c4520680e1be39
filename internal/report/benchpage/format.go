package benchpage

import (
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"tare/internal/record"
	"tare/internal/report/chart"
	"tare/internal/report/wording"
	"tare/internal/unit"
)

// Ns prints a time in ns. Outside of what four digits of the unit package can
// show it falls back to an exponent, so that no value prints as a false zero
// or as a hundred digits.
func Ns(v float64) string {
	a := math.Abs(v)
	switch {
	case !Finite(v):
		return wording.None
	case v < 0:
		return "−" + Ns(a)
	case a >= 1e15:
		return strconv.FormatFloat(v/1e9, 'g', 4, 64) + "s"
	case a != 0 && a < 1e-3:
		return strconv.FormatFloat(v, 'g', 4, 64) + "ns"
	}
	return unit.Nanoseconds(v)
}

// Signed is wording.Share with the sign always there; what would round to zero
// is "±0%".
func Signed(fraction float64, digits int) string {
	switch {
	case !Finite(fraction):
		return wording.None
	case math.Abs(fraction) < math.Pow10(-digits-3)/2:
		return "±0%"
	case fraction > 0:
		return "+" + wording.Share(fraction, digits)
	}
	return wording.Share(fraction, digits)
}

// PlusMinus prints an estimate's half-width, or wording.None without an interval.
func PlusMinus(e record.Estimate) string {
	half, ok := e.HalfWidth()
	if !ok || !Finite(half) {
		return wording.None
	}
	return "±" + wording.Share(half, 0)
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

// Number prints a quantity the way its unit is read: times as times, bytes as
// bytes, everything else as a plain number.
func Number(v float64, unitName string) string {
	switch {
	case !Finite(v):
		return wording.None
	case isTime(unitName):
		return Ns(v)
	case isBytes(unitName):
		return unit.Bytes(v)
	case v == math.Trunc(v) && math.Abs(v) < 1e6:
		return Grouped(int64(v))
	}
	return unit.Count(v)
}

func isTime(unitName string) bool {
	return unitName == "ns/op" || strings.HasSuffix(unitName, "-ns/op") || strings.HasSuffix(unitName, "-ns")
}

// Units are those that an axis of values in a unit counts in.
func Units(unitName string) []chart.Unit {
	switch {
	case isTime(unitName):
		return chart.Times
	case isBytes(unitName):
		return chart.Bytes
	}
	return chart.Counts
}

func isBytes(unitName string) bool { return unitName == "B/op" || strings.HasSuffix(unitName, "-B/op") }

// Moment prints a time to the second, zone included.
func Moment(t time.Time) string {
	if t.IsZero() {
		return wording.None
	}
	return t.Format("2006-01-02 15:04:05 MST")
}

// Shorten cuts s to at most n runes, the last one an ellipsis.
func Shorten(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return strings.TrimRight(string([]rune(s)[:n-1]), " ,;") + "…"
}

// Finite reports whether v is a number that can be drawn and printed.
func Finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// HasCenter reports whether e has a location.
func HasCenter(e record.Estimate) bool { return e.N > 0 && Finite(e.Center) }

// HasInterval reports whether e has an interval, too.
func HasInterval(e record.Estimate) bool {
	return HasCenter(e) && e.Confidence != 0 && Finite(e.Lo) && Finite(e.Hi)
}
