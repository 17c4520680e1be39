// Parallelwork computes on as many goroutines as there are Ps, and tells how long a piece of
// work takes in the mean over all of them, and for whoever waits for it.
//
// A piece is about half a millisecond of pure computation. Pieces follow each other without
// a pause, so a stall of the process is in the time of one piece on each goroutine. Those of
// the first period of the usual CPU quota are not counted: they use up what a fresh control
// group has saved.
package main

import (
	"flag"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"
)

var length = flag.Duration("for", 300*time.Millisecond, "how long to measure: whole periods of a quota")

const period = 100 * time.Millisecond

// piece is a fixed amount of computation: steps of a generator of random numbers, each of
// which needs the one before.
func piece(x uint64) uint64 {
	for range 250_000 {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
	}
	return x
}

// worker is one goroutine: how long its pieces took, and how many it did in a second.
type worker struct {
	pieces []time.Duration
	rate   float64
	sink   uint64
}

func (w *worker) run() {
	w.sink = 1
	for begin := time.Now(); time.Since(begin) < period; {
		w.sink = piece(w.sink)
	}
	start := time.Now()
	for last := start; last.Sub(start) < *length; {
		w.sink = piece(w.sink)
		now := time.Now()
		w.pieces = append(w.pieces, now.Sub(last))
		last = now
	}
	w.rate = float64(len(w.pieces)) / time.Since(start).Seconds()
}

func main() {
	flag.Parse()
	workers := make([]worker, runtime.GOMAXPROCS(0))
	var all sync.WaitGroup
	for i := range workers {
		all.Go(workers[i].run)
	}
	all.Wait()

	var pieces []time.Duration
	rate := 0.0
	for _, w := range workers {
		pieces = append(pieces, w.pieces...)
		rate += w.rate
	}
	slices.Sort(pieces)
	at := func(p float64) int64 { return int64(pieces[int(p*float64(len(pieces)-1))]) }
	fmt.Printf("BenchmarkPiece %d %.0f ns/op %d p50-ns %d p99-ns %d max-ns %d GOMAXPROCS\n",
		len(pieces), 1e9/rate, at(0.5), at(0.99), at(1), len(workers))
}
