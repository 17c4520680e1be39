package page

import (
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"tare/internal/record"
	"tare/internal/report/wording"
	"tare/internal/unit"
)

// ns prints a time in ns. Outside of what four digits of the unit package can
// show it falls back to an exponent, so that no value prints as a false zero
// or as a hundred digits.
func ns(v float64) string {
	a := math.Abs(v)
	switch {
	case !finite(v):
		return wording.None
	case v < 0:
		return "−" + ns(a)
	case a >= 1e15:
		return strconv.FormatFloat(v/1e9, 'g', 4, 64) + "s"
	case a != 0 && a < 1e-3:
		return strconv.FormatFloat(v, 'g', 4, 64) + "ns"
	}
	return unit.Nanoseconds(v)
}

// signed is share with the sign always there.
func signed(fraction float64) string {
	switch {
	case !finite(fraction):
		return wording.None
	case math.Abs(fraction) < 0.0005:
		return "±0%"
	case fraction > 0:
		return "+" + wording.Share(fraction, 0)
	}
	return wording.Share(fraction, 0)
}

// plusMinus prints an estimate's half-width, or wording.None without an interval.
func plusMinus(e record.Estimate) string {
	half, ok := e.HalfWidth()
	if !ok || !finite(half) {
		return wording.None
	}
	return "±" + wording.Share(half, 0)
}

// grouped prints an integer with its thousands apart: 1 234 567.
func grouped(n int64) string {
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

// number prints a quantity the way its unit is read: times as times, bytes as
// bytes, everything else as a plain number.
func number(v float64, unitName string) string {
	switch {
	case !finite(v):
		return wording.None
	case isTime(unitName):
		return ns(v)
	case unitName == "B/op" || strings.HasSuffix(unitName, "-B/op"):
		return unit.Bytes(v)
	case v == math.Trunc(v) && math.Abs(v) < 1e6:
		return grouped(int64(v))
	}
	return unit.Count(v)
}

func isTime(unitName string) bool {
	return unitName == "ns/op" || strings.HasSuffix(unitName, "-ns/op") || strings.HasSuffix(unitName, "-ns")
}

// moment prints a time to the second, zone included.
func moment(t time.Time) string {
	if t.IsZero() {
		return wording.None
	}
	return t.Format("2006-01-02 15:04:05 MST")
}

// shorten cuts s to at most n runes, the last one an ellipsis.
func shorten(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return strings.TrimRight(string([]rune(s)[:n-1]), " ,;") + "…"
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
