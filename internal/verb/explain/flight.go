package explain

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"tare/internal/align"
	"tare/internal/read/gotrace"
	"tare/internal/record"
	"tare/internal/trial"
	"tare/internal/verb/cli"
	"tare/internal/verb/measure"
)

// flight is a workload that a flight recorder looks on at.
type flight struct {
	// start starts it, or just follows it. The trace, if there is one, streams in
	// until the workload ends or ctx does.
	start func(ctx context.Context, follow func(pid int)) (trace io.ReadCloser, err error)
	ended func() (<-chan struct{}, error) // closed when it has ended; and how
}

// aftermath is how long is recorded after a condition came true: a trace is told a
// second late, and what follows a stall may explain it.
const aftermath = 1500 * time.Millisecond

// traceBytes is how much of a trace is kept in memory.
const traceBytes = 256 << 20

// flightRecorder is a flight recorder at work.
type flightRecorder struct {
	s      *session
	kernel *kernelRecording
	trace  *gotrace.Ring
	hits   chan hit
}

type hit struct {
	condition condition
	mark      record.Mark
}

// fly keeps the last seconds in memory and writes them out when a condition comes
// true, until it has often enough or the workload has ended.
func (s *session) fly(ctx context.Context, w flight) (all []recording, err error) {
	f := &flightRecorder{s: s, trace: gotrace.NewRing(s.keep, traceBytes), hits: make(chan hit, 1)}
	events := make(chan record.KernelEvent, 1<<16)
	f.kernel, err = s.startFlightKernel(func(e *record.KernelEvent) {
		select {
		case events <- *e:
		default: // conditions are looked at in spare time; what is kept does not depend on it
		}
	})
	if err != nil {
		return nil, err
	}
	flying, land := context.WithCancel(ctx)
	defer land()
	var watching sync.WaitGroup
	watching.Go(func() { align.Join(nil, queue(events), nil, f.watch()) })
	in, err := w.start(flying, f.kernel.follow)
	if err == nil && in != nil {
		watching.Go(func() { f.readTrace(in) })
	}
	if err == nil {
		all, err = f.wait(flying, w)
	}
	land()
	if in != nil {
		in.Close()
	}
	_, ended := w.ended()
	err = errors.Join(err, f.kernel.stop())
	close(events)
	watching.Wait()
	switch {
	case err != nil:
		return all, err
	case len(all) > 0:
		return all, nil
	case ctx.Err() != nil:
		return nil, measure.ErrInterrupted
	case ended != nil:
		return nil, ended
	}
	return nil, cli.Errorf(cli.FoundWrong, "", "%s did not happen", strings.Join(s.on, " or "))
}

// watch is a sink for what comes in.
func (f *flightRecorder) watch() *watch {
	return &watch{conditions: f.s.request.conditions, hit: func(c condition, m record.Mark) {
		select {
		case f.hits <- hit{c, m}:
		default: // one is enough at a time
		}
	}}
}

// readTrace keeps what comes of the trace, and looks at it as well.
func (f *flightRecorder) readTrace(in io.Reader) {
	look, feed := io.Pipe()
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer look.Close()
		r, err := gotrace.NewReader(look)
		if err != nil {
			return
		}
		defer r.Close()
		align.Join(r, nil, nil, f.watch())
		io.Copy(io.Discard, look)
	}()
	_, _ = io.Copy(io.MultiWriter(f.trace, feed), in)
	feed.Close()
	<-done
}

// wait writes out what is kept whenever a condition comes true.
func (f *flightRecorder) wait(ctx context.Context, w flight) (all []recording, err error) {
	s := f.s
	var over <-chan time.Time
	if s.length > 0 {
		over = time.After(s.length)
	}
	ended, _ := w.ended()
	s.out.Progress.Stage("waiting for " + strings.Join(s.on, " or "))
	for len(all) < s.hits {
		select {
		case h := <-f.hits:
			s.out.Progress.Note(fmt.Sprintf("%s: %s", h.condition.text, time.Duration(h.mark.End-h.mark.Start)))
			select {
			case <-time.After(aftermath):
			case <-ended:
			case <-ctx.Done():
			}
			r, err := f.write(filepath.Join(s.dir, fmt.Sprintf("%d", len(all)+1)))
			if err != nil {
				return all, err
			}
			all = append(all, r)
			for len(f.hits) > 0 {
				<-f.hits // it happened in what was just written
			}
		case <-over:
			return all, nil
		case <-ended:
			return all, nil
		case <-ctx.Done():
			return all, nil
		}
	}
	return all, nil
}

// write writes what is kept to a folder.
func (f *flightRecorder) write(dir string) (r recording, err error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return r, err
	}
	save := func(name string, to *string, write func(io.Writer) error) {
		if err != nil {
			return
		}
		*to = filepath.Join(dir, name)
		var out *os.File
		if out, err = os.Create(*to); err == nil {
			err = errors.Join(write(out), out.Close())
		}
	}
	if f.kernel.level() != record.KernelNone {
		save(kernelFile, &r.kernel, f.kernel.snapshot)
	}
	if _, _, ok := f.trace.Span(); ok {
		save(traceFile, &r.trace, func(w io.Writer) error { _, err := f.trace.WriteTo(w); return err })
	}
	return r, err
}

// queue is a KernelSource of events as they come.
type queue chan record.KernelEvent

// Next implements align.KernelSource.
func (q queue) Next(e *record.KernelEvent) error {
	var ok bool
	if *e, ok = <-q; !ok {
		return io.EOF
	}
	return nil
}

// benchmarkFlight looks on at a benchmark, whose trace comes through a pipe.
func (s *session) benchmarkFlight(cells trial.Executor, b trial.Benchmark) flight {
	ended := make(chan struct{})
	var failure error
	return flight{
		start: func(ctx context.Context, follow func(pid int)) (io.ReadCloser, error) {
			r, w, err := os.Pipe()
			if err != nil {
				return nil, err
			}
			go func() {
				defer close(ended)
				defer w.Close()
				_, err := b.Traced(ctx, cells, s.trials(), trial.Tracing{Trace: "/dev/fd/3", Files: []*os.File{w}, Windows: s.opWindows(b),
					Started: func(pid int) { w.Close(); follow(pid) }})
				if ctx.Err() == nil {
					failure = err
				}
			}()
			return r, nil
		},
		ended: func() (<-chan struct{}, error) {
			select {
			case <-ended:
				return ended, failure
			default:
				return ended, nil
			}
		},
	}
}

// processFlight looks on at a process, whose trace comes over HTTP.
func (s *session) processFlight(pid int, ended <-chan struct{}) flight {
	return flight{
		start: func(ctx context.Context, follow func(pid int)) (io.ReadCloser, error) {
			follow(pid)
			if s.http == "" {
				return nil, nil
			}
			return s.openTrace(ctx, 0)
		},
		ended: func() (<-chan struct{}, error) { return ended, nil },
	}
}
