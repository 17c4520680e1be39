// Runqueuedelay passes requests among goroutines, and tells how long each of them waits from
// being made runnable until it runs.
//
// There are as many requests as Ps, so that no request has to wait for another one while
// each P has its own. Whoever has served one, which takes about a microsecond, reads the
// clock and hands over to another goroutine; that one reads the clock when it runs.
package main

import (
	"flag"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"
)

var length = flag.Duration("for", 300*time.Millisecond, "how long to measure")

const (
	servers = 64                    // goroutines, on each P in turn
	warmup  = 10 * time.Millisecond // threads are started, and stacks have grown
)

// released is a request: when it was handed over, as time since the start.
type released time.Duration

// server is one goroutine.
type server struct {
	inbox  chan released
	delays []time.Duration
	sink   uint64
}

func serve(x uint64) uint64 {
	x++
	for range 400 {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
	}
	return x
}

// run serves requests and passes them on, until the time is over.
func (s *server) run(start time.Time, next *server) {
	for at := range s.inbox {
		now := time.Since(start)
		if now > warmup+*length {
			next.inbox <- at // for it to end as well
			return
		}
		if now > warmup {
			s.delays = append(s.delays, now-time.Duration(at))
		}
		s.sink = serve(s.sink)
		next.inbox <- released(time.Since(start))
	}
}

func main() {
	flag.Parse()
	ring := make([]server, servers)
	for i := range ring {
		ring[i] = server{inbox: make(chan released, servers), delays: make([]time.Duration, 0, 1<<13)}
	}
	var all sync.WaitGroup
	start := time.Now()
	for i := range ring {
		all.Go(func() { ring[i].run(start, &ring[(i+1)%servers]) })
	}
	for i := range runtime.GOMAXPROCS(0) {
		ring[i*servers/runtime.GOMAXPROCS(0)].inbox <- released(time.Since(start))
	}
	all.Wait()

	var delays []time.Duration
	var sum time.Duration
	for _, s := range ring {
		for _, d := range s.delays {
			delays, sum = append(delays, d), sum+d
		}
	}
	slices.Sort(delays)
	at := func(p float64) int64 { return int64(delays[int(p*float64(len(delays)-1))]) }
	fmt.Printf("BenchmarkHandOver %d %d ns/op %d p50-ns %d p99-ns %d max-ns\n",
		len(delays), int64(sum)/int64(len(delays)), at(0.5), at(0.99), at(1))
}
