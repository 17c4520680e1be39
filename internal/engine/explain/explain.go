// Package explain is the engine of `tare explain`: it records a benchmark, a command or a
// process, or takes recordings that are there, and accounts for every nanosecond.
package explain

import (
	"context"
	"regexp"
	"time"

	"tare/internal/analysis/profiles"
	"tare/internal/engine/bench"
	"tare/internal/engine/exit"
	"tare/internal/engine/flight"
	"tare/internal/engine/recording"
	"tare/internal/record"
)

// Request says what to explain, and what to make of it.
type Request struct {
	recording.Request
	Flight *flight.Wishes // what to wait for; nil to record once

	Range                      *Range           // nil for all of a recording
	Goroutines, Regions, Tasks *regexp.Regexp   // which of them, by their names; nil for all
	Scenes                     bool             // draw timelines and flame graphs
	Base                       *recording.Files // what flame graphs are compared with; nil for nothing
	Profiles                   bool             // collect stacks
	Instance                   string           // one of Instances, to collect only the stacks of that; empty for all
}

// Range is a part of a recording, from its beginning on.
type Range struct{ From, To time.Duration }

// Instances are which ones of the first interval profiles can be of: names of record.Bar.
var Instances = []string{"worst", "p99", "p50"}

// Sink is told what explaining does, as it does it.
type Sink interface {
	flight.Sink
	// Read is told how much has been read of how much, in bytes, and what for.
	Read(what string, read, size int64)
	// Listeners are told all pieces of a recording that is about to be joined.
	Listeners(v View) ([]Listener, error)
	// Explained takes what comes of a recording, in which there may be nothing to
	// explain. Its error ends explaining.
	Explained(r Result) error
}

// View is a recording that is about to be joined.
type View struct {
	Title    string                             // names what it is of
	Header   *record.KernelHeader               // nil without a kernel recording
	Stack    func(record.StackID) []record.Call // looks up a stack, innermost call first
	Interest func(g int64) bool                 // tells the goroutines that come first
}

// Listener is a sink that is told when it has been told everything.
type Listener interface {
	record.Sink
	// Done returns what was not good enough for all of that.
	Done() (trouble []string, err error)
}

// Result is what comes of one recording.
type Result struct {
	Title         string               // names what it is of, without why it was kept
	Header        *record.KernelHeader // nil without a kernel recording
	Explanation   record.Explanation   // without intervals when there is nothing to explain
	Scenes        []record.Scene       // the one to open first; nil without Request.Scenes, like the flame graphs
	OnCPU, OffCPU *record.Frame        // differential ones with Request.Base
	Stacks        *profiles.Collector  // nil without Request.Profiles or Scenes
	Broken        bool                 // it could not be read to its end
}

// Run records and explains. Whole reports whether everything could be read to its end,
// as far as ctx has let it be recorded: a process that goes on until somebody ends
// recording is explained when ctx ends.
func Run(ctx context.Context, q Request, sink Sink) (whole bool, err error) {
	if q.Base != nil {
		src, err := q.Base.Open()
		if err != nil {
			return false, exit.Errorf(exit.Broken, "", "-base: %w", err)
		}
		src.Close()
	}
	made, err := q.record(ctx, sink)
	cut := ctx.Err() != nil
	if cut && (err != nil || len(made.Files) == 0 || !q.endless()) {
		return false, bench.ErrInterrupted
	}
	if err != nil {
		return false, err
	}
	if cut {
		// The user has seen enough: what was recorded by then is explained, unless he
		// interrupts that, too, which ends the process.
		ctx = context.WithoutCancel(ctx)
	}
	defer frugal()()
	whole = true
	for _, f := range made.Files {
		a := &analysis{Request: &q, made: made, files: f, sink: sink}
		r, err := a.run(ctx)
		if err != nil {
			return false, unreadable(ctx, err)
		}
		whole = whole && (!r.Broken || cut) // a trace that is cut off breaks off
		if err := sink.Explained(r); err != nil {
			return false, err
		}
	}
	return whole, nil
}

// record makes the recordings that are to be explained: one, or one for each time that a
// condition came true.
func (q *Request) record(ctx context.Context, sink Sink) (recording.Made, error) {
	if q.Flight != nil {
		return flight.Record(ctx, q.Request, *q.Flight, sink)
	}
	return recording.Make(ctx, q.Request, sink)
}

// endless reports whether recording goes on until somebody ends it.
func (q *Request) endless() bool {
	_, live := q.Live()
	return live && q.Flight == nil
}

func unreadable(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return bench.ErrInterrupted
	}
	return exit.Errorf(exit.Broken, "", "%w", err)
}
