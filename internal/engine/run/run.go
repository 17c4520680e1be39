// Package run is the engine of `tare run`: benchmarks in fresh processes and cells, in
// rounds, until each estimate is tight, with a bill for each.
package run

import (
	"context"
	"errors"
	"slices"
	"time"

	machinefindings "tare/internal/analysis/findings"
	"tare/internal/analysis/summary"
	"tare/internal/engine/bench"
	"tare/internal/host/git"
	"tare/internal/measure/build"
	"tare/internal/measure/cell"
	"tare/internal/measure/rounds"
	"tare/internal/measure/trial"
	"tare/internal/record"
)

// Request says what to run and how.
type Request struct {
	Head       record.Run                        // what is known already: Tare, Args, Dir, Plan, Cell, Standing, Findings of these
	Build      build.Options                     // of test binaries; Temp is a folder that is the engine's for this run
	Limits     cell.Limits                       // of the cell
	Env        func(toolchain []string) []string // environment of the benchmarks
	CPU        string                            // -cpu list, as package testing takes it
	BinaryArgs []string                          // further arguments of the test binaries
	Budget     rounds.Budget
	Tune       Tune // nil to leave the machine as it is
}

// Tune sets the machine, and returns what was set, a finding about it, and what puts it
// back.
type Tune func(ctx context.Context, note func(string)) (record.Tuning, record.Finding, func() error, error)

// Sink is told what a run does, as it does it.
type Sink interface {
	bench.Sink
	// Begin takes what is known before the first trial. Its error ends the run.
	Begin(r record.Run) error
	// Forecast is told how long the rounds will take.
	Forecast(f rounds.Forecast)
}

// Run measures the benchmarks of the request's packages. It returns all that it has also
// with an error, and when ctx ends. What does not build or fails is in the result, and
// keeps nothing else from being measured.
func Run(ctx context.Context, q Request, sink Sink) (record.Run, error) {
	e := &engine{Request: q, sink: sink, result: q.Head}
	err := e.run(ctx)
	return e.result, err
}

// engine is one run.
type engine struct {
	Request
	sink   Sink
	result record.Run // filled as it becomes known
}

func (e *engine) run(ctx context.Context) (err error) {
	chain, packages, err := bench.Load(ctx, bench.Cache(e.Build.Temp, e.sink.Note), e.Build, e.Head.Plan.Packages)
	if err != nil {
		return err
	}
	binaries, found := bench.Build(ctx, chain, packages, e.Build.Temp, e.sink.Stage, e.fail)
	e.result.Findings = append(e.result.Findings, found...)
	if e.Tune != nil {
		e.sink.Stage("tuning the machine")
		t, finding, restore, failed := e.Tune(ctx, e.sink.Note)
		if failed != nil {
			return failed
		}
		defer func() { err = errors.Join(restore(), err) }()
		e.result.Tuning, e.result.Findings = &t, append(e.result.Findings, finding)
	}
	return e.inCells(ctx, chain, binaries)
}

// inCells finds a place for cells, and runs the benchmarks there.
func (e *engine) inCells(ctx context.Context, chain *build.Toolchain, binaries []build.Binary) (err error) {
	bench.Sweep(ctx, e.Head.Args, e.sink.Note)
	site, found, err := bench.OpenSite(ctx, e.Head.Args, e.Limits)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, site.Close()) }()
	e.describe(ctx, chain, site, found)
	if err := e.sink.Begin(e.result); err != nil {
		return err
	}
	events, missing := bench.Events()
	e.result.Probes = missing
	cells := trial.NewCells(site, e.Limits, trial.Setup{Env: e.Env(chain.Env()), ASLR: e.Head.Cell.ASLR, Work: e.Build.Temp, Events: events})
	measuring, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	p := e.Head.Plan
	options := rounds.Options{Seed: p.Seed, MaxRounds: p.MaxRounds, MaxTime: p.MaxTime, Budget: e.Budget, Forecast: e.sink.Forecast,
		Trial: trial.Options{Bench: p.Bench, Benchtime: p.Benchtime, Iters: p.Iters, Timeout: p.Timeout, CPU: e.CPU, Args: e.BinaryArgs}}
	judge := rounds.NewSteady(rounds.Rule{MinRounds: p.MinRounds, MaxRounds: p.MaxRounds, Target: p.Target})
	result := rounds.New(options, rounds.Alone(cells, binaries), judge, bench.Observe(e.sink, stop)).Run(measuring)
	e.result.Trials, e.result.Summaries = result.Trials, summaries(p, result)
	e.result.Failures, e.result.Skipped = append(e.result.Failures, result.Failures...), result.Skipped
	e.result.Finished = time.Now()
	return bench.Unwritten(ctx, measuring)
}

// summaries are those of the benchmarks that had a trial.
func summaries(p record.Plan, result rounds.Result) (all []record.Summary) {
	trials := map[record.Benchmark][]record.Trial{}
	for _, t := range result.Trials {
		trials[t.Benchmark] = append(trials[t.Benchmark], t)
	}
	for _, b := range result.Benchmarks {
		if len(trials[b.Name]) > 0 {
			s := summary.Summarize(trials[b.Name], summary.Aims(p))
			s.Stop = b.Stop
			all = append(all, s)
		}
	}
	return all
}

// describe completes the head of the result.
func (e *engine) describe(ctx context.Context, chain *build.Toolchain, site *cell.Site, found []record.Finding) {
	r := &e.result
	r.Started = time.Now()
	r.ID = bench.ID(r.Started, r.Plan.Seed)
	r.Source = git.Describe(ctx, r.Dir)
	r.Source.Module, r.Source.GoVersion = chain.Module, chain.Version
	r.Machine = bench.Machine(r.Dir)
	r.Cell.Level, r.Cell.Parent = site.Level(), site.Parent()
	r.Findings = slices.Concat(found, r.Findings, machinefindings.Of(r.Machine))
	if chain.HookErr != nil {
		r.Findings = append(r.Findings, build.Unhooked("every package", chain.HookErr))
	}
}

func (e *engine) fail(f record.Failure) {
	e.result.Failures = append(e.result.Failures, f)
	e.sink.Failed(f)
}
