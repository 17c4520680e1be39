// Memorylimitgc allocates at full speed beside a live heap of a known size, and tells how
// often garbage is collected, and what the runtime takes the live heap for.
//
// Collections are counted per GB allocated and not per second, so that the speed of the
// machine is not in the figure; and from one of them to another one, so that it does not
// matter where between two of them the time was over.
package main

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"runtime/metrics"
	"strconv"
	"time"
)

var (
	length = flag.Duration("for", 300*time.Millisecond, "how long to measure")
	live   = flag.Int("live", 8<<20, "bytes of the live heap")
)

const size = 4096 // of a block: a size class of its own, so that nothing is rounded up

func block() []byte {
	b := make([]byte, size)
	b[0] = 1 // touched: what nobody writes to has no memory
	return b
}

// cycles is how many collections there have been. It does not stop the world.
func cycles() uint64 {
	sample := []metrics.Sample{{Name: "/gc/cycles/total:gc-cycles"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

func main() {
	flag.Parse()
	var empty, settled runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&empty)
	blocks := make([][]byte, *live/size)
	next := func(n int) { blocks[n%len(blocks)] = block() } // the oldest block becomes garbage
	for n := range 2 * len(blocks) {
		next(n)
	}
	runtime.GC()

	seen, n := cycles(), 0
	var ends []int // blocks allocated when a collection had ended
	start := time.Now()
	for ; time.Since(start) < *length || len(ends) < 3; n++ {
		next(n)
		if n%16 != 0 {
			continue
		}
		if now := cycles(); now > seen {
			ends, seen = append(ends, n), now
		}
	}
	took := time.Since(start)
	runtime.GC()
	runtime.ReadMemStats(&settled)
	runtime.KeepAlive(blocks)

	gb := float64(ends[len(ends)-1]-ends[0]) * size / 1e9
	fmt.Printf("BenchmarkAllocate %d %.1f ns/op %.3f gc/GB %.4f heap-estimate %d peak-RSS-bytes\n", n, float64(took)/float64(n),
		float64(len(ends)-1)/gb, float64(settled.HeapAlloc-empty.HeapAlloc)/float64(*live), peak())
}

// peak is the most memory that the process had, in bytes; 0 where Linux does not say.
func peak() int64 {
	status, _ := os.ReadFile("/proc/self/status")
	m := regexp.MustCompile(`VmHWM:\s*(\d+) kB`).FindSubmatch(status)
	if m == nil {
		return 0
	}
	kb, _ := strconv.ParseInt(string(m[1]), 10, 64)
	return kb << 10
}
