package benchpage

import (
	"strings"
	"time"
	"unicode/utf8"

	"tare/internal/report/chart"
	"tare/internal/report/wording"
)

// Units are those that an axis of values in a unit counts in.
func Units(unitName string) []chart.Unit {
	switch {
	case wording.IsTime(unitName):
		return chart.Times
	case wording.IsBytes(unitName):
		return chart.Bytes
	}
	return chart.Counts
}

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
