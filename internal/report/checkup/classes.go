package checkup

import (
	"math"

	"tare/internal/record"
)

// class is one class of a histogram that may be drawn.
type class struct {
	Lo, Hi float64 // Hi is +Inf for the last class of a histogram
	N      int
}

// classes returns those of h from the first to the last that has values, at
// most limit of them: neighbours are taken together as often as that takes.
func classes(h record.Histogram, limit int) []class {
	var cs []class
	for i, n := range h.Counts[:min(len(h.Counts), len(h.Bounds))] {
		hi := math.Inf(1)
		if i+1 < len(h.Bounds) {
			hi = h.Bounds[i+1]
		}
		cs = append(cs, class{h.Bounds[i], hi, n})
	}
	for len(cs) > 0 && cs[0].N == 0 {
		cs = cs[1:]
	}
	for len(cs) > 0 && cs[len(cs)-1].N == 0 {
		cs = cs[:len(cs)-1]
	}
	for len(cs) > limit {
		cs = paired(cs)
	}
	return cs
}

// paired joins each two neighbours of cs.
func paired(cs []class) []class {
	var joined []class
	for i := 0; i < len(cs); i += 2 {
		c := cs[i]
		if i+1 < len(cs) {
			c.Hi = cs[i+1].Hi
			c.N += cs[i+1].N
		}
		joined = append(joined, c)
	}
	return joined
}

// fullest returns the count of the class that has the most, at least 1.
func fullest(cs []class) int {
	most := 1
	for _, c := range cs {
		most = max(most, c.N)
	}
	return most
}
