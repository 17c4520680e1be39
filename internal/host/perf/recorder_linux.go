package perf

import (
	"cmp"
	"fmt"
	"io/fs"
	"math"
	"os"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"tare/internal/read/procfs"
	"tare/internal/record"
)

const (
	// drainEvery is how long switches gather: the rings hold those of a CPU that
	// switches a million times per second.
	drainEvery = 10 * time.Millisecond
	// settle is how old events have to be before they are delivered. What was
	// stamped earlier is in its ring by then, so that the rings can be merged.
	settle = time.Millisecond
)

// Recorder records when the threads of a running process are put on a CPU and
// taken off it.
type Recorder struct {
	pid   int
	root  fs.FS       // where proc is
	own   procfs.View // of tare itself
	fds   []int
	rings []*cpuRing // one for each CPU

	pending []notice // from the rings, not told yet
	watched watched
	close   sync.Once
	closed  chan struct{}
}

// OpenRecorder finds out whether context switches can be recorded. The reading
// says what stands in the way.
func OpenRecorder() (*Recorder, record.Reading) {
	attr := followAttr()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	fd, err := unix.PerfEventOpen(attr, 0, -1, -1, unix.PERF_FLAG_FD_CLOEXEC)
	if isDenied(err) {
		return nil, record.Missing(record.Denied, "kernel.perf_event_paranoid or a seccomp filter forbids perf events: "+
			"set it to 2 or less, allow perf_event_open, or run tare with CAP_PERFMON")
	}
	if err != nil {
		return nil, missing("context switches", err)
	}
	_ = unix.Close(fd)
	return &Recorder{root: os.DirFS("/"), closed: make(chan struct{})}, record.Of(0)
}

// Follow records the process with this PID, all its present and future threads,
// but not the processes that it starts. Only one process can be followed. After
// an error there is nothing to read; it matches os.ErrProcessDone when the
// process has ended, and fs.ErrPermission when it is not ours to follow.
func (r *Recorder) Follow(pid int) error {
	err := r.follow(pid)
	if err != nil {
		r.release()
		return fmt.Errorf("recording the context switches of process %d: %w", pid, err)
	}
	return nil
}

func (r *Recorder) follow(pid int) (err error) {
	r.pid = pid
	if r.own, err = procfs.OwnView(r.root, "self"); err != nil {
		return err
	}
	view, err := procfs.OwnView(r.root, strconv.Itoa(pid))
	if err != nil {
		return gone(err)
	}
	r.watched = watched{main: int32(pid), clock: int64(view.Clock), threads: map[int32]*thread{}}
	r.watched.number = func(tid int32) int32 { return tid }
	if !view.Same {
		r.watched.number = func(tid int32) int32 {
			inner, _ := procfs.OwnThread(r.root, pid, int(tid)) // 0 when it has ended
			return int32(inner)
		}
	}
	return r.attach()
}

// now is CLOCK_MONOTONIC of the initial time namespace.
func (r *Recorder) now() (int64, error) {
	var now unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_MONOTONIC, &now); err != nil {
		return 0, fmt.Errorf("reading the clock: %w", err)
	}
	return now.Nano() - int64(r.own.Clock), nil
}

// Sure tells how the facts are known. Whether a thread that could go on was
// preempted or throttled has to be found out from cpu.stat.
func (r *Recorder) Sure() map[record.KernelFact]record.Sure {
	return map[record.KernelFact]record.Sure{
		record.FactSwitches: record.Seen, record.FactThrottled: record.Inferred, record.FactPreempter: record.Inferred,
	}
}

// Read delivers events in the order of their times. It blocks until Close, then
// delivers what is left and returns nil. After a successful Follow it must be
// called, once. Other of a KernelOff is −1 where no thread of the process comes
// at once: nothing more is known then.
func (r *Recorder) Read(event func(e *record.KernelEvent, pcs []uint64)) error {
	defer r.release()
	tick := time.NewTicker(drainEvery)
	defer tick.Stop()
	for {
		select {
		case <-r.closed:
			if err := r.drain(); err != nil {
				return err
			}
			r.deliver(math.MaxInt64, event)
			return nil
		case <-tick.C:
		}
		// First the time and then the rings: what is not in a ring yet is newer.
		now, err := r.now()
		if err == nil {
			err = r.drain()
		}
		if err != nil {
			return err
		}
		r.deliver(now-int64(settle), event)
	}
}

// drain reads all rings.
func (r *Recorder) drain() error {
	for _, ring := range r.rings {
		_, head, err := eachRecord(ring.memory, func(kind uint32, misc uint16, body []byte) {
			if n, ok := parse(kind, misc, body, int32(r.pid)); ok {
				n.cpu = ring.cpu
				r.pending = append(r.pending, n)
			}
		})
		if err != nil {
			return fmt.Errorf("reading context switches of CPU %d: %w", ring.cpu, err)
		}
		consume(ring.memory, head)
	}
	return nil
}

// deliver tells of what happened before a time.
func (r *Recorder) deliver(before int64, event func(e *record.KernelEvent, pcs []uint64)) {
	slices.SortStableFunc(r.pending, func(a, b notice) int { return cmp.Compare(a.time, b.time) })
	r.watched.tell = func(e record.KernelEvent) { event(&e, nil) }
	n := 0
	for ; n < len(r.pending) && r.pending[n].time < before; n++ {
		r.watched.take(&r.pending[n], next(r.pending[n:]))
	}
	r.pending = slices.Delete(r.pending, 0, n)
}

// Lost returns how many events were lost because tare came too late.
func (r *Recorder) Lost() int64 { return r.watched.lost.Load() }

// Syscalls returns nil: they are not counted.
func (r *Recorder) Syscalls() map[int32]int64 { return nil }

// Cost reports that the kernel does not say what perf events take.
func (r *Recorder) Cost() (ns, runs record.Reading) {
	unsupported := record.Missing(record.Unsupported, "the kernel does not measure what perf events take")
	return unsupported, unsupported
}

// Close ends recording: Read returns.
func (r *Recorder) Close() error {
	r.close.Do(func() { close(r.closed) })
	return nil
}

// release gives everything back to the kernel.
func (r *Recorder) release() {
	for _, ring := range r.rings {
		_ = unix.Munmap(ring.memory)
	}
	for _, fd := range r.fds {
		_ = unix.Close(fd)
	}
	r.rings, r.fds = nil, nil
}
