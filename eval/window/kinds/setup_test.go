package kinds

import (
	"crypto/sha256"
	"sync"
	"testing"
	"time"
)

// setUp takes 5 ms of CPU.
func setUp() {
	for start := time.Now(); time.Since(start) < 5*time.Millisecond; {
		op()
	}
}

var block [1 << 10]byte

// op is what is to be measured beside all the set-up.
func op() { block[0] = sha256.Sum256(block[:])[0] }

func BenchmarkSetupN(b *testing.B) {
	setUp()
	for range b.N {
		op()
	}
}

func BenchmarkSetupLazy(b *testing.B) {
	ready := false
	for b.Loop() {
		if !ready {
			setUp()
			ready = true
		}
		op()
	}
}

var once sync.Once

func BenchmarkSetupOnce(b *testing.B) {
	for range b.N {
		once.Do(setUp)
		op()
	}
}

func BenchmarkSetupReset(b *testing.B) {
	setUp()
	b.ResetTimer()
	for range b.N {
		op()
	}
}
