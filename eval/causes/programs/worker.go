package main

import (
	"math"
	"runtime"
	"sync/atomic"
	"time"
)

// counter numbers visits.
type counter struct{ n atomic.Int64 }

func (c *counter) next() int64 { return c.n.Add(1) }

// steps make a piece of work, of some 20 µs.
const steps = 20_000

// gap is how much longer than usual a piece of work takes when somebody else had the
// CPU, ns: less is noise.
const gap = 20_000

// worker works in pieces that always take the same time, unless they are kept from the
// CPU.
type worker struct{ usual int64 }

func newWorker() worker {
	w := worker{usual: math.MaxInt64}
	for range 200 {
		start := now()
		system.Work(steps)
		w.usual = min(w.usual, now()-start)
	}
	return w
}

// work does as much as takes d without a disturbance, and returns for how long it was
// kept from that.
func (w worker) work(d time.Duration) (lost int64) {
	for range int64(d) / w.usual {
		start := now()
		system.Work(steps)
		if late := now() - start - w.usual; late > gap {
			lost += late
		}
	}
	return lost
}

// yields gives way n times, with some work in between, and returns how long it took to
// get a P again.
func (w worker) yields(n int, work time.Duration) (lost int64) {
	for range n {
		_ = w.work(work)
		start := now()
		runtime.Gosched()
		lost += now() - start
	}
	return lost
}
