// Package perfetto writes a joined recording as a Perfetto trace, to be opened in
// ui.perfetto.dev or queried with trace_processor. It streams: what it keeps is
// bounded, however long the recording is.
//
// Below one process, the trace has a track for each goroutine, thread and P, and
// tracks for what happens across them: stop-the-worlds, GC phases, throttled
// threads, quota refills, and the program's own regions, tasks and logs. Slices of
// a track never overlap. Idle stretches are gaps. Times are those of
// CLOCK_MONOTONIC, so the trace lines up with others of the same machine.
package perfetto

import (
	"bufio"
	"fmt"
	"io"

	"tare/internal/record"
	"tare/internal/trace/event"
)

// mostTracks is how many goroutines get a track of their own, of interest and
// others each: more make the viewer slow, and nobody scrolls that far.
const mostTracks = 10_000

// Options say what a trace is of.
type Options struct {
	Process string // its name
	PID     int    // 0 where it is not known
	// Clock and Wall are the same moment, ns of CLOCK_MONOTONIC and ns since 1970.
	// With them the viewer can show the time of day; Wall is 0 where it is not
	// known.
	Clock, Wall int64
	// Stack looks up a stack, innermost call first. Without it, slices do not say
	// where they began.
	Stack func(record.StackID) []record.Call
	// Interest tells the goroutines that come first, with their wake-ups. Without
	// it, none is preferred and wake-ups of all are shown.
	Interest func(g int64) bool
	// Tracks is how many goroutines get a track, of interest and others each; 0
	// stands for 10 000.
	Tracks int
}

// Writer is a event.Sink that writes a trace.
type Writer struct {
	o       Options
	out     *bufio.Writer
	err     error // the first one
	tracks  tracks
	names   names
	strings interned
	counter counter
	dropped int64

	event, packet, lead message // of the packet being made
}

// New starts a trace. Its errors are told by Close.
func New(w io.Writer, o Options) *Writer {
	if o.Tracks == 0 {
		o.Tracks = mostTracks
	}
	if o.PID == 0 {
		o.PID = 1 // 0 is the idle task to the viewer
	}
	pw := &Writer{o: o, out: bufio.NewWriterSize(w, 1<<18),
		tracks: newTracks(), names: newNames(), strings: newInterned(), counter: counter{most: mostEdges}}
	pw.clock()
	pw.clearState()
	pw.describeProcess()
	return pw
}

// Named gives a lane's track its name.
func (w *Writer) Named(n *event.Named) {
	if n.Name == "" {
		return
	}
	w.names.put(n.Lane, n.Name)
	if t, known := w.tracks.lanes[n.Lane]; known {
		w.describeLane(n.Lane, t)
	}
}

// Dropped returns how many slices were left out: those of goroutines beyond
// Options.Tracks, and of more than 64 regions, tasks or the like at a time. Ps
// and threads still show what ran.
func (w *Writer) Dropped() int64 { return w.dropped }

// Close writes what was kept back. It returns the first error that there was.
// It does not close the writer below.
func (w *Writer) Close() error {
	w.counts(w.counter.take(0))
	if err := w.out.Flush(); w.err == nil {
		w.err = err
	}
	if w.err != nil {
		return fmt.Errorf("write the Perfetto trace: %w", w.err)
	}
	return nil
}
