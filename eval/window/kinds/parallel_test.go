package kinds

import (
	"crypto/sha256"
	"sync"
	"testing"
)

func BenchmarkParallel(b *testing.B) {
	b.RunParallel(func(pb *testing.PB) {
		data := make([]byte, 1<<10)
		for pb.Next() {
			sha256.Sum256(data)
		}
	})
}

// BenchmarkParallelMutex does a part of its work under a lock.
func BenchmarkParallelMutex(b *testing.B) {
	var mu sync.Mutex
	m := map[int]int{}
	b.RunParallel(func(pb *testing.PB) {
		data := make([]byte, 1<<10)
		for i := 0; pb.Next(); i++ {
			sha256.Sum256(data)
			mu.Lock()
			m[i&1023]++
			mu.Unlock()
		}
	})
}

func BenchmarkPingPong(b *testing.B) {
	ping, pong := make(chan int), make(chan int)
	go func() {
		for v := range ping {
			pong <- v
		}
	}()
	for b.Loop() {
		ping <- 1
		<-pong
	}
	close(ping)
}
