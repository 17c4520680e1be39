package verdict

import (
	"slices"

	"tare/internal/record"
)

// constant reports whether the base has the very same value in all clean rounds with
// variant v, and v as well, in two rounds or more. Constants need no rule of their own.
// If both sides were the same, it would take the coin to come up the same way in all
// rounds for different constants, which is the sign test's p; and if the median of
// a side were another, its n values would all be this one with a chance of 2⁻ⁿ at
// most, which is what the interval asks for.
func (r Rules) constant(trials []record.Trial, v int, unit string) bool {
	var old, new []float64
	for _, p := range rounds(trials, v) {
		if !p.clean() {
			continue
		}
		was, ok1 := r.value(*p.base, unit)
		is, ok2 := r.value(*p.other, unit)
		if ok1 && ok2 {
			old, new = append(old, was), append(new, is)
		}
	}
	return same(old) && same(new)
}

// same reports whether there are several values, and all are the same.
func same(values []float64) bool {
	return len(values) > 1 && slices.Min(values) == slices.Max(values)
}
