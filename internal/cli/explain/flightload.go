package explain

import (
	"context"
	"io"
	"os"
	"time"

	"tare/internal/measure/trial"
)

// flight is a workload that a flight recorder looks on at.
type flight struct {
	// start starts it, or just follows it. The trace, if there is one, streams in
	// until the workload ends or ctx does, or a given time has come that is not zero.
	start func(ctx context.Context, until time.Time, follow func(pid int)) (trace io.ReadCloser, ended <-chan struct{}, err error)
	// failure is how it ended, once ctx has and everything is over.
	failure func() error
}

// benchmarkFlight looks on at a benchmark, whose trace comes through a pipe.
func (s *session) benchmarkFlight(cells trial.Executor, b trial.Benchmark) flight {
	ended := make(chan struct{})
	var failure error
	return flight{
		start: func(ctx context.Context, _ time.Time, follow func(pid int)) (io.ReadCloser, <-chan struct{}, error) {
			r, w, err := os.Pipe()
			if err != nil {
				return nil, nil, err
			}
			go func() {
				defer close(ended)
				defer w.Close()
				_, err := b.Traced(ctx, cells, s.trials(), trial.Tracing{Trace: "/dev/fd/3", Files: []*os.File{w}, Windows: s.opWindows(b),
					Held: func(pid int) { w.Close(); follow(pid) }})
				if ctx.Err() == nil {
					failure = err
				}
			}()
			return r, ended, nil
		},
		failure: func() error { <-ended; return failure },
	}
}

// processFlight looks on at a process, whose trace comes over HTTP.
func (s *session) processFlight(start starter) flight {
	return flight{
		start: func(ctx context.Context, until time.Time, follow func(pid int)) (in io.ReadCloser, ended <-chan struct{}, err error) {
			ended, err = start(follow)
			if err == nil && s.http != "" && ctx.Err() == nil {
				in = s.comingTrace(ctx, until)
			}
			return in, ended, err
		},
		failure: func() error { return nil },
	}
}
