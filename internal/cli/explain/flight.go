package explain

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"tare/internal/engine/bench"
	"tare/internal/engine/exit"
	"tare/internal/read/gotrace"
)

// aftermath is how long is recorded after a condition came true: a trace is told a
// second late, and what follows a stall may explain it. Whatever happened is told
// within that time.
const aftermath = 2 * time.Second

// lastWord is how long after -for is over what happened just before may still be told.
const lastWord = time.Second

// traceBytes is how much of a trace is kept in memory.
const traceBytes = 256 << 20

// flightRecorder is a flight recorder at work.
type flightRecorder struct {
	s      *session
	kernel *kernelRecording
	trace  *gotrace.Ring
	traced chan struct{} // closed when the trace is over
	broken error         // why it is, then; nil at a regular end
	events events
	hits   chan hit
}

// fly keeps the last seconds in memory and writes them out when a condition comes
// true, until it has often enough or the workload has ended.
func (s *session) fly(ctx context.Context, w flight) (all []recording, err error) {
	f, err := s.takeOff()
	if err != nil {
		return nil, err
	}
	flying, land := context.WithCancel(ctx)
	defer land()
	over, end, until := within(flying, s.length)
	defer end()
	var watching sync.WaitGroup
	in, ended, err := w.start(flying, until, func(pid int) {
		if f.follow(pid); f.kernel.err != nil {
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
		failure = w.failure()
	}
	err = errors.Join(err, f.kernel.stop())
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
	return nil, exit.Errorf(exit.FoundWrong, "", "%s did not happen", strings.Join(s.on, " or "))
}

// takeOff makes a flight recorder that can follow a process.
func (s *session) takeOff() (*flightRecorder, error) {
	err := s.waitable(nil)
	if err != nil {
		return nil, err
	}
	f := &flightRecorder{s: s, trace: gotrace.NewRing(s.keep+aftermath, traceBytes), traced: make(chan struct{}),
		events: events{queue: make(queue, 1<<16)}, hits: make(chan hit, 1)}
	f.kernel, err = s.startFlightKernel(f.events.add)
	return f, err
}

// follow follows a process whose recording tells when conditions come true.
func (f *flightRecorder) follow(pid int) {
	if f.kernel.follow(pid); f.kernel.err != nil {
		return
	}
	h := f.kernel.recording.Header()
	if f.kernel.err = f.s.tells(h); f.kernel.err == nil {
		f.kernel.err = f.s.waitable(&h)
	}
}

// wait writes out what is kept whenever a condition comes true, until that has been
// often enough or over ends, which end ends.
func (f *flightRecorder) wait(ctx, over context.Context, end func(), ended <-chan struct{}) (all []recording, err error) {
	s := f.s
	exit := f.kernel.recording.Ended()
	go func() {
		defer end()
		select {
		case <-ended:
		case <-exit:
		case <-f.traced:
		case <-over.Done():
		}
	}()
	for len(all) < s.hits {
		s.out.Progress.Stage("waiting for " + strings.Join(s.on, " or "))
		h, ok := f.next(ctx, over)
		if !ok {
			return all, f.cutOff(all, ended, exit)
		}
		r, err := f.keep(ctx, h)
		if err != nil {
			return all, err
		}
		all = append(all, r)
	}
	return all, nil
}

// next waits for a condition to come true. What happened just before everything is
// over is told after that.
func (f *flightRecorder) next(ctx, over context.Context) (hit, bool) {
	select {
	case h := <-f.hits:
		return h, true
	case <-over.Done():
	}
	patience := aftermath
	if errors.Is(over.Err(), context.DeadlineExceeded) {
		patience = lastWord
	}
	select {
	case h := <-f.hits:
		return h, true
	case <-time.After(patience):
	case <-ctx.Done():
	}
	return hit{}, false
}

// cutOff says that the trace has ended, and the workload has not.
func (f *flightRecorder) cutOff(all []recording, ends ...<-chan struct{}) error {
	select {
	case <-f.traced:
	default:
		return nil
	}
	if refused := (*exit.Error)(nil); errors.As(f.broken, &refused) && len(all) == 0 {
		return refused // there never was a trace
	}
	for _, end := range ends {
		select {
		case <-end:
			return nil
		default:
		}
	}
	switch {
	case f.broken == nil:
		return nil
	case len(all) > 0:
		f.s.trouble = append(f.s.trouble, fmt.Sprintf("Watching ended with the Go execution trace: %v.", f.broken))
		return nil
	}
	return exit.Errorf(exit.Broken, "", "looking on at the Go execution trace: %w", f.broken)
}
