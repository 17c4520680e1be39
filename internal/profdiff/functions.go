package profdiff

import (
	"cmp"
	"slices"

	"tare/internal/record"
)

// cost is the time of one function on both sides, ns per op.
type cost struct{ flat, cum [2]float64 }

// costs are those of functions by name.
type costs map[string]*cost

// add bills ns per op of a side to the functions of a stack: flat to the last,
// cumulative once to each, however often it calls itself.
func (cs costs) add(side int, ns float64, frames []string) {
	for i, name := range frames {
		c := cs[name]
		if c == nil {
			c = new(cost)
			cs[name] = c
		}
		if !slices.Contains(frames[:i], name) {
			c.cum[side] += ns
		}
		if i == len(frames)-1 {
			c.flat[side] += ns
		}
	}
}

// changed returns the functions whose flat or cumulative time changed by more
// than noise: by the part of the flat change that is beyond noise, then by that
// of the cumulative one, then by name. So what is listed first is large and
// sure, and callers of what changed follow it.
func (cs costs) changed(d record.ProfileDiff) []record.FunctionDiff {
	beyond := func(c *cost) (flat, cum float64) {
		return d.Beyond(c.flat[0], c.flat[1]), d.Beyond(c.cum[0], c.cum[1])
	}
	var names []string
	for name, c := range cs {
		if flat, cum := beyond(c); flat > 0 || cum > 0 {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b string) int {
		aFlat, aCum := beyond(cs[a])
		bFlat, bCum := beyond(cs[b])
		return cmp.Or(cmp.Compare(bFlat, aFlat), cmp.Compare(bCum, aCum), cmp.Compare(a, b))
	})
	functions := make([]record.FunctionDiff, len(names))
	for i, name := range names {
		c := cs[name]
		functions[i] = record.FunctionDiff{Name: name, OldFlat: c.flat[0], NewFlat: c.flat[1], OldCum: c.cum[0], NewCum: c.cum[1]}
	}
	return functions
}
