// Allocspacecache makes objects while the caches stay warm, or while every operation walks
// on through a buffer that is larger than all of them. Then it lays alloc_space of the heap
// profile beside what was really allocated.
package main

import (
	"flag"
	"fmt"
	"math"
	"os"
	"runtime"
	"time"
)

var (
	length = flag.Duration("for", 300*time.Millisecond, "how long to measure")
	buffer = flag.Int("buffer", 64<<20, "bytes to walk through")
	stride = flag.Int("stride", 128<<10, "bytes that each operation walks")
	rate   = flag.Int("rate", 512<<10, "the profile has one object in so many bytes; 1 for all")
)

const line = 64

var sink [8][]byte

// op makes objects of several sizes, and then reads some of the buffer.
func op(part []byte) (sum byte) {
	for i := range sink {
		sink[i] = make([]byte, 64<<i)
	}
	for i := 0; i < len(part); i += line {
		sum += part[i]
	}
	return sum
}

// allocSpace is the profile's estimate of all bytes ever allocated, as `go tool pprof` has
// it: each record is scaled by how likely objects of its mean size are to be sampled.
func allocSpace() (total float64) {
	// The profile is as of the collection before the last.
	runtime.GC()
	runtime.GC()
	n, _ := runtime.MemProfile(nil, true)
	records := make([]runtime.MemProfileRecord, n+50)
	n, ok := runtime.MemProfile(records, true)
	if !ok {
		fmt.Fprintln(os.Stderr, "the heap profile grew while it was read")
		os.Exit(1)
	}
	for _, r := range records[:n] {
		if r.AllocObjects == 0 {
			continue
		}
		scale := 1.0
		if *rate > 1 {
			mean := float64(r.AllocBytes) / float64(r.AllocObjects)
			scale = 1 / (1 - math.Exp(-mean/float64(*rate)))
		}
		total += float64(r.AllocBytes) * scale
	}
	return total
}

func allocated() float64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.TotalAlloc)
}

func main() {
	flag.Parse()
	runtime.MemProfileRate = *rate
	data := make([]byte, *buffer)
	for i := 0; i < len(data); i += 4096 {
		data[i] = 1
	}
	var ops int
	var sum byte
	before, sampled := allocated(), allocSpace()
	start := time.Now()
	for at := 0; time.Since(start) < *length; ops++ {
		sum += op(data[at : at+*stride])
		if at += *stride; at+*stride > len(data) {
			at = 0
		}
	}
	took := time.Since(start)
	truth := allocated() - before
	profiled := allocSpace() - sampled
	runtime.KeepAlive(sum)
	fmt.Printf("BenchmarkAlloc %d %d ns/op %.1f alloc_space-B/op %.1f allocated-B/op %.3f off-%%\n",
		ops, int(took)/ops, profiled/float64(ops), truth/float64(ops), 100*(profiled/truth-1))
}
