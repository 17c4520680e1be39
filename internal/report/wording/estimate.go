package wording

import "tare/internal/record"

// PlusMinus prints an estimate's half-width, or None without an interval.
func PlusMinus(e record.Estimate) string {
	half, ok := e.HalfWidth()
	if !ok || !Finite(half) {
		return None
	}
	return "±" + Share(half, 0)
}

// HasCenter reports whether e has a location.
func HasCenter(e record.Estimate) bool { return e.N > 0 && Finite(e.Center) }

// HasInterval reports whether e has an interval, too.
func HasInterval(e record.Estimate) bool {
	return HasCenter(e) && e.Confidence != 0 && Finite(e.Lo) && Finite(e.Hi)
}
