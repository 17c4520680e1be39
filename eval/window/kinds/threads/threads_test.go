//go:build cgo && unix

package threads

import (
	"sync"
	"testing"
)

func BenchmarkCgoWork(b *testing.B) {
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			Work(1000)
		}
	})
}

// BenchmarkCgoSleep has four threads wait at once in every op.
func BenchmarkCgoSleep(b *testing.B) {
	for range b.N {
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() { Sleep(100) })
		}
		all.Wait()
	}
}
