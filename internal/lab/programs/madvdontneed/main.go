// Madvdontneed drops a live heap, and looks at how much of it the kernel still counts as
// the process's own: right after the garbage collection that found it dead, after a while
// with some more collections, and after the runtime was asked to return all it can.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"time"
)

var (
	length = flag.Duration("for", 300*time.Millisecond, "how long to wait between the first look and the last")
	size   = flag.Int("mib", 64, "MiB of the heap that is dropped")
)

const block = 64 << 10

// resident is how many bytes of the process are in memory. The file has exact sums; those in
// /proc/self/statm lag behind by what each CPU has not reported yet.
func resident() float64 {
	text, err := os.ReadFile("/proc/self/smaps_rollup")
	if err != nil {
		fmt.Fprintf(os.Stderr, "reading what memory is resident: %v\n", err)
		os.Exit(1)
	}
	_, rest, found := bytes.Cut(text, []byte("\nRss:"))
	fields := bytes.Fields(rest)
	if !found || len(fields) == 0 {
		fmt.Fprintln(os.Stderr, "/proc/self/smaps_rollup has no Rss")
		os.Exit(1)
	}
	kib, err := strconv.ParseFloat(string(fields[0]), 64)
	if err != nil {
		fmt.Fprintf(os.Stderr, "/proc/self/smaps_rollup: %v\n", err)
		os.Exit(1)
	}
	return kib * 1024
}

// fill makes a heap of blocks, each page of which is written to.
func fill(bytes int) (heap [][]byte) {
	for range bytes / block {
		b := make([]byte, block)
		for i := 0; i < len(b); i += 4096 {
			b[i] = 1
		}
		heap = append(heap, b)
	}
	return heap
}

func main() {
	flag.Parse()
	runtime.GC()
	before := resident()
	heap := fill(*size << 20)
	full := resident()
	runtime.KeepAlive(heap)

	start := time.Now()
	runtime.GC() // heap is dead from here on
	collected := time.Since(start)
	now := resident()
	for range 5 {
		time.Sleep(*length / 5)
		runtime.GC() // the scavenger spares what was in use in the cycle before
	}
	later := resident()
	debug.FreeOSMemory()
	asked := resident()

	returned := func(rss float64) float64 { return 100 * (full - rss) / (full - before) }
	fmt.Printf("BenchmarkDrop 1 %d ns/op %.2f returned-at-once-%% %.2f returned-later-%% %.2f returned-when-asked-%%\n",
		collected.Nanoseconds(), returned(now), returned(later), returned(asked))
}
