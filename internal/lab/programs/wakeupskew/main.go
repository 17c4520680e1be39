// Wakeupskew makes goroutines runnable all at once, and tells by how much later than the
// first of them the others run.
//
// It is the same batch at any number of Ps: sixteen goroutines with about ten
// microseconds of work each, like the connections that one poll of the network finds ready.
// Between batches all Ps are idle for a moment.
package main

import (
	"flag"
	"fmt"
	"slices"
	"sync"
	"time"
)

var length = flag.Duration("for", 300*time.Millisecond, "how long to measure")

const (
	batch  = 16
	warmup = 5                      // batches that are not counted
	pause  = 200 * time.Microsecond // between batches
)

var sink [batch]uint64

func work(x uint64) uint64 {
	x++
	for range 3000 {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
	}
	return x
}

// release wakes a batch of goroutines that wait at a gate, and returns how long after the
// gate was opened each of them ran.
func release() (ran [batch]time.Duration) {
	gate := make(chan struct{})
	var opened time.Time
	var ready, done sync.WaitGroup
	ready.Add(batch)
	for i := range batch {
		done.Go(func() {
			ready.Done()
			<-gate
			ran[i] = time.Since(opened)
			sink[i] = work(sink[i])
		})
	}
	ready.Wait()
	time.Sleep(pause) // the last ones reach the gate, and Ps go idle
	opened = time.Now()
	close(gate)
	done.Wait()
	return ran
}

func main() {
	flag.Parse()
	for range warmup {
		release()
	}
	var skews []time.Duration
	var sum time.Duration
	for start := time.Now(); time.Since(start) < *length; {
		ran := release()
		first := slices.Min(ran[:])
		for _, d := range ran {
			skews, sum = append(skews, d-first), sum+d-first
		}
	}
	slices.Sort(skews)
	at := func(p float64) int64 { return int64(skews[int(p*float64(len(skews)-1))]) }
	fmt.Printf("BenchmarkSkew %d %d ns/op %d p50-ns %d p99-ns %d max-ns\n",
		len(skews), int64(sum)/int64(len(skews)), at(0.5), at(0.99), at(1))
}
