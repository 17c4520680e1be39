//go:build linux

// Affinity has a thread for each CPU do jobs over memory of its own, and measures how long
// each job takes: with threads that the kernel may move, or that are pinned to a CPU each,
// or that move on to the next CPU every so often.
package main

import (
	"flag"
	"fmt"
	"math"
	"math/bits"
	"os"
	"runtime"
	"slices"
	"sync"
	"syscall"
	"time"
	"unsafe"
)

var (
	length = flag.Duration("for", 300*time.Millisecond, "how long to measure")
	mode   = flag.String("mode", "default", "where threads run: default, fixed or rotating")
	every  = flag.Int("every", 20, "jobs between two moves of a rotating thread")
)

// mask is a set of CPUs, as the kernel has it.
type mask [1024 / 64]uint64

func affinity(call uintptr, m *mask) {
	if _, _, errno := syscall.RawSyscall(call, 0, unsafe.Sizeof(*m), uintptr(unsafe.Pointer(m))); errno != 0 {
		fmt.Fprintf(os.Stderr, "affinity of a thread: %v\n", errno)
		os.Exit(1)
	}
}

// allowed are the CPUs that the process may use.
func allowed() (cpus []int) {
	var m mask
	affinity(syscall.SYS_SCHED_GETAFFINITY, &m)
	for i, word := range m {
		for ; word != 0; word &= word - 1 {
			cpus = append(cpus, i*64+bits.TrailingZeros64(word))
		}
	}
	return cpus
}

func pin(cpu int) {
	var m mask
	m[cpu/64] = 1 << (cpu % 64)
	affinity(syscall.SYS_SCHED_SETAFFINITY, &m)
}

const words = 16 << 10 // of a worker's memory: 128 KiB

// job rewrites all of the worker's memory.
func job(memory []uint64) {
	for i := range memory {
		memory[i] = memory[i]*6364136223846793005 + 1
	}
}

// work does jobs until a time, one at least, and returns how long each took.
func work(cpus []int, at int, end time.Time) (took []time.Duration) {
	runtime.LockOSThread()
	if *mode != "default" {
		pin(cpus[at])
	}
	memory := make([]uint64, words)
	job(memory) // warm-up
	for n := 1; n == 1 || time.Now().Before(end); n++ {
		start := time.Now()
		if *mode == "rotating" && n%*every == 0 { // the job waits for its thread to move
			at = (at + 1) % len(cpus)
			pin(cpus[at])
		}
		job(memory)
		took = append(took, time.Since(start))
	}
	return took
}

func main() {
	flag.Parse()
	if !slices.Contains([]string{"default", "fixed", "rotating"}, *mode) {
		fmt.Fprintf(os.Stderr, "-mode=%s: want default, fixed or rotating\n", *mode)
		os.Exit(2)
	}
	cpus := allowed()
	cpus = cpus[:min(len(cpus), runtime.GOMAXPROCS(0))]
	var all []time.Duration
	var lock sync.Mutex
	var done sync.WaitGroup
	start := time.Now()
	for i := range cpus {
		done.Go(func() {
			took := work(cpus, i, start.Add(*length))
			lock.Lock()
			defer lock.Unlock()
			all = append(all, took...)
		})
	}
	done.Wait()
	elapsed := time.Since(start).Seconds()

	slices.Sort(all)
	n := float64(len(all))
	var sum, squares float64
	for _, d := range all {
		sum += float64(d)
		squares += float64(d) * float64(d)
	}
	at := func(p float64) int64 { return int64(all[int(p*(n-1))]) }
	fmt.Printf("BenchmarkJob %.0f %.0f ns/op %.0f jobs/s %.0f sd-ns %d p50-ns %d p99-ns\n",
		n, sum/n, n/elapsed, math.Sqrt(max(0, squares/n-(sum/n)*(sum/n))), at(0.5), at(0.99))
}
