//go:build linux && amd64

// Clflush looks for CLFLUSH in its own machine code, which has what the compiler makes of
// struct stores and much of the runtime, and tells what a store takes without one and with.
//
// The bytes of the instruction also occur by chance, within others and in data. So the code
// of each function is decoded from its first byte on, by the lengths of its instructions, and
// only one that begins where the one before ended is counted. Where a function has something
// that the decoder does not know, it gives up: if the bytes come after that, the function is
// undecided, which is counted as well. The function flush, written in assembly, has the one
// CLFLUSH that the scan has to find; it proves that there is none it overlooks, and is left
// out of the count.
package main

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"time"
)

var (
	length = flag.Duration("for", 300*time.Millisecond, "how long to measure")
	by     = flag.Bool("flush", false, "flush the line after each store, by hand")
)

func main() {
	flag.Parse()
	found, err := scan("/proc/self/exe")
	if err == nil && found.control != 1 {
		err = fmt.Errorf("found %d in the function flush, which has 1", found.control)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "scanning this program for CLFLUSH:", err)
		os.Exit(1)
	}
	stores(*length / 10) // warm up
	took := stores(*length)
	slices.Sort(took)
	fmt.Printf("BenchmarkStore %d %.4g ns/op %d clflush %d undecided %d functions\n", len(took)*batch,
		float64(took[len(took)/2].Nanoseconds())/batch, found.flushes, found.undecided, found.functions)
}

// batch is how many stores there are between two looks at the clock.
const batch = 1000

// order is the struct that is stored: a pointer, so that the write barrier is there, and a
// size, so that it takes several instructions.
type order struct {
	name   *string
	id, at uint64
	amount float64
}

var shelf = new(order)

//go:noinline
func store(to *order, o order) { *to = o }

// flush writes the line of an order back to memory, and drops it from all caches.
func flush(o *order)

// stores returns how long the batches took.
func stores(length time.Duration) (took []time.Duration) {
	name := "bolts"
	for begin := time.Now(); len(took) == 0 || time.Since(begin) < length; {
		start := time.Now()
		for i := range uint64(batch) {
			store(shelf, order{&name, i, i, 1})
			if *by {
				flush(shelf)
			}
		}
		took = append(took, time.Since(start))
	}
	return took
}
