package bench

import (
	"runtime/trace"
	"sync/atomic"
	"testing"

	"golang.org/x/sys/unix"

	"tare/eval/explain/truth"
	"tare/internal/host/clock"
	"tare/internal/record"
)

var system clock.System

// now is CLOCK_MONOTONIC in ns.
func now() int64 { return system.Now() }

// watch times a benchmark's window.
type watch struct{ begin, end int64 }

// loop is b.Loop; the window ends when it is called for the last time.
func (w *watch) loop(b *testing.B) bool {
	w.end = now()
	more := b.Loop()
	if w.begin == 0 {
		w.begin = now()
	}
	return more
}

// tell tells what is true of the window.
func (w *watch) tell(b *testing.B, claims ...truth.Claim) {
	b.Helper()
	a := truth.Answer{Benchmark: b.Name(), Traced: trace.IsEnabled(), Begin: w.begin, End: w.end, Claims: claims}
	if err := truth.Tell(a); err != nil {
		b.Fatal(err)
	}
}

// sum adds up the lengths of stretches of time, in ns.
type sum struct{ ns, longest int64 }

// since adds the time since start.
func (s *sum) since(start int64) { s.between(start, now()) }

func (s *sum) between(from, to int64) {
	s.ns += to - from
	s.longest = max(s.longest, to-from)
}

func (s *sum) float() float64 { return float64(s.ns) }

// kept claims how long a goroutine that could go on did not, whatever the reason;
// of more items it is not known how much they are part of that.
func kept(low, high float64, more ...record.Item) truth.Claim {
	c := truth.Items(low, high, append(more, record.ItemStopped, record.ItemThrottled, record.ItemPreempted,
		record.ItemCrowded, record.ItemOffCPU, record.ItemRunnable)...)
	c.Name = "kept waiting"
	for _, i := range more {
		c.Name += ", " + i.String()
	}
	return c
}

// beside runs f in another goroutine, again and again, until the function that it
// returns is called, which waits for the end of the last call.
func beside(f func()) (stop func()) {
	var stopped atomic.Bool
	done := make(chan struct{})
	go func() {
		defer close(done)
		for !stopped.Load() {
			f()
		}
	}()
	return func() {
		stopped.Store(true)
		<-done
	}
}

// pause blocks the calling thread, not only the goroutine, and the Go runtime sees
// a system call.
func pause(b *testing.B, ns int64) {
	ts := unix.NsecToTimespec(ns)
	for {
		err := unix.Nanosleep(&ts, &ts)
		if err == nil {
			return
		}
		if err != unix.EINTR {
			b.Error(err)
			return
		}
	}
}
