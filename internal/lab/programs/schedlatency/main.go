// Schedlatency opens a gate that many goroutines wait at, and measures of each how long it
// takes from the release to its first instruction. Then it does what the published program
// does, which is something else: it measures how long each goroutine's call of Gosched
// takes while all of them are there.
package main

import (
	"flag"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"
)

var (
	length = flag.Duration("for", 300*time.Millisecond, "how long to measure; at least one release")
	count  = flag.Int("goroutines", 10_000, "goroutines at the gate")
)

// release lets goroutines through a gate, and returns how long each was on its way.
func release(late []time.Duration) {
	var ready, done sync.WaitGroup
	var start time.Time
	gate := make(chan struct{})
	ready.Add(len(late))
	for i := range late {
		done.Go(func() {
			ready.Done()
			<-gate
			late[i] = time.Since(start)
		})
	}
	ready.Wait()
	// The last ones may be ready and not yet at the gate.
	for range 3 {
		runtime.Gosched()
	}
	start = time.Now()
	close(gate)
	done.Wait()
}

// yield has all goroutines call Gosched, and returns how long each call takes.
func yield(took []time.Duration) {
	var done sync.WaitGroup
	for i := range took {
		done.Go(func() {
			start := time.Now()
			runtime.Gosched()
			took[i] = time.Since(start)
		})
	}
	done.Wait()
}

// sum keeps the means and the 99th percentiles of some trials.
type sum struct{ n, mean, p99 float64 }

func (s *sum) add(ds []time.Duration) {
	slices.Sort(ds)
	var total time.Duration
	for _, d := range ds {
		total += d
	}
	s.n++
	s.mean += float64(total) / float64(len(ds))
	s.p99 += float64(ds[int(0.99*float64(len(ds)-1))])
}

func main() {
	flag.Parse()
	times := make([]time.Duration, *count)
	var gate, sched sum
	begun := time.Now()
	for gate.n == 0 || time.Since(begun) < *length {
		release(times)
		gate.add(times)
		yield(times)
		sched.add(times)
	}
	fmt.Printf("BenchmarkGate %.0f %.0f ns/op %.0f p99-ns %.0f gosched-ns %.0f gosched-p99-ns\n",
		gate.n*float64(*count), gate.mean/gate.n, gate.p99/gate.n, sched.mean/sched.n, sched.p99/sched.n)
}
