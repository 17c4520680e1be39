package bench

import (
	"os"
	"runtime"
	"runtime/trace"
	"slices"
	"sync/atomic"
	"testing"

	"golang.org/x/sys/unix"

	"tare/eval/explain/truth"
	"tare/internal/host/clock"
	"tare/internal/read"
	"tare/internal/read/procfs"
	"tare/internal/record"
)

var system clock.System

// now is CLOCK_MONOTONIC in ns.
func now() int64 { return system.Now() }

// watch times a benchmark's window.
type watch struct {
	begin, end int64
	stolen     float64 // ns so far when it began
}

// loop is b.Loop; the window ends when it is called for the last time.
func (w *watch) loop(b *testing.B) bool {
	w.end = now()
	more := b.Loop()
	if w.begin == 0 {
		w.stolen = stolen()
		w.begin = now()
	}
	return more
}

// tick is the unit of /proc/stat, in ns.
const tick = 1e9 / procfs.TicksPerSecond

// stolen is what the hypervisor has kept from all CPUs so far, in ns.
func stolen() float64 {
	s, err := read.Parse(os.DirFS("/"), "proc/stat", procfs.ParseStat)
	if err != nil {
		panic(err) // there is no Linux without it
	}
	return float64(s.Total.Steal) * tick
}

// tell tells what is true of the window.
func (w *watch) tell(b *testing.B, claims ...truth.Claim) {
	b.Helper()
	// A thread's CPU clock stands still while its CPU is stolen, and neither the
	// trace nor the kernel's scheduling knows of that. It is counted in whole
	// ticks, on each CPU.
	lost := stolen() - w.stolen + tick*float64(runtime.NumCPU())
	for i, c := range claims {
		switch {
		case slices.Contains(c.Items, record.ItemStopped):
			claims[i].Low = max(0, c.Low-lost)
		case slices.Contains(c.Items, record.ItemRunning):
			*c.High += lost
		}
	}
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
