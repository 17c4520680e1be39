package gotrace

import (
	"bytes"
	"io"
	"runtime"
	rtrace "runtime/trace"
	"sync"
	"testing"

	"golang.org/x/exp/trace"

	"tare/internal/trace/event"
)

// busyTrace returns the trace of goroutines that send each other values n times.
func busyTrace(b *testing.B, n int) []byte {
	b.Helper()
	var content bytes.Buffer
	if err := rtrace.Start(&content); err != nil {
		b.Fatal(err)
	}
	var w sync.WaitGroup
	for range 4 {
		ping, pong := make(chan int), make(chan int)
		w.Go(func() {
			for v := range ping {
				pong <- v
			}
		})
		w.Go(func() {
			for i := range n {
				ping <- i
				<-pong
				if i%100 == 0 {
					w.Go(runtime.Gosched)
				}
			}
			close(ping)
		})
	}
	w.Wait()
	rtrace.Stop()
	return content.Bytes()
}

// BenchmarkReader reads a trace of some 60 MB with package trace alone (bare), the
// same with the calls that any use of the events needs (details), and as this
// package does. MB/s are those of the trace.
func BenchmarkReader(b *testing.B) {
	content := busyTrace(b, 400_000)
	bare := func(use func(*trace.Event)) func() int {
		return func() int {
			r, err := trace.NewReader(bytes.NewReader(content))
			for n := 0; ; n++ {
				var e trace.Event
				if err == nil {
					e, err = r.ReadEvent()
				}
				if err == io.EOF {
					return n
				}
				if err != nil {
					b.Fatal(err)
				}
				use(&e)
			}
		}
	}
	for _, c := range []struct {
		name string
		read func() int
	}{
		{"bare", bare(func(*trace.Event) {})},
		{"details", bare(func(e *trace.Event) {
			if e.Kind() == trace.EventStateTransition {
				sink = e.StateTransition().Stack
			}
			sink = e.Stack()
		})},
		{"tare", func() int {
			r, err := NewReader(bytes.NewReader(content))
			var e event.GoEvent
			n := 0
			for ; err == nil; n++ {
				err = r.Next(&e)
			}
			if err != io.EOF {
				b.Fatal(err)
			}
			return n
		}},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(content)))
			b.ReportAllocs()
			events := 0
			for b.Loop() {
				events += c.read()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(events), "ns/event")
		})
	}
}

var sink trace.Stack
