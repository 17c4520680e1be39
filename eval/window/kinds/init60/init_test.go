package init60

import (
	"runtime"
	"testing"

	"tare/eval/window/kinds/live"
)

var heap, garbage = live.MB(60), live.MB(0)

func BenchmarkAlloc98KBInit60(b *testing.B) {
	for range b.N {
		garbage = live.Chain(live.Garbage)
	}
	runtime.KeepAlive(heap)
}
