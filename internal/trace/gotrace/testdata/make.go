//go:build ignore

// Command make writes the execution trace of a program that does a little of
// everything to standard output. The traces beside it, named after the version of
// Go that wrote them, were made on Linux, in a folder with nothing but this file:
//
//	printf 'module make\n\ngo 1.22\n' >go.mod
//	for v in 1.22.12 1.23.12 1.24.0 1.25.0 1.26.0 1.27.0; do
//		GOTOOLCHAIN=go$v go build -trimpath -o make make.go
//		GODEBUG=traceadvanceperiod=15000000 GOMAXPROCS=2 ./make | gzip -9n >${v%.*}.trace.gz
//	done
package main

import (
	"context"
	"os"
	"runtime"
	"runtime/pprof"
	"runtime/trace"
	"strconv"
	"sync"
	"syscall"
	"time"
	"unsafe"
)

func main() {
	check(trace.Start(os.Stdout))
	pprof.StartCPUProfile(new(discard))
	var w sync.WaitGroup
	for _, f := range []func(){pingPong, contend, allocate, spin, request, callOut} {
		f := f
		w.Add(1)
		go func() { defer w.Done(); f() }()
	}
	w.Wait()
	runtime.GOMAXPROCS(3)
	pprof.StopCPUProfile()
	trace.Stop()
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }

func pingPong() {
	to, from := make(chan int), make(chan int)
	go func() {
		for i := range to {
			from <- i
		}
		close(from)
	}()
	for i := 0; i < 50; i++ {
		to <- i
		<-from
		if i%10 == 0 {
			time.Sleep(9 * time.Millisecond)
		}
	}
	close(to)
}

func contend() {
	var mu sync.Mutex
	var w sync.WaitGroup
	for i := 0; i < 2; i++ {
		w.Add(1)
		go func() {
			defer w.Done()
			for j := 0; j < 5; j++ {
				mu.Lock()
				time.Sleep(time.Millisecond)
				mu.Unlock()
			}
		}()
	}
	w.Wait()
}

var live [64][]*int

func allocate() {
	for i := 0; i < 400; i++ {
		live[i%len(live)] = make([]*int, 8<<10)
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
}

func spin() {
	for end := time.Now().Add(40 * time.Millisecond); time.Now().Before(end); {
	}
}

// request logs what CLOCK_MONOTONIC says right before.
func request() {
	ctx, outer := trace.NewTask(context.Background(), "request")
	ctx, inner := trace.NewTask(ctx, "query")
	for i := 0; i < 8; i++ {
		trace.WithRegion(ctx, "read", func() { time.Sleep(10 * time.Millisecond) })
		trace.Log(ctx, "monotonic", strconv.FormatInt(monotonic(), 10))
	}
	inner.End()
	outer.End()
}

// callOut waits in a system call that the runtime does not know to be short.
func callOut() {
	var p [2]int
	check(syscall.Pipe(p[:]))
	go func() {
		time.Sleep(20 * time.Millisecond)
		syscall.Write(p[1], []byte{1})
	}()
	syscall.Read(p[0], make([]byte, 1))
}

func monotonic() int64 {
	var t syscall.Timespec
	syscall.Syscall(syscall.SYS_CLOCK_GETTIME, 1, uintptr(unsafe.Pointer(&t)), 0)
	return t.Nano()
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
