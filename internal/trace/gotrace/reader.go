// Package gotrace reads Go execution traces as a stream of event.GoEvent, and
// keeps the last part of one that is being written.
//
// A trace consists of generations of about a second. The names and stacks of one
// stand at its end, and its batches of events, one thread's each, must be brought
// into order: package golang.org/x/exp/trace holds all of a generation, and while
// it reads one, all of the one before. With generations of 33 MB, those of a
// program that does nothing but switch goroutines on two busy CPUs, reading 1 GB
// takes up to 185 MB of memory, and 113 MB with GOGC=25, in the same CPU time. The
// runtime's setting GODEBUG=traceadvanceperiod=NS makes generations shorter.
//
// Since Go 1.22 the time of events on Linux is CLOCK_MONOTONIC in steps of 64 ns
// (runtime/tracetime.go); events that would have the same are told 1 ns apart.
package gotrace

import (
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"tare/internal/record"
	"tare/internal/trace/event"
)

// Reader reads a trace. A goroutine of its own reads ahead.
type Reader struct {
	version string
	table   *table
	clocks  atomic.Pointer[Clocks]
	events  *event.Pipe[event.GoEvent]
	end     error                    // why there are no more events, once there are no more
	doubts  atomic.Pointer[[]string] // once there are no more
}

// Clocks are readings of clocks at one moment.
type Clocks struct {
	Trace     int64 // ns, what the events have
	Monotonic int64 // ns of CLOCK_MONOTONIC, or what the system has instead
	Wall      time.Time
}

var errClosed = errors.New("the reader of the Go trace is closed")

// NewReader reads the header of a trace, and begins to read the rest. Its errors
// say what is there instead of a trace that can be read; formats are those of
// Go 1.22 to 1.27.
func NewReader(r io.Reader) (*Reader, error) {
	header, minor, err := readHeader(r)
	if err != nil {
		return nil, err
	}
	t := &Reader{version: fmt.Sprintf("1.%d", minor), table: newTable(), events: event.NewPipe[event.GoEvent]()}
	go (&decoder{Reader: t, source: newStream(r, header)}).run()
	return t, nil
}

// Next sets e to the next event; each generation begins with one of kind GoSync.
// It returns io.EOF at the end, and a *Broken when the rest cannot be read.
func (r *Reader) Next(e *event.GoEvent) error {
	next := r.events.Take()
	switch {
	case next != nil:
		*e = *next
		return nil
	case r.events.Stopped():
		return errClosed
	default:
		return r.end
	}
}

// String returns the string of a number that an event had.
func (r *Reader) String(id event.StringID) string { return r.table.lookString(id) }

// Stack returns the stack of a number that an event had, innermost call first.
func (r *Reader) Stack(id record.StackID) []record.Call { return r.table.lookStack(id) }

// Version returns the version of Go that began the trace's format: "1.26".
func (r *Reader) Version() string { return r.version }

// Clocks returns the clocks as of the beginning of the trace, after the first
// event was read; traces of Go 1.25 and newer have them. Where Trace is not
// Monotonic, give or take a millisecond, the trace is of a system like Windows,
// whose events cannot be joined with those of anything else.
func (r *Reader) Clocks() (Clocks, bool) {
	c := r.clocks.Load()
	if c == nil {
		return Clocks{}, false
	}
	return *c, true
}

// Doubts says, once Next has returned an error, which times of the trace contradict
// others. A trace that has some is damaged, and durations can be wrong.
func (r *Reader) Doubts() []string {
	if all := r.doubts.Load(); all != nil {
		return *all
	}
	return nil
}

// Close ends reading: Next fails from then on. It may be called at any time, and
// does not wait for a Read of the underlying io.Reader that is under way.
func (r *Reader) Close() error {
	r.events.Stop()
	return nil
}
