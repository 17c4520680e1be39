package perf

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"

	"tare/internal/read"
	"tare/internal/read/procfs"
)

// maxLooks is how often threads are looked for that came while others were
// attached to.
const maxLooks = 10

// cpuRing is the buffer of one CPU.
type cpuRing struct {
	cpu    int32
	fd     int
	memory []byte
}

// followAttr asks for context switches, and for the beginnings, ends and names
// of threads. Kernel addresses are not asked for, so that it works without
// privileges up to kernel.perf_event_paranoid=2.
func followAttr() *unix.PerfEventAttr {
	return &unix.PerfEventAttr{
		Type:        unix.PERF_TYPE_SOFTWARE,
		Size:        uint32(unsafe.Sizeof(unix.PerfEventAttr{})),
		Config:      unix.PERF_COUNT_SW_DUMMY,
		Sample_type: unix.PERF_SAMPLE_TID | unix.PERF_SAMPLE_TIME,
		Bits: unix.PerfBitInherit | unix.PerfBitExcludeKernel | unix.PerfBitExcludeHv |
			unix.PerfBitSampleIDAll | unix.PerfBitContextSwitch | unix.PerfBitComm | unix.PerfBitTask | unix.PerfBitUseClockID,
		Clockid: unix.CLOCK_MONOTONIC,
	}
}

// attach opens events on every thread, and looks again until there are none that
// it does not know: those that a thread makes before it is attached to. What
// comes later inherits the events. Threads that inherited some already say
// everything twice then: see watched.on.
func (r *Recorder) attach() error {
	begun, err := r.now()
	if err != nil {
		return err
	}
	attached := map[int]bool{}
	for range maxLooks {
		tids, err := read.Numbers(r.root, fmt.Sprintf("proc/%d/task", r.pid))
		if err != nil {
			return gone(err)
		}
		cpus, err := allowed(tids)
		if err != nil {
			return err
		}
		more := false
		for _, tid := range tids {
			if attached[tid] {
				continue
			}
			if err := r.attachTo(tid, cpus, begun); err == nil {
				attached[tid], more = true, true
			} else if !errors.Is(err, os.ErrProcessDone) {
				return err
			}
		}
		if !more {
			break
		}
	}
	if len(attached) == 0 {
		return os.ErrProcessDone
	}
	return nil
}

// allowed returns the CPUs that any of the threads may run on.
func allowed(tids []int) ([]int, error) {
	var all []int
	var seen unix.CPUSet
	for _, tid := range tids {
		var cpus unix.CPUSet
		if err := unix.SchedGetaffinity(tid, &cpus); err != nil {
			if err = gone(err); errors.Is(err, os.ErrProcessDone) {
				continue
			}
			return nil, fmt.Errorf("reading which CPUs thread %d may use: %w", tid, err)
		}
		for cpu, left := 0, cpus.Count(); left > 0; cpu++ {
			if !cpus.IsSet(cpu) {
				continue
			}
			if left--; !seen.IsSet(cpu) {
				seen.Set(cpu)
				all = append(all, cpu)
			}
		}
	}
	return all, nil
}

// attachTo opens the events of a thread and tells what it is doing.
func (r *Recorder) attachTo(tid int, cpus []int, begun int64) error {
	for _, cpu := range cpus {
		if err := r.open(tid, cpu); err != nil {
			return err
		}
	}
	now, err := r.now()
	if err != nil {
		return err
	}
	thread, err := read.Parse(r.root, fmt.Sprintf("proc/%d/task/%d/stat", r.pid, tid), procfs.ParseProcess)
	if err != nil || thread.Dead() {
		return os.ErrProcessDone
	}
	r.pending = append(r.pending, notice{time: begun, kind: noticeThread, cpu: -1, tid: int32(tid), name: thread.Name})
	if thread.State == 'S' || thread.State == 'D' {
		r.pending = append(r.pending, notice{time: now, kind: noticeAsleep, cpu: -1, tid: int32(tid)})
	}
	return nil
}

// open opens the event of one thread on one CPU, whose first event has the ring
// for all.
func (r *Recorder) open(tid, cpu int) error {
	fd, err := unix.PerfEventOpen(followAttr(), tid, cpu, -1, unix.PERF_FLAG_FD_CLOEXEC)
	if err != nil {
		return explained(err, len(r.fds))
	}
	r.fds = append(r.fds, fd)
	for _, ring := range r.rings {
		if int(ring.cpu) != cpu {
			continue
		}
		if err := unix.IoctlSetInt(fd, unix.PERF_EVENT_IOC_SET_OUTPUT, ring.fd); err != nil {
			return fmt.Errorf("sharing the buffer of CPU %d: %w", cpu, err)
		}
		return nil
	}
	memory, err := unix.Mmap(fd, 0, (1+ringPages)*unix.Getpagesize(), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		return fmt.Errorf("making a buffer for CPU %d (kernel.perf_event_mlock_kb and ulimit -l limit them): %w", cpu, err)
	}
	r.rings = append(r.rings, &cpuRing{cpu: int32(cpu), fd: fd, memory: memory})
	return nil
}

// explained says what may be done about an event that cannot be opened.
func explained(err error, open int) error {
	err = gone(err)
	switch {
	case errors.Is(err, unix.EMFILE):
		return fmt.Errorf("each thread takes a descriptor for each CPU, and after %d there are none left: raise ulimit -n: %w", open, err)
	case isDenied(err):
		return fmt.Errorf("it belongs to another user, or may not be traced: run tare as that user or with CAP_PERFMON: %w", err)
	}
	return fmt.Errorf("opening a perf event: %w", err)
}

// gone adds os.ErrProcessDone to what is said of a process or thread that is no
// more.
func gone(err error) error {
	if errors.Is(err, unix.ESRCH) || errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w: %w", os.ErrProcessDone, err)
	}
	return err
}
