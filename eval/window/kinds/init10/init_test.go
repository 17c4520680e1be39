package init10

import (
	"runtime"
	"testing"

	"tare/eval/window/kinds/live"
)

var heap, garbage = live.MB(10), live.MB(0)

func BenchmarkAlloc98KBInit10(b *testing.B) {
	for range b.N {
		garbage = live.Chain(live.Garbage)
	}
	runtime.KeepAlive(heap)
}
