// Package frequencylock has a chain of dependent multiplications: its time per iteration is
// a number of cycles that is the same everywhere, and so a measure of the frequency.
package frequencylock

import "testing"

var sink uint64

func BenchmarkChain(b *testing.B) {
	x := uint64(b.N) | 1
	for b.Loop() {
		for range 1000 {
			x *= 0x9e3779b97f4a7c15
		}
	}
	sink = x
}
