//go:build linux

// Hugepages steps through memory at random, and tells what a step takes and by how much
// batches of them differ.
//
// The memory is mapped with pages of 4 KiB, with huge ones asked for by madvise, or with huge
// ones that the machine keeps reserved. Asking is not getting: what the kernel gave is read
// from /proc/self/smaps and printed. Each step waits for the one before, so nothing hides a
// miss in the TLB.
package main

import (
	"flag"
	"fmt"
	"math/bits"
	"os"
	"slices"
	"time"
)

var (
	length = flag.Duration("for", 300*time.Millisecond, "how long to measure")
	pages  = flag.String("pages", "small", "small, madvise or hugetlb")
	size   = flag.Int("size", 512<<20, "bytes, rounded down to a power of two")
)

func main() {
	flag.Parse()
	if *size < 1<<21 {
		fmt.Fprintf(os.Stderr, "-size=%d: a huge page takes 2097152 bytes\n", *size)
		os.Exit(2)
	}
	memory, err := mapped(*pages, 1<<(bits.Len(uint(*size))-1))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	huge, err := hugeShare(memory)
	if err != nil {
		fmt.Fprintln(os.Stderr, "reading how the memory is mapped:", err)
		os.Exit(1)
	}
	at, _ := walk(memory, 0, *length/10)
	at, took := walk(memory, at, *length)
	slices.Sort(took)
	quantile := func(p float64) float64 { return took[int(p*float64(len(took)-1))] }
	// The quartiles of normally distributed values are 1.349 standard deviations apart. They
	// ignore the batches in which the kernel took the CPU away.
	spread := 100 * (quantile(0.75) - quantile(0.25)) / 1.349 / quantile(0.5)
	fmt.Printf("BenchmarkStep %d %.4g ns/op %.4g spread-%% %.4g huge-%%\n", len(took)*batch, quantile(0.5), spread, 100*huge)
	sink = at
}

//lint:ignore U1000 what it is set to is thereby computed
var sink uint64

// batch is how many steps there are between two looks at the clock.
const batch = 1000

// walk goes on from a place, and returns where it ended and the ns per step of each batch.
// The next place is x → ax+c modulo the size, which visits every byte once before any comes
// again (Hull and Dobell, 1962). What is read there is zero, and delays the next step.
func walk(memory []byte, at uint64, length time.Duration) (end uint64, took []float64) {
	mask := uint64(len(memory) - 1)
	for begin := time.Now(); len(took) == 0 || time.Since(begin) < length; {
		start := time.Now()
		for range batch {
			at = (at*6364136223846793005 + 1442695040888963407 + uint64(memory[at])) & mask
		}
		took = append(took, float64(time.Since(start).Nanoseconds())/batch)
	}
	return at, took
}
