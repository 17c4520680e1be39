// Package unit formats quantities the way Go engineers read them in benchstat:
// four significant digits, an SI or binary prefix, and the unit.
package unit

import (
	"fmt"
	"math"
	"strconv"
	"time"
)

// Nanoseconds formats a time in ns with the prefix that keeps the mantissa in
// [1, 1000): 0.4 → "0.4000ns", 1530 → "1.530µs", 2.5e9 → "2.500s". From two
// minutes on nobody reads seconds: 200.3e9 → "3m20s".
func Nanoseconds(ns float64) string {
	if a := math.Abs(ns); a >= float64(long) && a < math.MaxInt64 {
		return time.Duration(ns).Round(time.Second).String()
	}
	return scaled(ns, []step{{1e9, "s"}, {1e6, "ms"}, {1e3, "µs"}, {1, "ns"}})
}

// long is a time from which on it is told in minutes.
const long = 2 * time.Minute

// Bytes formats a byte count with binary prefixes: 2048 → "2.000KiB".
func Bytes(b float64) string {
	return scaled(b, []step{{1 << 30, "GiB"}, {1 << 20, "MiB"}, {1 << 10, "KiB"}, {1, "B"}})
}

// Count formats a dimensionless count with SI prefixes: 12500 → "12.50k".
func Count(n float64) string {
	return scaled(n, []step{{1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1, ""}})
}

// Percent formats a fraction of one with digits decimals: (0.0153, 1) → "1.5%".
func Percent(fraction float64, digits int) string {
	return strconv.FormatFloat(100*fraction, 'f', digits, 64) + "%"
}

// Duration rounds d to what a person reads in a progress line: 1.2s, 45s, 3m20s.
func Duration(d time.Duration) string {
	switch {
	case d < time.Second:
		return d.Round(time.Millisecond).String()
	case d < 10*time.Second:
		return d.Round(100 * time.Millisecond).String()
	default:
		return d.Round(time.Second).String()
	}
}

type step struct {
	size float64
	name string
}

// scaled divides v by the largest step that it reaches, the last one otherwise.
func scaled(v float64, steps []step) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return "?"
	}
	last := steps[len(steps)-1]
	for _, s := range steps {
		// 999.95 would round to 1000 in four digits: give it the next prefix.
		if math.Abs(v) >= s.size*0.99995 {
			last = s
			break
		}
	}
	return significant(v/last.size) + last.name
}

// significant prints four significant digits, and 0 as "0".
func significant(v float64) string {
	digits := 4
	switch a := math.Abs(v); {
	case a == 0:
		digits = 0
	case a >= 999.95:
		digits = 0
	case a >= 99.995:
		digits = 1
	case a >= 9.9995:
		digits = 2
	case a >= 0.99995:
		digits = 3
	}
	return strconv.FormatFloat(v, 'f', digits, 64)
}

// Plural is "1 trial", "2 trials".
func Plural(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}
