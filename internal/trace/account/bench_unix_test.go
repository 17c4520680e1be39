//go:build unix

package account

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	rtrace "runtime/trace"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/exp/trace"

	"tare/internal/trace/align"
	"tare/internal/trace/gotrace"
)

// BenchmarkAnalysis explains traces of programs that are hard to explain: servers of
// HTTP/1 and HTTP/2, 10,000 goroutines that want one lock, and 3000 that each have a
// task and wait for each other. Bare is package trace alone, which nobody who reads with
// it can beat. What is to be compared is CPU time of the whole process: the reader has a
// goroutine of its own, and others may keep the machine busy.
//
//	go test ./internal/trace/account -run='^$' -bench=Analysis -benchtime=1x -count=6
func BenchmarkAnalysis(b *testing.B) {
	for _, program := range []struct {
		name string
		work func(enough func() bool)
	}{{"web", serveAll}, {"lock", contend}, {"tasks", handOn}} {
		b.Run(program.name, func(b *testing.B) {
			content := traceOf(b, program.work)
			b.Run("bare", func(b *testing.B) { perEvent(b, func() int64 { return drain(b, content) }) })
			b.Run("explained", func(b *testing.B) { perEvent(b, func() int64 { return explain(b, content) }) })
		})
	}
}

// traceOf is the execution trace of some seconds of work.
func traceOf(b *testing.B, work func(enough func() bool)) []byte {
	b.Helper()
	var content bytes.Buffer
	if err := rtrace.Start(&content); err != nil {
		b.Fatal(err)
	}
	end := time.Now().Add(3 * time.Second)
	work(func() bool { return time.Now().After(end) })
	rtrace.Stop()
	return content.Bytes()
}

// serveAll has clients ask servers of both versions of HTTP.
func serveAll(enough func() bool) {
	var mu sync.Mutex
	asked := map[string]int{}
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		asked[r.URL.Path]++
		n := asked[r.URL.Path]
		mu.Unlock()
		if n%10 == 0 {
			time.Sleep(time.Millisecond)
		}
		fmt.Fprintln(w, r.URL.Path, n)
	})
	plain, second := httptest.NewServer(handler), httptest.NewUnstartedServer(handler)
	second.EnableHTTP2 = true
	second.StartTLS()
	const clients = 32
	plain.Client().Transport.(*http.Transport).MaxIdleConnsPerHost = clients
	var all sync.WaitGroup
	for _, server := range []*httptest.Server{plain, second} {
		defer server.Close()
		for range clients {
			all.Go(func() {
				for n := 0; !enough(); n++ {
					if answer, err := server.Client().Get(fmt.Sprint(server.URL, "/", n%20)); err == nil {
						_, _ = io.Copy(io.Discard, answer.Body)
						answer.Body.Close()
					}
				}
			})
		}
	}
	all.Wait()
}

// contend has goroutines want one lock.
func contend(enough func() bool) {
	var mu sync.Mutex
	var all sync.WaitGroup
	for range 10_000 {
		all.Go(func() {
			for !enough() {
				mu.Lock()
				compute(500)
				mu.Unlock()
				compute(200)
			}
		})
	}
	all.Wait()
}

var computed [64]int

func compute(n int) {
	for i := range n {
		computed[i%len(computed)] ^= i
	}
}

// handOn has rings of goroutines hand on a message, each in a task of its own.
func handOn(enough func() bool) {
	const rings, members = 300, 10
	var all sync.WaitGroup
	for range rings {
		var links [members]chan int
		for i := range links {
			links[i] = make(chan int, 1)
		}
		links[0] <- 0
		for i := range links {
			in, out := links[i], links[(i+1)%members]
			all.Go(func() {
				defer close(out)
				_, task := rtrace.NewTask(context.Background(), "member")
				defer task.End()
				for n := range in {
					if i == 0 && enough() {
						return
					}
					if i == 1 {
						time.Sleep(50 * time.Microsecond)
					}
					out <- n
				}
			})
		}
	}
	all.Wait()
}

// drain reads a trace with package trace alone, and returns how many events it has.
func drain(b *testing.B, content []byte) (events int64) {
	r, err := trace.NewReader(bytes.NewReader(content))
	for ; err == nil; events++ {
		_, err = r.ReadEvent()
	}
	if err != io.EOF {
		b.Fatal(err)
	}
	return events
}

// explain explains a trace, and returns how many events it has.
func explain(b *testing.B, content []byte) int64 {
	r, err := gotrace.NewReader(bytes.NewReader(content))
	if err != nil {
		b.Fatal(err)
	}
	book := New(Options{Stack: r.Stack})
	ahead, wait := align.Apart(book)
	result := align.Join(r, nil, nil, ahead)
	wait()
	if result.GoError != nil {
		b.Fatal(result.GoError)
	}
	if causes := Causes(book.Explain(result.Begin, result.End)); len(causes) == 0 {
		b.Fatal("nothing is explained")
	}
	return result.GoEvents
}

// perEvent reports CPU time for each event.
func perEvent(b *testing.B, read func() (events int64)) {
	b.ReportAllocs()
	var events int64
	before := cpuTime(b)
	for b.Loop() {
		events += read()
	}
	b.ReportMetric(float64(cpuTime(b)-before)/float64(events), "cpu-ns/event")
}

// cpuTime is that of the process so far.
func cpuTime(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
