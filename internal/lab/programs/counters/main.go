// Counters has goroutines count, each in a counter of its own or all in one, and tells what a
// count costs by how the counters lie in memory.
//
// Nobody shares more than a cache line, except where the layout is one shared counter. A
// goroutine looks at the clock once in a thousand counts. Such a batch counts if every other
// goroutine has kept pace: on a busy machine they take turns, and whoever is alone contends
// with nobody. The median of the batches is printed.
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

var (
	length = flag.Duration("for", 300*time.Millisecond, "how long to measure")
	layout = flag.String("layout", "pair", "of the counters: pair, pair7, alone, apart, shared, packed or lines")
	n      = flag.Int("n", runtime.GOMAXPROCS(0), "goroutines of a crowd: shared, packed and lines")
)

func main() {
	flag.Parse()
	crowd, ok := layouts[*layout]
	if !ok || *n < 1 {
		fmt.Fprintf(os.Stderr, "-layout=%s -n=%d: there is no such layout, or nobody to count\n", *layout, *n)
		os.Exit(2)
	}
	counters := crowd(*n)
	run(counters, *length/20) // warm up: threads are there, lines are dirty
	batches := run(counters, *length)
	if len(batches) == 0 {
		fmt.Fprintln(os.Stderr, "the goroutines never ran at the same time: the machine is too busy, or has too few CPUs")
		os.Exit(1)
	}
	slices.Sort(batches)
	nanos := float64(batches[len(batches)/2]) / batch
	fmt.Printf("BenchmarkCount %d %.4g ns/op %.4g Mops/s\n", len(batches)*batch, nanos, float64(len(counters))*1e3/nanos)
}

// batch is how many counts there are between two looks at the clock.
const batch = 1000

// crew are goroutines that count at the same time, and what they know of each other.
type crew struct {
	there   atomic.Int32
	done    []line       // batches of each
	counted atomic.Int64 // batches that count, of all
}

// run has a goroutine for each counter, and returns how long the batches took in which all
// of them were counting.
func run(counters []func(), length time.Duration) (batches []time.Duration) {
	c := &crew{done: make([]line, len(counters))}
	var mu sync.Mutex
	var all sync.WaitGroup
	for i, count := range counters {
		all.Go(func() {
			own := c.work(i, count, length)
			mu.Lock()
			defer mu.Unlock()
			batches = append(batches, own...)
		})
	}
	all.Wait()
	return batches
}

// work counts for a length of time, or up to a second longer where hardly a batch counts.
func (c *crew) work(i int, count func(), length time.Duration) (own []time.Duration) {
	for c.there.Add(1); int(c.there.Load()) < len(c.done); {
		runtime.Gosched()
	}
	before := make([]uint64, len(c.done))
	start := time.Now()
	for elapsed := time.Duration(0); elapsed < length || c.counted.Load() < 100 && elapsed < length+time.Second; {
		begin := time.Since(start)
		count()
		elapsed = time.Since(start)
		c.done[i].Add(1)
		if c.abreast(before) {
			own = append(own, elapsed-begin)
			c.counted.Add(1)
		}
	}
	return own
}

// abreast says whether everybody has ended a few batches since the last call: who has ended
// none was off its CPU, and who has ended many ran on while this goroutine was.
func (c *crew) abreast(before []uint64) bool {
	all := true
	for i := range c.done {
		n := c.done[i].Load()
		all = all && n-before[i] >= 1 && n-before[i] <= 4
		before[i] = n
	}
	return all
}
