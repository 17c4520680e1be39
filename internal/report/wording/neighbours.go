package wording

import (
	"fmt"

	"tare/internal/record"
)

// Neighbours says that rounds are not independent, and what was done about it
// (stats.Widen); it is empty where they may be.
func Neighbours(d record.Drift) string {
	switch {
	case !d.Significant:
		return ""
	case d.Lag1 < 0:
		return fmt.Sprintf("neighbouring rounds take turns (r=%.2f)", d.Lag1)
	}
	return fmt.Sprintf("neighbouring rounds resemble each other (r=%.2f): the interval was widened for it", d.Lag1)
}
