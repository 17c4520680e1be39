package perf

import (
	"encoding/binary"
	"errors"
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"

	"tare/internal/record"
)

// ringPages is the size of the buffer for each CPU's switches, a power of two:
// room for some 8000 switches of a trial. A process that switches more often
// has no timeline, and would suffer from having one.
const ringPages = 64

// Switches records the context switches of a process that is forked by the
// thread that made it.
type Switches struct {
	fds   []int
	rings []cpuRing
}

// OpenSwitches begins recording on the calling thread, to be inherited, with
// one event and buffer for each CPU that the thread may run on: inherited events
// must have that (perf_event_open(2)). Kernel addresses are not asked for, so that it works
// without privileges up to kernel.perf_event_paranoid=2.
func OpenSwitches() (*Switches, record.Reading) {
	s := &Switches{}
	var cpus unix.CPUSet
	err := unix.SchedGetaffinity(0, &cpus)
	for cpu, left := 0, cpus.Count(); left > 0 && err == nil; cpu++ {
		if cpus.IsSet(cpu) {
			err = s.open(cpu)
			left--
		}
	}
	if err != nil {
		s.Close()
		return nil, missing("context switches", err)
	}
	return s, record.Of(0)
}

func (s *Switches) open(cpu int) error {
	attr := unix.PerfEventAttr{
		Type:        unix.PERF_TYPE_SOFTWARE,
		Size:        uint32(unsafe.Sizeof(unix.PerfEventAttr{})),
		Config:      unix.PERF_COUNT_SW_DUMMY,
		Sample_type: unix.PERF_SAMPLE_TID | unix.PERF_SAMPLE_TIME,
		Bits: unix.PerfBitInherit | unix.PerfBitExcludeKernel | unix.PerfBitExcludeHv |
			unix.PerfBitSampleIDAll | unix.PerfBitContextSwitch | unix.PerfBitUseClockID,
		Clockid: unix.CLOCK_MONOTONIC,
	}
	fd, err := unix.PerfEventOpen(&attr, 0, cpu, -1, unix.PERF_FLAG_FD_CLOEXEC)
	if err != nil {
		return err
	}
	s.fds = append(s.fds, fd)
	ring, err := unix.Mmap(fd, 0, (1+ringPages)*unix.Getpagesize(), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		return err
	}
	s.rings = append(s.rings, cpuRing{cpu: int32(cpu), fd: fd, memory: ring})
	return nil
}

// Close ends recording.
func (s *Switches) Close() {
	for _, ring := range s.rings {
		_ = unix.Munmap(ring.memory)
	}
	for _, fd := range s.fds {
		_ = unix.Close(fd)
	}
}

// ErrLost says that there were more switches than the buffers hold.
var ErrLost = errors.New("the process switches too often for its switches to be recorded")

// Of returns the switches of the process with the given PID, up to now.
func (s *Switches) Of(pid int) ([]record.Switch, error) {
	var all []record.Switch
	for _, ring := range s.rings {
		var err error
		if all, err = drain(all, ring, int32(pid)); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// drain appends a ring's switches: pid u32, tid u32, time u64 in each
// PERF_RECORD_SWITCH. The CPU is the ring's.
func drain(all []record.Switch, ring cpuRing, pid int32) ([]record.Switch, error) {
	lost := false
	tail, head, err := eachRecord(ring.memory, func(kind uint32, misc uint16, body []byte) {
		switch {
		case kind == unix.PERF_RECORD_LOST:
			lost = true
		case kind == unix.PERF_RECORD_SWITCH && len(body) >= 16 && int32(binary.NativeEndian.Uint32(body)) == pid:
			all = append(all, record.Switch{
				Time: int64(binary.NativeEndian.Uint64(body[8:])), TID: int(binary.NativeEndian.Uint32(body[4:])),
				CPU:     int(ring.cpu),
				Out:     misc&unix.PERF_RECORD_MISC_SWITCH_OUT != 0,
				Preempt: misc&unix.PERF_RECORD_MISC_SWITCH_OUT_PREEMPT != 0,
			})
		}
	})
	if err != nil {
		return nil, fmt.Errorf("reading context switches: %w", err)
	}
	if lost || nearlyFull(ring.memory, tail, head) {
		return nil, ErrLost
	}
	return all, nil
}
