//go:build !linux || !(amd64 || arm64)

package bpf

import (
	"errors"

	"tare/internal/record"
	"tare/internal/trace/event"
)

// Recorder records a process's scheduling, on Linux only.
type Recorder struct{}

const unsupported = "eBPF is used on Linux on amd64 and arm64 only"

var errUnsupported = errors.New(unsupported)

// Open reports that nothing can be recorded here.
func Open() (*Recorder, record.Reading) {
	return nil, record.Missing(record.Unsupported, unsupported)
}

// Stacks does nothing.
func (*Recorder) Stacks(bool) {}

// Calls does nothing.
func (*Recorder) Calls(bool) {}

// Follow fails.
func (*Recorder) Follow(int) error { return errUnsupported }

// Sure returns nothing: nothing is known.
func (*Recorder) Sure() map[record.KernelFact]record.Sure { return nil }

// Read fails.
func (*Recorder) Read(func(*event.KernelEvent, []uint64)) error { return errUnsupported }

// Syscalls returns nothing: nothing was counted.
func (*Recorder) Syscalls() map[int32]int64 { return nil }

// Lost returns 0: there was nothing to lose.
func (*Recorder) Lost() int64 { return 0 }

// Cost returns that nothing was measured.
func (*Recorder) Cost() (ns, runs record.Reading) {
	r := record.Missing(record.Unsupported, unsupported)
	return r, r
}

// Close does nothing.
func (*Recorder) Close() error { return nil }
