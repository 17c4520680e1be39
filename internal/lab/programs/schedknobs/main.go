// Schedknobs has a goroutine sleep for a moment, again and again, beside busy threads of the
// same program, three for each CPU, and tells how much later than asked it runs again. It
// has to wait for a CPU until the kernel's slice of a busy thread is over.
package main

import (
	"flag"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

var length = flag.Duration("for", 300*time.Millisecond, "how long to measure")

const sleep = 100 * time.Microsecond

func main() {
	flag.Parse()
	cpus := runtime.NumCPU()
	runtime.GOMAXPROCS(4 * cpus)
	var stop atomic.Bool
	var busy sync.WaitGroup
	for range 3 * cpus {
		busy.Go(func() {
			for !stop.Load() {
			}
		})
	}
	var late []time.Duration
	var sum time.Duration
	for end := time.Now().Add(*length); time.Now().Before(end); {
		start := time.Now()
		time.Sleep(sleep)
		late = append(late, time.Since(start)-sleep)
		sum += late[len(late)-1]
	}
	stop.Store(true)
	busy.Wait()
	slices.Sort(late)
	fmt.Printf("BenchmarkWake %d %d ns/op %d p99-ns\n", len(late), int64(sum)/int64(len(late)), int64(late[len(late)*99/100]))
}
