//go:build !linux

package perf

import (
	"errors"
	"os"

	"tare/internal/record"
)

// Open reports that perf events exist on Linux only.
func Open(record.Metric) (*os.File, record.Reading) {
	return nil, record.Missing(record.Unsupported, "perf events exist on Linux only")
}

const linuxOnly = "context switches are recorded on Linux only"

// Recorder records context switches, on Linux only.
type Recorder struct{}

// OpenRecorder reports that nothing can be recorded here.
func OpenRecorder() (*Recorder, record.Reading) {
	return nil, record.Missing(record.Unsupported, linuxOnly)
}

// Follow fails.
func (*Recorder) Follow(int) error { return errors.New(linuxOnly) }

// Sure returns nothing: nothing is known.
func (*Recorder) Sure() map[record.KernelFact]record.Sure { return nil }

// Read fails.
func (*Recorder) Read(func(*record.KernelEvent, []uint64)) error { return errors.New(linuxOnly) }

// Syscalls returns nothing: nothing was counted.
func (*Recorder) Syscalls() map[int32]int64 { return nil }

// Lost returns 0: there was nothing to lose.
func (*Recorder) Lost() int64 { return 0 }

// Cost returns that nothing was measured.
func (*Recorder) Cost() (ns, runs record.Reading) {
	r := record.Missing(record.Unsupported, linuxOnly)
	return r, r
}

// Close does nothing.
func (*Recorder) Close() error { return nil }

// Switches records context switches, on Linux only.
type Switches struct{}

// OpenSwitches reports that they cannot be had here.
func OpenSwitches() (*Switches, record.Reading) {
	return nil, record.Missing(record.Unsupported, "context switches are recorded on Linux only")
}

// Close does nothing.
func (*Switches) Close() {}

// Of returns nothing: nothing was opened.
func (*Switches) Of(int) ([]record.Switch, error) { return nil, nil }
