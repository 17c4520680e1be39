package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	machinefindings "tare/internal/analysis/findings"
	"tare/internal/cli/bench"
	"tare/internal/cli/command"
	"tare/internal/cli/tunes"
	"tare/internal/host/git"
	"tare/internal/host/scratch"
	"tare/internal/measure/build"
	"tare/internal/measure/cell"
	"tare/internal/measure/runner"
	"tare/internal/measure/schedule"
	"tare/internal/measure/trial"
	"tare/internal/record"
)

// session is one `tare run` from its command line to its exit status.
type session struct {
	options
	stdout, stderr io.Writer

	request request
	result  record.Run // filled as it becomes known
	out     *outputs
	budget  schedule.Budget // of -for
	found   int             // benchmarks
}

func (s *session) run(ctx context.Context) (err error) {
	s.budget = bench.Budget(s.limit)
	if s.request, err = s.resolve(); err != nil {
		return err
	}
	if s.out, err = openOutputs(ctx, s.options, s.stdout, s.stderr); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.out.Close()) }()
	work, remove, err := scratch.Dir()
	if err != nil {
		return command.Errorf(command.Broken, "set TMPDIR to a folder that you can write, and others cannot", "making a folder for test binaries: %w", err)
	}
	defer remove()

	s.out.Progress.Start()
	chain, packages, err := bench.Load(ctx, bench.Cache(work, s.out.Progress.Note), build.Options{Flags: s.options.build.List(), Env: s.box.BuildEnvironment(), Assist: s.gcAssist, Temp: work}, s.patterns)
	if err != nil {
		return err
	}
	binaries := s.build(ctx, chain, packages, work)
	standing, found := tunes.Standing(&s.tune)
	s.result.Standing, s.result.Findings = standing, append(s.result.Findings, found...)
	if s.tune.Profile != "" {
		s.out.Progress.Stage("tuning the machine")
		t, finding, restore, failed := tunes.Set(ctx, &s.tune, s.out.Progress.Note)
		if failed != nil {
			return failed
		}
		defer func() { err = errors.Join(restore(), err) }()
		s.result.Tuning, s.result.Findings = &t, append(s.result.Findings, finding)
	}
	return s.inCells(ctx, chain, binaries, work)
}

// inCells finds a place for cells, runs the benchmarks there, and writes
// everything.
func (s *session) inCells(ctx context.Context, chain *build.Toolchain, binaries []build.Binary, work string) (err error) {
	bench.Sweep(ctx, s.out.Progress.Note)
	site, findings, err := bench.OpenSite(ctx, s.request.limits)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, site.Close()) }()
	if err := s.describe(ctx, chain, site, findings); err != nil {
		return err
	}
	if err := s.out.begin(s.result); err != nil {
		return err
	}
	events, missing := bench.Events()
	s.result.Probes = missing
	cells := trial.NewCells(site, s.request.limits, trial.Setup{
		Env: s.box.Environment(chain.Env()), ASLR: s.request.cell.ASLR, Work: work, Events: events,
	})
	measuring, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	result := runner.New(runner.Options{Plan: s.request.plan, CPU: s.work.CPU, Args: s.work.BinaryArgs(), Budget: s.budget, Forecast: s.forecast}, cells,
		s.out.Observer(s.out.trial, stop)).Run(measuring, binaries)
	s.result.Trials, s.result.Summaries = result.Trials, result.Summaries
	s.result.Failures = append(s.result.Failures, result.Failures...)
	s.result.Finished = time.Now()
	if err := s.out.finish(s.result); err != nil {
		return err
	}
	if measuring.Err() != nil && ctx.Err() == nil {
		return fmt.Errorf("a trial could not be written: %w", context.Cause(measuring))
	}
	return s.status(ctx)
}

// describe fills the run's header.
func (s *session) describe(ctx context.Context, chain *build.Toolchain, site *cell.Site, findings []record.Finding) error {
	started := time.Now()
	dir, _ := os.Getwd()
	m := bench.Machine(dir)
	source := git.Describe(ctx, dir)
	source.Module, source.GoVersion = chain.Module, chain.Version
	box := s.request.cell
	box.Level, box.Parent = site.Level(), site.Parent()
	salt, err := s.out.Salt()
	if err != nil {
		return err
	}
	box.Env = salt.All(s.box.Env)
	before := s.result // what failed to build, and how the machine was tuned
	s.result = record.Run{
		ID:      bench.ID(started, s.request.plan.Seed),
		Started: started, Tare: command.Version(), Args: command.CommandLine(), Dir: dir, Source: source, Machine: m,
		Cell: box, Plan: s.request.plan, Tuning: before.Tuning, Standing: before.Standing, Failures: before.Failures,
		Findings: slices.Concat(findings, before.Findings, machinefindings.Of(m)),
	}
	if chain.HookErr != nil {
		s.result.Findings = append(s.result.Findings, build.Unhooked("every package", chain.HookErr))
	}
	return nil
}

// forecast says how long the rounds will take.
func (s *session) forecast(f trial.Forecast) {
	s.found = f.Benchmarks
	if text := bench.Forecast(f, s.budget.Left(), "-max-rounds"); text != "" {
		s.out.Progress.Note(text)
	}
}

// build builds the test binaries. What does not build is a failure of the run
// and does not keep the rest from being measured.
func (s *session) build(ctx context.Context, chain *build.Toolchain, packages []build.Package, work string) []build.Binary {
	var binaries []build.Binary
	for i, p := range packages {
		if ctx.Err() != nil {
			return nil
		}
		if p.Err != "" {
			s.fail(build.Failure(p, nil))
			continue
		}
		s.out.Progress.Stage(fmt.Sprintf("building %s (%d of %d)", p.ImportPath, i+1, len(packages)))
		b, err := chain.Test(ctx, p, filepath.Join(work, strconv.Itoa(i)+".test"))
		if err != nil {
			if ctx.Err() == nil {
				s.fail(build.Failure(p, err))
			}
			continue
		}
		if !b.Hooked && chain.HookErr == nil {
			s.result.Findings = append(s.result.Findings, build.Unhooked(p.ImportPath, b.HookErr))
		}
		binaries = append(binaries, b)
	}
	return binaries
}

func (s *session) fail(f record.Failure) {
	s.result.Failures = append(s.result.Failures, f)
	s.out.Failed(f)
}

// status turns the result into an exit status.
func (s *session) status(ctx context.Context) error {
	switch {
	case ctx.Err() != nil:
		return s.out.Interrupted()
	case len(s.result.Failures) > 0:
		return command.Quiet(command.Broken)
	case len(s.result.Summaries) == 0 && s.found > 0:
		return command.Errorf(command.Broken, "a second try finds the builds in the go command's cache; or give it more", "-for=%s was over before anything was measured", s.limit)
	case len(s.result.Summaries) == 0:
		return command.Errorf(command.Broken, "list them with `go test -list .`", "no benchmark matches -bench=%s", s.work.Bench)
	}
	for _, sum := range s.result.Summaries {
		if sum.Stop == record.StopPolluted {
			return command.Quiet(command.Contaminated)
		}
	}
	return nil
}
