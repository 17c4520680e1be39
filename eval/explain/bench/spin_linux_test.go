package bench

import (
	"math"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"tare/internal/record"
)

// gap is how long a piece of work has to be kept from its CPU to be listed.
const gap = int64(200 * time.Microsecond)

// spinner does one piece of work after the other, and finds out for how much of
// the time it had a CPU.
type spinner struct {
	work    func()
	usual   int64         // ns of CPU that a piece takes at least
	pieces  int64         // that were done
	cpu     int64         // ns on a CPU
	off     int64         // ns not on a CPU
	longest int64         // ns of the latter in one piece
	gaps    []record.Span // the long stretches off a CPU
}

// newSpinner makes one whose pieces are arithmetic of some 20 µs.
func newSpinner() *spinner {
	return newWorker(func() { system.Work(20_000) })
}

// newWorker makes one with other work.
func newWorker(work func()) *spinner {
	s := &spinner{work: work, usual: math.MaxInt64}
	for n := 0; n < 10; {
		before := glance()
		work()
		if after := glance(); after.tid == before.tid {
			s.usual = min(s.usual, after.cpu-before.cpu)
			n++
		}
	}
	return s
}

// look is what the clocks say.
type look struct{ wall, cpu, tid int64 }

// glance reads the clocks past the Go runtime, which would take note of system
// calls otherwise.
func glance() look {
	var ts unix.Timespec
	tid, _, _ := unix.RawSyscall(unix.SYS_GETTID, 0, 0, 0)
	unix.RawSyscall(unix.SYS_CLOCK_GETTIME, unix.CLOCK_THREAD_CPUTIME_ID, uintptr(unsafe.Pointer(&ts)), 0)
	return look{now(), ts.Nano(), int64(tid)}
}

// spin works for at least d of CPU time.
func (s *spinner) spin(d time.Duration) {
	before := glance()
	for until := s.cpu + int64(d); s.cpu < until; {
		s.work()
		after := glance()
		s.count(before, after)
		before = after
	}
}

// count adds what passed between two looks. Where the goroutine has moved to
// another thread, the CPU clock does not tell: the work is taken to have taken its
// usual time. Nor does it where another goroutine has run on the same thread
// meanwhile: lock the thread where that can be.
func (s *spinner) count(before, after look) {
	s.pieces++
	wall, cpu := after.wall-before.wall, after.cpu-before.cpu
	if after.tid != before.tid {
		cpu = min(s.usual, wall)
	}
	off := wall - cpu
	s.cpu, s.off, s.longest = s.cpu+cpu, s.off+off, max(s.longest, off)
	if off > gap {
		s.gaps = append(s.gaps, record.Span{From: after.wall - off, To: after.wall})
	}
}

// worked returns how long the work alone has taken at least and the time on a CPU,
// in ns. A locked thread that waits for its turn has the runtime's work to do, to
// give its P away, and that is no goroutine's time.
func (s *spinner) worked() (least, most float64) {
	return min(float64(s.usual*s.pieces), float64(s.cpu)), float64(s.cpu)
}

// alone returns, of the long stretches in which s was off its CPU, how much there
// was in which at most that many of the others were on one, in ns.
func (s *spinner) alone(others []*spinner, most int) (ns int64) {
	for _, g := range s.gaps {
		var edges []edge
		for _, o := range others {
			for _, h := range o.gaps {
				if from, to := max(g.From, h.From), min(g.To, h.To); from < to {
					edges = append(edges, edge{from, -1}, edge{to, +1})
				}
			}
		}
		ns += atMost(g, edges, len(others), most)
	}
	return ns
}
