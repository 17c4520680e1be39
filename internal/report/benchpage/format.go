package benchpage

import (
	"time"

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
