package wording

import (
	"fmt"
	"slices"

	"tare/internal/record/unit"
	"tare/internal/report/model"
)

// Beyond says which values, each called noun, an axis does not show: beyond is 1 for a
// value above its end, −1 for one below.
func Beyond(noun string, values []float64, beyond func(float64) int, print func(float64) string) []model.Text {
	var above, below []float64
	for _, v := range values {
		switch beyond(v) {
		case 1:
			above = append(above, v)
		case -1:
			below = append(below, v)
		}
	}
	var said []model.Text
	if len(above) > 0 {
		said = append(said, model.Say(fmt.Sprintf("%s beyond the axis, up to %s", unit.Plural(len(above), noun), print(slices.Max(above)))))
	}
	if len(below) > 0 {
		said = append(said, model.Say(fmt.Sprintf("%s beyond the axis, down to %s", unit.Plural(len(below), noun), print(slices.Min(below)))))
	}
	return said
}
