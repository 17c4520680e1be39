//go:build linux

// Wakeuplatency measures how late timers wake a goroutine or a thread that waits for
// absolute points of time, as cyclictest does; or what a context switch costs, by two
// threads on one CPU that pass a byte to and fro.
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"syscall"
	"time"
	"unsafe"
)

var (
	length = flag.Duration("for", 300*time.Millisecond, "how long to measure")
	mode   = flag.String("mode", "thread", "what to measure: goroutine (time.Sleep), thread (clock_nanosleep), switch (pipes)")
	every  = flag.Duration("every", 500*time.Microsecond, "how long timers sleep")
)

// nap sleeps until a time of the monotonic clock has come, in the thread itself.
func nap(until time.Duration) {
	const monotonic, absolute = 1, 1
	ts := syscall.NsecToTimespec(int64(until))
	for {
		_, _, errno := syscall.RawSyscall6(syscall.SYS_CLOCK_NANOSLEEP, monotonic, absolute, uintptr(unsafe.Pointer(&ts)), 0, 0, 0)
		if errno != syscall.EINTR {
			check("clock_nanosleep", errno)
			return
		}
	}
}

// now is the monotonic clock, which nap counts by.
func now() time.Duration {
	var ts syscall.Timespec
	_, _, errno := syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, 1, uintptr(unsafe.Pointer(&ts)), 0)
	check("clock_gettime", errno)
	return time.Duration(ts.Nano())
}

func check(call string, errno syscall.Errno) {
	if errno != 0 {
		fmt.Fprintf(os.Stderr, "%s: %v\n", call, errno)
		os.Exit(1)
	}
}

// timers wakes up again and again, and returns how late each time. The next point of time
// does not wait for a wake-up that is late, unless it has missed it.
func timers(sleep func(until time.Duration)) (late []time.Duration) {
	for next, end := now()+*every, now()+*length; next < end; next += *every {
		sleep(next)
		late = append(late, now()-next)
		next = max(next, now())
	}
	return late
}

// pin binds the calling goroutine to a thread, and this to the lowest of its CPUs.
func pin() {
	runtime.LockOSThread()
	var mask [128]uint64
	size := unsafe.Sizeof(mask)
	_, _, errno := syscall.RawSyscall(syscall.SYS_SCHED_GETAFFINITY, 0, size, uintptr(unsafe.Pointer(&mask)))
	check("sched_getaffinity", errno)
	for i, found := 0, false; i < len(mask); i++ {
		if found {
			mask[i] = 0
		} else if mask[i] != 0 {
			mask[i] &= -mask[i]
			found = true
		}
	}
	_, _, errno = syscall.RawSyscall(syscall.SYS_SCHED_SETAFFINITY, 0, size, uintptr(unsafe.Pointer(&mask)))
	check("sched_setaffinity", errno)
}

// pass reads a byte from one pipe and writes it to the other, by raw system calls: the
// runtime does not notice, and the kernel has to switch to the other thread.
func pass(from, to int) {
	var b [1]byte
	_, _, errno := syscall.RawSyscall(syscall.SYS_READ, uintptr(from), uintptr(unsafe.Pointer(&b)), 1)
	check("read", errno)
	_, _, errno = syscall.RawSyscall(syscall.SYS_WRITE, uintptr(to), uintptr(unsafe.Pointer(&b)), 1)
	check("write", errno)
}

// switches returns how long a switch takes, in batches of a hundred to and fro.
func switches() (each []time.Duration) {
	const batch = 100
	var there, back [2]int
	for _, ends := range [][]int{there[:], back[:]} {
		if err := syscall.Pipe(ends); err != nil {
			fmt.Fprintf(os.Stderr, "pipe: %v\n", err)
			os.Exit(1)
		}
	}
	go func() {
		pin()
		for {
			pass(there[0], back[1])
		}
	}()
	pin()
	syscall.Write(back[1], []byte{1})
	for end := now() + *length; now() < end; {
		start := now()
		for range batch {
			pass(back[0], there[1])
		}
		each = append(each, (now()-start)/(2*batch))
	}
	return each
}

func main() {
	flag.Parse()
	// Neither a thread that waits in a raw system call nor its P is there for the collector.
	runtime.GOMAXPROCS(max(2, runtime.GOMAXPROCS(0)))
	var took []time.Duration
	switch *mode {
	case "goroutine":
		took = timers(func(until time.Duration) { time.Sleep(until - now()) })
	case "thread":
		runtime.LockOSThread()
		took = timers(nap)
	case "switch":
		took = switches()
	default:
		fmt.Fprintf(os.Stderr, "-mode=%s: want goroutine, thread or switch\n", *mode)
		os.Exit(2)
	}
	slices.Sort(took)
	var sum time.Duration
	for _, d := range took {
		sum += d
	}
	n := len(took)
	at := func(p float64) int64 { return int64(took[int(p*float64(n-1))]) }
	fmt.Printf("BenchmarkWakeup %d %d ns/op %d p50-ns %d p99-ns %d max-ns\n", n, int(sum)/n, at(0.5), at(0.99), at(1))
}
