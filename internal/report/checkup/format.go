package checkup

import (
	"fmt"
	"math"
	"strconv"

	"tare/internal/record"
	"tare/internal/unit"
)

// unknown stands in a table for a value that nobody could read.
const unknown = "?"

// because words a status that is not Measured, with its reason.
func because(s record.Status, why string) string {
	word := string(s)
	if s == record.Undetermined {
		word = "undetermined"
	}
	if why == "" {
		return word
	}
	return word + ": " + why
}

// notKnown is what a sentence says for a value that is missing.
func notKnown(s record.Status, why string) string {
	return "not known (" + because(s, why) + ")"
}

// factText is what to print for f.
func factText(f record.Fact) string {
	if f.OK() {
		return f.Value
	}
	return notKnown(f.Status, f.Why)
}

// cpus prints CPUs' worth of time with two decimals, or as many as it takes
// for a small quota not to look like none.
func cpus(n float64) string {
	if n != 0 && math.Abs(n) < 0.1 {
		return strconv.FormatFloat(n, 'g', 2, 64)
	}
	return strconv.FormatFloat(n, 'f', 2, 64)
}

// whole is cpus without decimals that say nothing.
func whole(n float64) string {
	if n == math.Trunc(n) {
		return strconv.FormatFloat(n, 'f', -1, 64)
	}
	return cpus(n)
}

// share prints a fraction of one with as many digits as a reader can use.
func share(fraction float64) string {
	switch a := math.Abs(fraction); {
	case a == 0:
		return "0%"
	case a < 0.00005:
		return "<0.01%"
	case a < 0.0995:
		return unit.Percent(fraction, 2)
	}
	return unit.Percent(fraction, 1)
}

// memoryLimit prints bytes in the only form that GOMEMLIMIT takes: a whole
// number with a unit. It rounds down, for the limit must hold.
func memoryLimit(bytes float64) string {
	const mib = 1 << 20
	if bytes < mib {
		return fmt.Sprintf("%.0fB", math.Floor(bytes))
	}
	return fmt.Sprintf("%.0fMiB", math.Floor(bytes/mib))
}

// plural is "1 CPU", "2 CPUs".
func plural(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}
