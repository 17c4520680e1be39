//go:build !linux

package perf

import "tare/internal/record"

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
