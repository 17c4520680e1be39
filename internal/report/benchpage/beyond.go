package benchpage

import (
	"fmt"
	"slices"

	"tare/internal/record/unit"
	"tare/internal/report/chart"
)

// Beyond says in words which values, each called noun, sc does not show.
func Beyond(noun string, values []float64, sc chart.Scale, print func(float64) string) []string {
	var above, below []float64
	for _, v := range values {
		switch sc.Beyond(v) {
		case 1:
			above = append(above, v)
		case -1:
			below = append(below, v)
		}
	}
	var said []string
	if len(above) > 0 {
		said = append(said, fmt.Sprintf("%s beyond the axis, up to %s", unit.Plural(len(above), noun), print(slices.Max(above))))
	}
	if len(below) > 0 {
		said = append(said, fmt.Sprintf("%s beyond the axis, down to %s", unit.Plural(len(below), noun), print(slices.Min(below))))
	}
	return said
}
