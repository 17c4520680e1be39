package recorder

import (
	"io/fs"
	"os"
	"time"

	"tare/internal/host/bpf"
	"tare/internal/host/clock"
	"tare/internal/host/perf"
	"tare/internal/host/symbols"
	"tare/internal/record"
	"tare/internal/trace/event"
)

// Source is a way to record context switches: package bpf or perf. After Close,
// Read delivers what is left and returns nil, and the figures can be asked for
// still.
type Source interface {
	Follow(pid int) error
	// Sure tells how the facts are known.
	Sure() map[record.KernelFact]record.Sure
	// Read delivers events in about the order of their times, with the user stack
	// of some KernelOff, and those lost as KernelLost. They are the callee's until
	// it returns.
	Read(event func(e *event.KernelEvent, pcs []uint64)) error
	// Syscalls are the calls so far by number; nil when they are not counted.
	Syscalls() map[int32]int64
	Lost() int64
	// Cost is ns of CPU time in the kernel, and how often its programs ran.
	Cost() (ns, runs record.Reading)
	Close() error
}

// Symbols names the calls of stacks.
type Symbols interface {
	Stack(pcs []uint64) []record.Call
	// Unnamed says why functions have no names so far; empty when all can have some.
	Unnamed() string
	Close() error
}

// machine is where a recording is made.
type machine struct {
	root    fs.FS            // of /proc and /sys
	now     func() int64     // CLOCK_MONOTONIC, ns
	wall    func() time.Time // the time of day
	bpf     func(Options) (Source, record.Reading)
	perf    func() (Source, record.Reading)
	symbols func(pid int) (Symbols, error)
	ticks   func(every time.Duration) (tick <-chan time.Time, stop func())
}

func thisMachine() machine {
	return machine{
		root: os.DirFS("/"),
		now:  new(clock.System).Now,
		wall: time.Now,
		bpf: func(o Options) (Source, record.Reading) {
			r, reading := bpf.Open()
			if !reading.OK() {
				return nil, reading
			}
			r.Stacks(o.Stacks)
			r.Calls(o.Calls)
			return r, reading
		},
		perf: func() (Source, record.Reading) {
			r, reading := perf.OpenRecorder()
			if !reading.OK() {
				return nil, reading
			}
			return r, reading
		},
		symbols: func(pid int) (Symbols, error) {
			t, err := symbols.Open(pid)
			if err != nil {
				return nil, err
			}
			return t, nil
		},
		ticks: func(every time.Duration) (<-chan time.Time, func()) {
			t := time.NewTicker(every)
			return t.C, t.Stop
		},
	}
}
