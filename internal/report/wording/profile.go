package wording

import (
	"slices"

	"tare/internal/record"
)

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
