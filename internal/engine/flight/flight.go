// Package flight is a flight recorder: it keeps the last seconds of a benchmark, a command
// or a process in memory, and writes them out when a condition comes true.
package flight

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"tare/internal/engine/bench"
	"tare/internal/engine/exit"
	"tare/internal/engine/recording"
	"tare/internal/read/gotrace"
	"tare/internal/trace/recorder"
)

// Wishes say what to wait for, and what to keep.
type Wishes struct {
	On   []Condition
	Keep time.Duration // before a condition came true
	Hits int           // after how many to stop
}

// String names the conditions.
func (w *Wishes) String() string {
	names := make([]string, len(w.On))
	for i, c := range w.On {
		names[i] = c.text
	}
	return strings.Join(names, " or ")
}

// Sink is told what a flight recorder does, as it does it.
type Sink interface {
	recording.Sink
	// Hit is told that a condition has come true, and where the recording will be.
	Hit(h recording.Hit, dir string)
}

// Record waits until the conditions have come true often enough, or the workload has
// ended, and writes a recording of each time to a folder of its own in the request's Dir.
// Without any, its error has the status exit.FoundWrong.
func Record(ctx context.Context, q recording.Request, w Wishes, sink Sink) (recording.Made, error) {
	return recording.Watch(ctx, q, sink, func(ctx context.Context, load recording.Workload) ([]recording.Files, []string, error) {
		f, err := takeOff(q, w, sink)
		if err != nil {
			return nil, nil, err
		}
		all, err := f.fly(ctx, load)
		return all, f.trouble, err
	})
}

// aftermath is how long is recorded after a condition came true: a trace is told a
// second late, and what follows a stall may explain it. Whatever happened is told
// within that time.
const aftermath = 2 * time.Second

// lastWord is how long after the length is over what happened just before may still be
// told.
const lastWord = time.Second

// traceBytes is how much of a trace is kept in memory.
const traceBytes = 256 << 20

// flight is a flight recorder at work.
type flight struct {
	Wishes
	q       recording.Request
	sink    Sink
	kernel  *recording.Kernel
	trace   *gotrace.Ring
	traced  chan struct{} // closed when the trace is over
	broken  error         // why it is, then; nil at a regular end
	events  events
	hits    chan recording.Hit
	trouble []string
}

// takeOff makes a flight recorder that can follow a process.
func takeOff(q recording.Request, w Wishes, sink Sink) (*flight, error) {
	err := w.waitable(q.HasTrace(), nil)
	if err != nil {
		return nil, err
	}
	f := &flight{Wishes: w, q: q, sink: sink, trace: gotrace.NewRing(w.Keep+aftermath, traceBytes), traced: make(chan struct{}),
		events: events{queue: make(queue, 1<<16)}, hits: make(chan recording.Hit, 1)}
	f.kernel, err = q.OpenKernel(recorder.Options{Keep: w.Keep + aftermath, Watch: f.events.add, Stacks: !q.HasTrace()})
	return f, err
}

// fly starts the workload and looks on until everything is over.
func (f *flight) fly(ctx context.Context, w recording.Workload) (all []recording.Files, err error) {
	flying, land := context.WithCancel(ctx)
	defer land()
	live, _ := f.q.Live()
	over, end, until := recording.Within(flying, live.Length)
	defer end()
	var watching sync.WaitGroup
	in, ended, err := w.Start(flying, until, func(pid int) {
		if f.follow(pid); f.kernel.Err != nil {
			land()
			return
		}
		watching.Go(f.watchKernel)
	})
	if err == nil && in != nil {
		watching.Go(func() { f.readTrace(flying, in) })
	}
	started := err == nil
	if started {
		all, err = f.wait(flying, over, end, ended)
	}
	land()
	if in != nil {
		in.Close()
	}
	var failure error
	if started {
		failure = w.Failure()
	}
	err = errors.Join(err, f.kernel.Stop())
	close(f.events.queue)
	watching.Wait()
	switch {
	case ctx.Err() != nil:
		return nil, bench.ErrInterrupted
	case err != nil: // perhaps because of the failure
		return nil, errors.Join(failure, err)
	case len(all) > 0:
		return all, nil
	case failure != nil:
		return nil, failure
	}
	return nil, exit.Errorf(exit.FoundWrong, "", "%s did not happen", &f.Wishes)
}

// follow follows a process whose recording tells when conditions come true.
func (f *flight) follow(pid int) {
	if f.kernel.Follow(pid); f.kernel.Err != nil {
		return
	}
	h := f.kernel.Header()
	if f.kernel.Err = f.q.Tells(h); f.kernel.Err == nil {
		f.kernel.Err = f.waitable(f.q.HasTrace(), &h)
	}
}
