package machines

import (
	"math"
	"slices"

	"tare/internal/record"
)

// class is one class of a histogram that is drawn.
type class struct {
	lo, hi float64 // hi is +Inf for the last class of a histogram
	n      int
}

// classes returns those of h from the first to the last that has values, at most limit of
// them: where there are more, neighbours are taken together.
func classes(h record.Histogram, limit int) []class {
	var cs []class
	for i, n := range h.Counts[:min(len(h.Counts), len(h.Bounds))] {
		hi := math.Inf(1)
		if i+1 < len(h.Bounds) {
			hi = h.Bounds[i+1]
		}
		cs = append(cs, class{h.Bounds[i], hi, n})
	}
	for len(cs) > 0 && cs[0].n == 0 {
		cs = cs[1:]
	}
	for len(cs) > 0 && cs[len(cs)-1].n == 0 {
		cs = cs[:len(cs)-1]
	}
	if len(cs) <= limit {
		return cs
	}
	var joined []class
	for some := range slices.Chunk(cs, (len(cs)+limit-1)/limit) {
		c := class{lo: some[0].lo, hi: some[len(some)-1].hi}
		for _, one := range some {
			c.n += one.n
		}
		joined = append(joined, c)
	}
	return joined
}

// fullest returns the count of the class that has the most, at least 1.
func fullest(cs []class) int {
	most := 1
	for _, c := range cs {
		most = max(most, c.n)
	}
	return most
}
