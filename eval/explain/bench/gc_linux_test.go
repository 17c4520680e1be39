package bench

import (
	"runtime"
	"testing"
	"time"

	"tare/eval/explain/truth"
	"tare/internal/record"
)

// leaf is what a heap consists of that takes long to mark.
type leaf struct {
	next *leaf
	_    [6]uintptr
}

// grow makes a list.
func grow(n int) (top *leaf) {
	for range n {
		top = &leaf{next: top}
	}
	return top
}

// BenchmarkAssist allocates so fast, beside a large heap, that it has to help the
// collector: to be run with a small GOGC. What the runtime says about assists is
// only brought up to date when a cycle ends, and their wall time.
func BenchmarkAssist(b *testing.B) {
	runtime.LockOSThread() // the collector works on this one otherwise
	defer runtime.UnlockOSThread()
	heap := grow(300_000)
	var w watch
	var garbage *leaf
	s := newWorker(func() { garbage = grow(200) })
	runtime.GC()
	before, collected := readPauses(), assists()
	for w.loop(b) {
		s.spin(5 * time.Millisecond)
	}
	assisted := assists() - collected
	runtime.KeepAlive(heap)
	runtime.KeepAlive(garbage)
	least, most := s.worked()
	w.tell(b, append(before.claims(),
		truth.Items(assisted, assisted, record.ItemAssist),
		truth.Items(least, most, record.ItemRunning, record.ItemAssist),
		kept(float64(s.off), float64(s.off)+most-least, record.ItemBlocked),
	)...)
}

// BenchmarkStops works while another goroutine has the world stopped again and
// again, by collecting and by reading statistics.
func BenchmarkStops(b *testing.B) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var w watch
	s, before := newSpinner(), readPauses()
	stop := beside(func() {
		var m runtime.MemStats
		time.Sleep(2 * time.Millisecond)
		runtime.GC()
		runtime.ReadMemStats(&m)
	})
	for w.loop(b) {
		s.spin(5 * time.Millisecond)
	}
	stop()
	least, most := readPauses().since(before).stood()
	most = min(most, float64(s.off))
	least = min(least, most)
	worked, cpu := s.worked()
	w.tell(b, append(before.claims(),
		truth.Items(worked, cpu, record.ItemRunning),
		kept(float64(s.off), float64(s.off)+cpu-worked, record.ItemBlocked),
		truth.Items(least, most, record.ItemStopped),
	)...)
}

// BenchmarkStretchedStops stops the world beside eight goroutines that work, to be
// run with eight Ps under a quota of less than a CPU: the world stops only when
// each of them has been on a CPU. (Reading statistics does nothing else, so that
// hardly a period ends without a stop that it stretches.)
func BenchmarkStretchedStops(b *testing.B) {
	const others = 8
	for range others {
		s := newSpinner()
		defer beside(func() { s.spin(time.Millisecond) })()
	}
	var w watch
	var m runtime.MemStats
	before := readPauses()
	for w.loop(b) {
		runtime.ReadMemStats(&m)
	}
	w.tell(b, before.claims()...)
}
