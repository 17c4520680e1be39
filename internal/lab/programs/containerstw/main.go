// Containerstw collects garbage while goroutines on all Ps allocate, and tells how long a
// collection takes, and for how long of it the world is stopped.
//
// It forces the collections, and times them from the call until it returns, which has the
// sweeping in it. Stops of the world are those that the runtime counts, from asking the Ps to
// stop until they go on: a P whose thread has no CPU just then keeps all others waiting.
package main

import (
	"flag"
	"fmt"
	"runtime"
	"slices"
	"time"
)

var (
	length = flag.Duration("for", 300*time.Millisecond, "how long to measure")
	live   = flag.Int("live", 2<<20, "bytes of the live heap")
)

const period = 100 * time.Millisecond // of the usual CPU quota

// node is what the heap is made of: a list that the collector has to follow.
type node struct {
	next    *node
	payload [6]uint64
}

func list(bytes int) (head *node) {
	for range bytes / 56 {
		head = &node{next: head}
	}
	return head
}

// allocate makes and drops short lists. It yields after each, like a goroutine that has
// served a request: whoever collects does not wait for the end of a time slice.
func allocate() {
	for {
		last := list(4 << 10)
		last.payload[0]++
		runtime.Gosched()
	}
}

func main() {
	flag.Parse()
	heap := list(*live)
	for range runtime.GOMAXPROCS(0) {
		go allocate()
	}
	for begin := time.Now(); time.Since(begin) < period; {
		runtime.GC()
	}

	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	var cycles []time.Duration
	var sum time.Duration
	for start := time.Now(); time.Since(start) < *length; {
		begin := time.Now()
		runtime.GC()
		took := time.Since(begin)
		cycles, sum = append(cycles, took), sum+took
	}
	runtime.ReadMemStats(&after)
	runtime.KeepAlive(heap)

	slices.Sort(cycles)
	paused := after.PauseTotalNs - before.PauseTotalNs
	collections := after.NumGC - before.NumGC // those that allocation starts are among them
	fmt.Printf("BenchmarkGC %d %d ns/op %d p50-ns %d stw-ns %.2f stw-%%\n", len(cycles), int64(sum)/int64(len(cycles)),
		cycles[len(cycles)/2], paused/uint64(collections), 100*float64(paused)/float64(sum))
}
