package kinds

import (
	"runtime"
	"strconv"
	"testing"
	"unique"

	"tare/eval/window/kinds/live"
)

// What stays alive, and what goes.
var heap, garbage *live.Node

func allocate(b *testing.B, mb int) {
	heap = live.MB(mb)
	b.ResetTimer()
	for range b.N {
		garbage = live.Chain(live.Garbage)
	}
}

func BenchmarkAlloc98KBLive0(b *testing.B)   { allocate(b, 0) }
func BenchmarkAlloc98KBLive10(b *testing.B)  { allocate(b, 10) }
func BenchmarkAlloc98KBLive60(b *testing.B)  { allocate(b, 60) }
func BenchmarkAlloc98KBLive100(b *testing.B) { allocate(b, 100) }

type item struct {
	next *item
	_    [40]byte
}

var items *item

// BenchmarkAllocSmall makes 768 bytes of garbage in 16 objects.
func BenchmarkAllocSmall(b *testing.B) {
	for range b.N {
		items = nil
		for range 16 {
			items = &item{next: items}
		}
	}
}

// BenchmarkFinalizers leaves work to the collector with every object.
func BenchmarkFinalizers(b *testing.B) {
	for range b.N {
		i := new(item)
		runtime.SetFinalizer(i, func(*item) {})
	}
}

// BenchmarkUnique fills a table that the collector empties.
func BenchmarkUnique(b *testing.B) {
	var handle unique.Handle[string]
	for i := range b.N {
		handle = unique.Make(strconv.Itoa(i % 10_000))
	}
	_ = handle
}
