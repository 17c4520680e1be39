//go:build linux

// Blockingiothreads serves requests that arrive at a fixed rate, each in a goroutine: a bit
// of computation, as for TLS, and in one mode a system call first that blocks, like a read
// of a file from a slow disk. It measures how long requests wait for a P, how many are in
// flight, and how many threads the runtime starts.
package main

import (
	"bytes"
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

var (
	length = flag.Duration("for", 300*time.Millisecond, "how long to measure")
	rate   = flag.Int("rate", 3000, "requests per second")
	block  = flag.Duration("block", 0, "how long each request's system call blocks; 0 for none")
)

// pause blocks the thread in a system call that the runtime sees, but not its poller. A
// signal ends the call early, and there is another one then.
func pause(until time.Time) {
	for left := time.Until(until); left > 0; left = time.Until(until) {
		t := syscall.NsecToTimeval(int64(left))
		syscall.Select(0, nil, nil, nil, &t)
	}
}

// threads is how many the process has. The runtime ends none that it has started.
func threads() float64 {
	text, err := os.ReadFile("/proc/self/status")
	_, rest, found := bytes.Cut(text, []byte("\nThreads:"))
	fields := bytes.Fields(rest)
	if err != nil || !found || len(fields) == 0 {
		fmt.Fprintf(os.Stderr, "counting threads in /proc/self/status: %v\n", err)
		os.Exit(1)
	}
	n, err := strconv.ParseFloat(string(fields[0]), 64)
	if err != nil {
		fmt.Fprintf(os.Stderr, "counting threads in /proc/self/status: %v\n", err)
		os.Exit(1)
	}
	return n
}

var inFlight atomic.Int64

// serve is one request, of which it returns how long it waited for its P.
func serve(due time.Time) time.Duration {
	waited := time.Since(due)
	if *block > 0 {
		pause(time.Now().Add(*block))
	}
	var page [4096]byte
	for range 4 {
		digest := sha256.Sum256(page[:])
		copy(page[:], digest[:])
	}
	inFlight.Add(-1)
	return waited
}

// load has requests arrive, by a thread that sleeps in the kernel: the runtime's timers are
// late by up to a millisecond. Requests wait from when they are due, however late the thread
// is. It returns how long those of the second half waited, how many were in flight on
// average, and how many threads there were at the half and at the end.
func load() (waits []time.Duration, backlog, half, end float64) {
	waits = make([]time.Duration, int(length.Seconds()*float64(*rate)))
	var done sync.WaitGroup
	start := time.Now()
	for i := range waits {
		due := start.Add(time.Duration(i) * time.Second / time.Duration(*rate))
		pause(due)
		if i == len(waits)/2 {
			half = threads()
		}
		if n := inFlight.Add(1); i >= len(waits)/2 {
			backlog += float64(n)
		}
		done.Go(func() { waits[i] = serve(due) })
	}
	end = threads()
	done.Wait()
	waits = waits[len(waits)/2:]
	return waits, backlog / float64(len(waits)), half, end
}

func main() {
	flag.Parse()
	idle := threads()
	// The first half starts the threads that the rate takes, and is not measured otherwise.
	waits, backlog, half, end := load()
	slices.Sort(waits)
	var sum time.Duration
	for _, w := range waits {
		sum += w
	}
	n := len(waits)
	fmt.Printf("BenchmarkServe %d %d ns/op %d wait-p99-ns %.2f in-flight %.0f first-threads %.0f more-threads\n",
		n, int(sum)/n, int64(waits[int(0.99*float64(n-1))]), backlog, half-idle, end-half)
}
