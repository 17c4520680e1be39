package explain

import (
	"context"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"tare/internal/cli/command"
	"tare/internal/engine/bench"
	"tare/internal/engine/exit"
	"tare/internal/host/output"
	"tare/internal/measure/build"
	"tare/internal/measure/trial"
	"tare/internal/record"
	"tare/internal/report/sheet"
	"tare/internal/report/trouble"
	"tare/internal/report/wording"
)

// opWindows is how many windows of one iteration -op wants: as many as there are
// iterations in -benchtime, but a kernel recording remembers each. (Where each is a
// call of its own, with a collection of garbage before it, there are fewer.)
const (
	minOpWindows = 20
	maxOpWindows = 5000
)

// benchmark records the one benchmark that was asked for.
func (s *session) benchmark(ctx context.Context) (_ []recording, err error) {
	chain, packages, err := bench.Load(ctx, bench.Cache(s.temp, s.out.Progress.Note), build.Options{Flags: s.options.build.List(), Env: s.box.BuildEnvironment(), Temp: s.temp}, s.request.patterns)
	if err = s.neither(packages, err); err != nil {
		return nil, err
	}
	bench.Sweep(ctx, command.CommandLine(), s.out.Progress.Note)
	site, _, err := bench.OpenSite(ctx, command.CommandLine(), s.request.limits)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, site.Close()) }()
	cells := trial.NewCells(site, s.request.limits, trial.Setup{Env: s.box.Environment(chain.Env()), ASLR: s.request.cell.ASLR, Work: s.temp})
	b, err := s.choose(ctx, chain, packages, cells)
	if err != nil {
		return nil, err
	}
	s.title = titled(b.Name)
	if len(s.request.conditions) > 0 {
		return s.fly(ctx, s.benchmarkFlight(cells, b))
	}
	var all []recording
	if err = s.measureOverhead(ctx, cells, b); err == nil {
		all, err = s.traced(ctx, cells, b)
	}
	if failed := (*trial.NoResult)(nil); errors.As(err, &failed) {
		s.showFailures(failed.Failure)
		return nil, exit.Errorf(exit.Broken, "does it trace or profile itself? A process can have but one Go execution trace and one CPU profile at a time, so it has to go on without",
			"%s has a result when nothing is recorded, and none now", b.Name.Name)
	}
	return all, err
}

// titled names what the explanation of a benchmark is about.
func titled(b record.Benchmark) string { return fmt.Sprintf("%s in %s", b.Name, b.Package) }

// choose builds the packages and finds the benchmark, of which there must be
// one.
func (s *session) choose(ctx context.Context, chain *build.Toolchain, packages []build.Package, cells trial.Executor) (trial.Benchmark, error) {
	var found []trial.Benchmark
	var failures []record.Failure
	failed := func(f record.Failure) { failures = append(failures, f) }
	for i, p := range packages {
		s.out.Progress.Stage("building " + p.ImportPath)
		if p.Err != "" {
			failed(build.Failure(p, nil))
			continue
		}
		// Its name is that of its threads.
		binary, err := chain.Test(ctx, p, filepath.Join(s.temp, strconv.Itoa(i), path.Base(p.ImportPath)+".test"))
		if ctx.Err() != nil {
			return trial.Benchmark{}, bench.ErrInterrupted
		}
		if err != nil {
			failed(build.Failure(p, err))
			continue
		}
		if !binary.Hooked {
			s.out.Progress.Note(fmt.Sprintf("%s does not tell of its benchmarks' windows: %v", p.ImportPath, errors.Join(chain.HookErr, binary.HookErr)))
		}
		found = append(found, trial.Discover(ctx, cells, s.trials(), binary, s.out.Progress.Stage, failed)...)
	}
	switch {
	case ctx.Err() != nil:
		return trial.Benchmark{}, bench.ErrInterrupted
	case len(found) == 1:
		for _, f := range failures {
			s.out.Failed(f)
		}
		return found[0], nil
	case len(found) > 1:
		return trial.Benchmark{}, tooMany(found)
	case len(failures) > 0:
		s.showFailures(failures...)
		return trial.Benchmark{}, exit.Quiet(exit.Broken)
	}
	return trial.Benchmark{}, exit.Errorf(exit.Usage, "list them with `go test -list .`", "no benchmark matches -bench=%s, or those that do skip themselves", s.work.Bench)
}

// showFailures tells of failures with their output.
func (s *session) showFailures(all ...record.Failure) {
	s.out.Progress.Clear()
	width, tty := output.Width(s.stderr)
	text := sheet.New(width, tty && output.Color())
	trouble.Failures(text, all, nil)
	_ = text.Flush(s.stderr)
}

// tooMany is the error of several benchmarks that match.
func tooMany(all []trial.Benchmark) error {
	var list []string
	for _, b := range all[:min(len(all), 10)] {
		list = append(list, fmt.Sprintf("%s-%d in %s", b.Name.Name, b.Name.Procs, b.Name.Package))
	}
	if len(all) > len(list) {
		list = append(list, "…")
	}
	hint := "choose one with " + wording.Quote([]string{"-bench=" + all[0].Pattern()})
	switch a, b := all[0].Name, all[1].Name; {
	case a.Name == b.Name && a.Package == b.Package:
		hint = fmt.Sprintf("choose one with -cpu=%d", a.Procs)
	case a.Name == b.Name:
		hint = "name one package"
	}
	return exit.Errorf(exit.Usage, hint, "%d benchmarks match, and one can be explained at a time: %s", len(all), strings.Join(list, ", "))
}

func (s *session) trials() trial.Options {
	return trial.Options{Bench: s.work.Bench, Benchtime: s.request.window, Iters: s.request.iters, Timeout: s.work.Timeout,
		CPU: s.work.CPU, Args: s.work.BinaryArgs()}
}

// traced records one trial of the benchmark, with a Go execution trace, CPU
// samples in it, and the kernel's side.
func (s *session) traced(ctx context.Context, cells trial.Executor, b trial.Benchmark) ([]recording, error) {
	s.out.Progress.Stage("recording " + b.Name.Name)
	r, err := s.fresh()
	if err != nil {
		return nil, err
	}
	k, err := s.startKernel(r.kernel, false)
	if err != nil {
		return nil, err
	}
	_, err = b.Traced(ctx, cells, s.trials(), trial.Tracing{Trace: absolute(r.trace), Profile: filepath.Join(s.temp, "cpu.pprof"),
		Windows: s.opWindows(b), Held: k.follow,
		Ended: func(windows []record.Window) {
			s.windows = windows
			k.end(windows, s.overhead)
		}})
	failed := k.stop()
	switch {
	case ctx.Err() != nil:
		return nil, bench.ErrInterrupted
	case err == nil && k.missed():
		s.trouble = append(s.trouble, fmt.Sprintf("Only the Go execution trace is explained: %v.", failed))
	case err != nil || failed != nil:
		return nil, errors.Join(err, failed)
	}
	r.kernel = k.file()
	return []recording{r}, nil
}

// missed reports whether the process was too short to be followed.
func (k *kernelRecording) missed() bool { return k.err != nil && k.file() == "" }

// opWindows is how many windows of one iteration to run; 0 without -op.
func (s *session) opWindows(b trial.Benchmark) int {
	switch {
	case !s.op:
		return 0
	case s.request.iters > 0:
		return int(min(s.request.iters, maxOpWindows))
	}
	return int(min(max(b.Windows.N, minOpWindows), maxOpWindows))
}

// absolute is for files that a process with another working directory writes.
func absolute(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}
