// Package quotalatency is the published benchmark: pure computation on one goroutine, so
// that whatever a CPU quota adds to its wall time is the quota's doing.
package quotalatency

import "testing"

func fib(n int) int {
	if n < 2 {
		return n
	}
	return fib(n-1) + fib(n-2)
}

var sink int

func BenchmarkFib20(b *testing.B) {
	for b.Loop() {
		sink = fib(20)
	}
}
