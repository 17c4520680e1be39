package explain

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"tare/internal/build"
	"tare/internal/record"
	"tare/internal/trial"
	"tare/internal/verb/cli"
	"tare/internal/verb/measure"
)

// opWindows is how many windows of one iteration -op wants, within about the time
// that -benchtime says.
const (
	minOpWindows = 20
	maxOpWindows = 2000
)

// benchmark records the one benchmark that was asked for.
func (s *session) benchmark(ctx context.Context) (_ []recording, err error) {
	chain, packages, err := measure.Load(ctx, build.Options{Flags: s.options.build.List(), Env: s.box.BuildEnvironment()}, s.request.patterns)
	if err != nil {
		return nil, err
	}
	measure.Sweep(s.out.Progress.Note)
	site, _, err := measure.OpenSite(s.request.limits)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, site.Close()) }()
	cells := trial.NewCells(site, s.request.limits, trial.Setup{Env: s.box.Environment(chain.Env()), ASLR: s.request.cell.ASLR, Work: s.temp})
	b, err := s.choose(ctx, chain, packages, cells)
	if err != nil {
		return nil, err
	}
	s.title = fmt.Sprintf("%s in %s", b.Name.Name, b.Name.Package)
	if len(s.request.conditions) > 0 {
		return s.fly(ctx, s.benchmarkFlight(cells, b))
	}
	if s.options.overhead > 0 {
		if err := s.measureOverhead(ctx, cells, b); err != nil {
			return nil, err
		}
	}
	return s.traced(ctx, cells, b)
}

// choose builds the packages and finds the benchmark, of which there must be
// one.
func (s *session) choose(ctx context.Context, chain *build.Toolchain, packages []build.Package, cells trial.Executor) (trial.Benchmark, error) {
	var found []trial.Benchmark
	var failures []record.Failure
	failed := func(f record.Failure) {
		failures = append(failures, f)
		s.out.Failed(f)
	}
	for i, p := range packages {
		s.out.Progress.Stage("building " + p.ImportPath)
		if p.Err != "" {
			failed(build.Failure(p, nil))
			continue
		}
		binary, err := chain.Test(ctx, p, filepath.Join(s.temp, strconv.Itoa(i)+".test"))
		if ctx.Err() != nil {
			return trial.Benchmark{}, measure.ErrInterrupted
		}
		if err != nil {
			failed(build.Failure(p, err))
			continue
		}
		if !binary.Hooked {
			s.trouble = append(s.trouble, fmt.Sprintf("The benchmark's windows are not known, so its goroutine's whole life is explained: %v.", errors.Join(chain.HookErr, binary.HookErr)))
		}
		found = append(found, trial.Discover(ctx, cells, s.trials(), binary, s.out.Progress.Stage, failed)...)
	}
	switch {
	case ctx.Err() != nil:
		return trial.Benchmark{}, measure.ErrInterrupted
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		return trial.Benchmark{}, cli.Errorf(cli.Usage, "choose with -bench, such as -bench='^"+found[0].Name.Name+"$'; -cpu takes one value",
			"%d benchmarks match, and one can be explained at a time: %s", len(found), names(found))
	case len(failures) > 0:
		return trial.Benchmark{}, cli.Quiet(cli.Broken)
	}
	return trial.Benchmark{}, cli.Errorf(cli.Usage, "list them with `go test -list .`", "no benchmark matches -bench=%s", s.work.Bench)
}

// names lists a few benchmarks.
func names(all []trial.Benchmark) string {
	var list []string
	for _, b := range all[:min(len(all), 10)] {
		list = append(list, fmt.Sprintf("%s-%d", b.Name.Name, b.Name.Procs))
	}
	if len(all) > len(list) {
		list = append(list, "…")
	}
	return strings.Join(list, ", ")
}

func (s *session) trials() trial.Options {
	return trial.Options{Bench: s.work.Bench, Benchtime: s.request.window, Iters: s.request.iters, Timeout: s.work.Timeout,
		CPU: s.work.CPU, Args: s.work.BinaryArgs()}
}

// traced records one trial of the benchmark, with a Go execution trace, CPU
// samples in it, and the kernel's side.
func (s *session) traced(ctx context.Context, cells trial.Executor, b trial.Benchmark) ([]recording, error) {
	s.out.Progress.Stage("recording " + b.Name.Name)
	dir, err := s.folder()
	if err != nil {
		return nil, err
	}
	r := recording{trace: filepath.Join(dir, traceFile), kernel: filepath.Join(dir, kernelFile)}
	k, err := s.startKernel(r.kernel, false)
	if err != nil {
		return nil, err
	}
	_, err = b.Traced(ctx, cells, s.trials(), trial.Tracing{Trace: absolute(r.trace), Profile: filepath.Join(s.temp, "cpu.pprof"),
		Windows: s.opWindows(b), Started: k.follow,
		Ended: func(windows []record.Window) {
			s.noteWindows(windows)
			k.end(s.windows, s.overhead)
		}})
	if err := errors.Join(err, k.stop()); err != nil {
		return nil, err
	}
	return []recording{{trace: r.trace, kernel: k.file()}}, nil
}

// noteWindows keeps the windows whose edges are known.
func (s *session) noteWindows(all []record.Window) {
	for _, w := range all {
		if len(w.Spans) > 0 {
			s.windows = append(s.windows, w)
		}
	}
	if len(all) > 0 && len(s.windows) == 0 {
		s.trouble = append(s.trouble, "The benchmark stops its timer too often for its windows to be remembered, so its goroutine's whole life is explained.")
	}
}

// opWindows is how many windows of one iteration to run; 0 without -op.
func (s *session) opWindows(b trial.Benchmark) int {
	switch {
	case !s.op:
		return 0
	case s.request.iters > 0:
		return int(min(s.request.iters, maxOpWindows))
	}
	return int(min(max(b.N, minOpWindows), maxOpWindows))
}

// absolute is for files that a process with another working directory writes.
func absolute(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}
