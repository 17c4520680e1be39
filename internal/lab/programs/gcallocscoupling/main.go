// Gcallocscoupling counts the allocations of a function that makes twelve, in short windows
// that have no garbage collection, or one that starts marking inside, or as many as the
// pacer likes. It reads the runtime's exact counters at both ends of each window.
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"sync/atomic"
	"time"
)

var (
	length = flag.Duration("for", 300*time.Millisecond, "how long to measure")
	gc     = flag.String("gc", "off", "collections inside windows: off, forced (one in each), paced (by GOGC=10)")
)

const (
	perOp = 12   // allocations
	least = 4096 // operations of a window; 3 MiB of garbage
)

type node struct {
	next *node
	//lint:ignore U1000 takes room alone
	data [7]uint64
}

// list makes the allocations of an operation.
func list() (head *node) {
	for range perOp {
		head = &node{next: head}
	}
	return head
}

//lint:ignore U1000 what it is set to is thereby computed
var sink *node

// collecting is whether a collection was asked for that is not over.
var collecting atomic.Bool

// window measures one: how many operations it has, how long they take, and how many
// allocations and collections there are. A collection that was asked for is over in it.
func window(mark chan<- bool) (ops int, took time.Duration, mallocs uint64, cycles uint32) {
	runtime.GC() // what is left of the last window is nobody's
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := time.Now()
	if *gc == "forced" {
		collecting.Store(true)
		mark <- true
	}
	for ; ops < least || collecting.Load(); ops++ {
		sink = list()
	}
	took = time.Since(start)
	runtime.ReadMemStats(&after)
	return ops, took, after.Mallocs - before.Mallocs, after.NumGC - before.NumGC
}

func main() {
	flag.Parse()
	switch *gc {
	case "off", "forced":
		debug.SetGCPercent(-1)
	case "paced":
		debug.SetGCPercent(10)
	default:
		fmt.Fprintf(os.Stderr, "-gc=%s: want off, forced or paced\n", *gc)
		os.Exit(2)
	}
	// A goroutine of its own collects, so that operations go on while it marks.
	mark := make(chan bool)
	go func() {
		for range mark {
			runtime.GC()
			collecting.Store(false)
		}
	}()
	window(mark) // warm-up
	var windows, ops, mallocs, cycles float64
	var took time.Duration
	for end := time.Now().Add(*length); windows == 0 || time.Now().Before(end); windows++ {
		n, t, m, c := window(mark)
		ops, took, mallocs, cycles = ops+float64(n), took+t, mallocs+float64(m), cycles+float64(c)
	}
	fmt.Printf("BenchmarkList %.0f %.2f ns/op %.4f mallocs/op %.2f cycles/window\n", ops, float64(took)/ops, mallocs/ops, cycles/windows)
}
