package wording

import (
	"fmt"
	"slices"

	"tare/internal/record"
)

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

// Neighbours says that rounds are not independent, and what was done about it
// by package stats; it is empty where they may be.
func Neighbours(d record.Drift) string {
	switch {
	case !d.Significant:
		return ""
	case d.Lag1 < 0:
		return fmt.Sprintf("neighbouring rounds take turns (r=%.2f)", d.Lag1)
	}
	return fmt.Sprintf("neighbouring rounds resemble each other (r=%.2f): the interval was widened for it", d.Lag1)
}

// Noise says by how much a function's own time may differ by chance, or that it
// changed by no more than that.
func Noise(f record.FunctionDiff) string {
	if !f.Changed() {
		return "within noise, ±" + Ns(f.Noise)
	}
	return "±" + Ns(f.Noise)
}

// NoneChanged says, as the end of a title, that what follows are no changes for
// sure; it is empty where one is.
func NoneChanged(p *record.ProfileDiff) string {
	if slices.ContainsFunc(p.Functions, record.FunctionDiff.Changed) {
		return ""
	}
	return ", which changed by more than noise nowhere"
}
