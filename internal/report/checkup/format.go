package checkup

import (
	"fmt"
	"math"
	"strconv"

	"tare/internal/record"
	"tare/internal/report/wording"
)

// unknown stands in a table for a value that nobody could read.
const unknown = "?"

// notKnown is what a sentence says for a value that is missing.
func notKnown(s record.Status, why string) string {
	return "not known (" + wording.Because(s, why) + ")"
}

// factText is what to print for f.
func factText(f record.Fact) string {
	if f.OK() {
		return f.Value
	}
	return notKnown(f.Status, f.Why)
}

// cpus prints CPUs' worth of time with two decimals where they say something,
// or as many as it takes for a small quota not to look like none.
func cpus(n float64) string {
	switch {
	case n == math.Trunc(n):
		return strconv.FormatFloat(n, 'f', -1, 64)
	case math.Abs(n) < 0.1:
		return strconv.FormatFloat(n, 'g', 2, 64)
	}
	return strconv.FormatFloat(n, 'f', 2, 64)
}

// share prints a fraction of one with as many digits as a reader can use.
func share(fraction float64) string { return wording.Share(fraction, 1) }

// memoryLimit prints bytes in the only form that GOMEMLIMIT takes: a whole
// number with a unit. It rounds down, for the limit must hold.
func memoryLimit(bytes float64) string {
	const mib = 1 << 20
	if bytes < mib {
		return fmt.Sprintf("%.0fB", math.Floor(bytes))
	}
	return fmt.Sprintf("%.0fMiB", math.Floor(bytes/mib))
}

// by is text behind words that introduce it, or nothing.
func by(words, text string) string {
	if text == "" {
		return ""
	}
	return words + text
}
