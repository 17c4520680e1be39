package recording

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"tare/internal/engine/bench"
	"tare/internal/engine/exit"
	"tare/internal/measure/trial"
	"tare/internal/record"
)

// benchmarkLoad is a benchmark, ready to run in cells.
type benchmarkLoad struct {
	*session
	of      Benchmark
	cells   trial.Executor
	found   trial.Benchmark
	ended   chan struct{} // closed when what Start has started has ended
	failure error         // of that; set before
}

// with implements Subject.
func (x Benchmark) with(ctx context.Context, s *session, do way) (_ []Files, err error) {
	x.Build.Temp = s.Temp
	chain, packages, err := bench.Load(ctx, bench.Cache(s.Temp, s.sink.Note), x.Build, x.Patterns)
	if err = x.neither(packages, err); err != nil {
		return nil, err
	}
	bench.Sweep(ctx, s.Args, s.sink.Note)
	site, _, err := bench.OpenSite(ctx, s.Args, x.Box.Limits)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, site.Close()) }()
	l := &benchmarkLoad{session: s, of: x, ended: make(chan struct{}),
		cells: trial.NewCells(site, x.Box.Limits, trial.Setup{Env: x.Box.Env(chain.Env()), ASLR: x.Box.ASLR, Work: s.Temp})}
	if l.found, err = l.choose(ctx, chain, packages); err != nil {
		return nil, err
	}
	s.made.Title = titled(l.found.Name)
	return do(ctx, l)
}

// Start implements Workload; the trace comes through a pipe.
func (l *benchmarkLoad) Start(ctx context.Context, _ time.Time, follow func(pid int)) (io.ReadCloser, <-chan struct{}, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	go func() {
		defer close(l.ended)
		defer w.Close()
		_, err := l.found.Traced(ctx, l.cells, l.of.Trials, trial.Tracing{Trace: "/dev/fd/3", Files: []*os.File{w}, Windows: l.opWindows(),
			Held: func(pid int) { w.Close(); follow(pid) }})
		if ctx.Err() == nil {
			l.failure = err
		}
	}()
	return r, l.ended, nil
}

// Failure implements Workload.
func (l *benchmarkLoad) Failure() error { <-l.ended; return l.failure }

// once measures what recording costs, and records a trial.
func (l *benchmarkLoad) once(ctx context.Context) (f Files, err error) {
	if err = l.measureOverhead(ctx); err == nil {
		f, err = l.traced(ctx)
	}
	if failed := (*trial.NoResult)(nil); errors.As(err, &failed) {
		l.sink.Ruined([]record.Failure{failed.Failure})
		return f, exit.Errorf(exit.Broken, "does it trace or profile itself? A process can have only one Go execution trace and one CPU profile at a time: it has to continue when it cannot start its own",
			"%s has a result without a recording, but none with it", l.found.Name.Name)
	}
	return f, err
}

// traced records one trial of the benchmark, with a Go execution trace, CPU
// samples in it, and the kernel's side.
func (l *benchmarkLoad) traced(ctx context.Context) (f Files, err error) {
	l.sink.Stage("recording " + l.found.Name.Name)
	if f, err = l.fresh(); err != nil {
		return f, err
	}
	k, err := l.createKernel(f.Kernel, false)
	if err != nil {
		return f, err
	}
	_, err = l.found.Traced(ctx, l.cells, l.of.Trials, trial.Tracing{Trace: absolute(f.Trace), Profile: filepath.Join(l.Temp, "cpu.pprof"),
		Windows: l.opWindows(), Held: k.Follow,
		Ended: func(windows []record.Window) {
			l.made.Windows = windows
			k.end(windows, l.made.Overhead)
		}})
	failed := k.Stop()
	switch {
	case ctx.Err() != nil:
		return f, bench.ErrInterrupted
	case err == nil && k.missed():
		l.trouble(fmt.Sprintf("Only the Go execution trace is explained: %v.", failed))
	case err != nil || failed != nil:
		return f, errors.Join(err, failed)
	}
	f.Kernel = k.file()
	return f, nil
}

// opWindows is how many windows of one iteration -op wants: as many as there are
// iterations in -benchtime, but a kernel recording remembers each. (Where each is a
// call of its own, with a collection of garbage before it, there are fewer.)
const (
	minOpWindows = 20
	maxOpWindows = 5000
)

// opWindows is how many windows of one iteration to run; 0 without -op.
func (l *benchmarkLoad) opWindows() int {
	switch {
	case !l.of.Op:
		return 0
	case l.of.Trials.Iters > 0:
		return int(min(l.of.Trials.Iters, maxOpWindows))
	}
	return int(min(max(l.found.Windows.N, minOpWindows), maxOpWindows))
}

// absolute is for files that a process with another working directory writes.
func absolute(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}
