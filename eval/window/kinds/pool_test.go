package kinds

import (
	"crypto/sha256"
	"sync"
	"testing"

	"tare/eval/window/kinds/live"
)

// Each buffer is made once, and again after collections took it out of the pool.
var pool = sync.Pool{New: func() any { return new([16 << 10]byte) }}

func pooled() {
	buf := pool.Get().(*[16 << 10]byte)
	buf[0] = sha256.Sum256(buf[:1<<10])[0]
	pool.Put(buf)
}

func BenchmarkPool(b *testing.B) {
	for range b.N {
		pooled()
	}
}

// BenchmarkPoolPressed makes so much garbage that the pool is emptied all the time.
func BenchmarkPoolPressed(b *testing.B) {
	for range b.N {
		pooled()
		garbage = live.Chain(16)
	}
}
