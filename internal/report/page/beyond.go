package page

import (
	"fmt"
	"slices"

	"tare/internal/report/chart"
	"tare/internal/report/wording"
)

// beyond says in words which values the axes do not show.
func (s scales) beyond(ps []point) []string {
	return append(beyond("net", nets(ps), s.net), beyond("wall", walls(ps), s.wall)...)
}

func beyond(name string, values []float64, sc chart.Scale) []string {
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
		said = append(said, fmt.Sprintf("%s beyond the axis, up to %s", wording.Count(len(above), name+" value"), ns(slices.Max(above))))
	}
	if len(below) > 0 {
		said = append(said, fmt.Sprintf("%s beyond the axis, down to %s", wording.Count(len(below), name+" value"), ns(slices.Min(below))))
	}
	return said
}
