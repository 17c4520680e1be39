// Quotagoroutines serves small requests on many goroutines, all of which have one at any
// time, and tells how long a request takes in the mean: the inverse of the throughput.
//
// A request is a checksum of one KiB and a small allocation, which leaves the scheduler and
// the garbage collector a large part in what it costs. Each goroutine has served one before
// measuring starts, and then all serve for a period of the usual CPU quota, which uses up
// what a fresh control group has saved.
package main

import (
	"flag"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

var (
	length     = flag.Duration("for", 300*time.Millisecond, "how long to measure: whole periods of a quota")
	goroutines = flag.Int("goroutines", 1000, "how many goroutines serve")
)

const period = 100 * time.Millisecond

var served atomic.Int64

// body is what all requests have in common; they only read it.
var body [1024]byte

type response struct {
	id  int
	sum uint64
}

// handle makes the response to a request: FNV-1a of the body and the request's number.
func handle(id int) *response {
	sum := 14695981039346656037 ^ uint64(id)
	for _, b := range body {
		sum = (sum ^ uint64(b)) * 1099511628211
	}
	return &response{id: id, sum: sum}
}

var sink atomic.Pointer[response]

func serve(requests <-chan int, ready *sync.WaitGroup) {
	sink.Store(handle(0))
	ready.Done()
	for id := range requests {
		sink.Store(handle(id))
		served.Add(1)
	}
}

// feed sends requests until the time is over. It waits only while every goroutine has one.
func feed(requests chan<- int, d time.Duration) {
	start := time.Now()
	for id := 0; time.Since(start) < d; id++ {
		requests <- id
	}
}

func main() {
	flag.Parse()
	requests := make(chan int)
	var ready sync.WaitGroup
	ready.Add(*goroutines)
	for range *goroutines {
		go serve(requests, &ready)
	}
	ready.Wait()
	feed(requests, period)

	before, start := served.Load(), time.Now()
	feed(requests, *length)
	n, took := served.Load()-before, time.Since(start)
	fmt.Printf("BenchmarkServe %d %.1f ns/op %.0f req/s\n", n, float64(took)/float64(n), float64(n)/took.Seconds())
}
