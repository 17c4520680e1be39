package verdict

import "tare/internal/record"

// constant reports whether the base has the very same value in all clean rounds with
// variant v, and v as well, in two rounds or more. Constants need no rule of their own.
// If both sides were the same, it would take the coin to come up the same way in all
// rounds for different constants, which is the sign test's p; and if the median of
// a side were another, its n values would all be this one with a chance of 2⁻ⁿ at
// most, which is what the interval asks for.
func (r Rules) constant(trials []record.Trial, v int, unit string) bool {
	var first [2]float64
	n := 0
	for _, p := range rounds(trials, v) {
		if !p.clean() {
			continue
		}
		was, ok1 := r.value(*p.base, unit)
		is, ok2 := r.value(*p.other, unit)
		if !ok1 || !ok2 {
			continue
		}
		if n == 0 {
			first = [2]float64{was, is}
		}
		if n++; first != [2]float64{was, is} {
			return false
		}
	}
	return n > 1
}
