// Cacheladder follows a chain through a piece of memory of some size, and tells what a step
// takes: the time in which the smallest cache that holds the piece answers.
//
// The chain visits a line of 64 bytes in each step, all of them before the first comes again,
// in an order that no prefetcher foresees; each step has to wait for the one before. The
// median of batches of steps is printed, so that one in which the kernel took the CPU away
// does not matter.
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
	size   = flag.Int("size", 16<<10, "bytes, rounded down to a power of two")
)

// node is a line with the number of the next one.
type node struct {
	next uint64
	_    [56]byte
}

// batch is how many steps there are between two looks at the clock.
const batch = 1000

//lint:ignore U1000 what it is set to is thereby computed
var sink uint64

func main() {
	flag.Parse()
	if *size < 1<<12 {
		fmt.Fprintf(os.Stderr, "-size=%d: a chain takes 4096 bytes\n", *size)
		os.Exit(2)
	}
	nodes := chain(1 << (bits.Len(uint(*size/64)) - 1))
	at, _ := walk(nodes, 0, *length/10) // warm up: what fits is in its cache
	at, took := walk(nodes, at, *length)
	sink = at // keeps the steps alive
	slices.Sort(took)
	fmt.Printf("BenchmarkStep %d %.4g ns/op\n", len(took)*batch, float64(took[len(took)/2])/batch)
}

// chain links n nodes, a power of two, to one circle: x → ax+c modulo n visits every number
// once where c is odd and a is a multiple of four plus one (Hull and Dobell, 1962).
func chain(n int) []node {
	nodes := make([]node, n)
	for x := range nodes {
		nodes[x].next = (uint64(x)*6364136223846793005 + 1442695040888963407) & uint64(n-1)
	}
	return nodes
}

// walk goes on from a node, and returns where it ended and how long the batches took.
func walk(nodes []node, at uint64, length time.Duration) (end uint64, took []time.Duration) {
	for begin := time.Now(); len(took) == 0 || time.Since(begin) < length; {
		start := time.Now()
		for range batch {
			at = nodes[at].next
		}
		took = append(took, time.Since(start))
	}
	return at, took
}
