package sweep

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"time"

	"tare/internal/analysis/factorial"
	"tare/internal/analysis/findings"
	"tare/internal/analysis/summary"
	"tare/internal/engine/bench"
	"tare/internal/engine/exit"
	"tare/internal/engine/tune"
	"tare/internal/host/git"
	"tare/internal/measure/build"
	"tare/internal/measure/cell"
	"tare/internal/measure/rounds"
	"tare/internal/measure/trial"
	"tare/internal/record"
	"tare/internal/record/unit"
)

// Run measures every point of the request. It returns all that it has also with an
// error, and when ctx ends. What does not build or fails is in the result, and keeps
// nothing else from being measured.
func Run(ctx context.Context, q Request, sink Sink) (record.Sweep, error) {
	e := &engine{Request: q, sink: sink, result: q.Head}
	err := e.run(ctx)
	return e.result, err
}

// engine is one sweep.
type engine struct {
	Request
	sink   Sink
	result record.Sweep // filled as it becomes known
}

func (e *engine) run(ctx context.Context) (err error) {
	e.spanPeriods()
	binaries, chain, err := e.binaries(ctx)
	if err != nil {
		return err
	}
	standing, found := tune.Standing(&e.Tune)
	e.result.Standing, e.result.Findings = standing, append(e.result.Findings, found...)
	if e.Tune.Profile != "" {
		e.sink.Stage("tuning the machine")
		t, finding, restore, failed := tune.Set(ctx, &e.Tune, e.Head.Args, e.sink.Note)
		if failed != nil {
			return failed
		}
		defer func() { err = errors.Join(restore(), err) }()
		e.result.Tuning, e.result.Findings = &t, append(e.result.Findings, finding)
	}
	return e.inCells(ctx, chain, binaries)
}

// spanPeriods makes windows long enough for what quotas cost to show in wall time.
func (e *engine) spanPeriods() {
	var longest time.Duration
	for _, p := range e.Points {
		longest = max(longest, p.Limits.Period)
	}
	if plan := &e.result.Plan; plan.Iters == 0 && plan.Metric == "ns/op" {
		plan.Benchtime = max(plan.Benchtime, bench.Periods*longest)
	}
}

// binaries are those of all points: test binaries, or the program that prints
// benchmark lines, which has no toolchain.
func (e *engine) binaries(ctx context.Context) ([]build.Binary, *build.Toolchain, error) {
	if line := e.Head.Plan.Command; len(line) > 0 {
		path, err := exec.LookPath(line[0])
		if err != nil {
			return nil, nil, exit.Errorf(exit.Usage, "name a program in PATH, or write its path, such as ./"+line[0], "%w", err)
		}
		return []build.Binary{{Package: build.Package{Dir: e.Head.Dir}, Path: path, Args: append([]string{}, line[1:]...)}}, nil, nil
	}
	chain, packages, err := bench.Load(ctx, bench.Cache(e.Build.Temp, e.sink.Note), e.Build, e.Head.Plan.Packages)
	if err != nil {
		return nil, nil, err
	}
	binaries, found := bench.Build(ctx, chain, packages, e.Build.Temp, e.sink.Stage, e.fail)
	e.result.Findings = append(e.result.Findings, found...)
	return binaries, chain, nil
}

func (e *engine) fail(f record.Failure) {
	e.result.Failures = append(e.result.Failures, f)
	e.sink.Failed(f)
}

// inCells finds a place for cells, and runs the rounds there.
func (e *engine) inCells(ctx context.Context, chain *build.Toolchain, binaries []build.Binary) (err error) {
	bench.Sweep(ctx, e.Head.Args, e.sink.Note)
	var limits []cell.Limits
	for _, p := range e.Points {
		limits = append(limits, p.Limits)
	}
	site, found, err := bench.OpenSite(ctx, e.Head.Args, limits...)
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
	return e.rounds(ctx, e.variants(site, chain, events, rounds.Alone(nil, binaries)[0].Binaries))
}

// describe completes the head of the result.
func (e *engine) describe(ctx context.Context, chain *build.Toolchain, site *cell.Site, found []record.Finding) {
	r := &e.result
	r.Started = time.Now()
	r.ID = bench.ID(r.Started, r.Plan.Seed)
	r.Source = git.Describe(ctx, r.Dir)
	if chain != nil {
		r.Source.Module, r.Source.GoVersion = chain.Module, chain.Version
		if chain.HookErr != nil {
			found = append(found, build.Unhooked("every package", chain.HookErr))
		}
	}
	r.Machine = bench.Machine(r.Dir)
	r.Points = slices.Clone(r.Points)
	for i := range r.Points {
		r.Points[i].Cell.Level, r.Points[i].Cell.Parent = site.Level(), site.Parent()
	}
	r.Findings = slices.Concat(found, r.Findings, findings.Of(r.Machine))
}

// variants are the points. Those with the same settings of the garbage collector and the
// same memory do the same work in their windows.
func (e *engine) variants(site *cell.Site, chain *build.Toolchain, events []record.Metric, binaries map[string][]build.Binary) (all []rounds.Variant) {
	env := os.Environ()
	if chain != nil {
		env = chain.Env()
	}
	first := map[string]int{}
	for i, p := range e.Points {
		collector := e.collector(i)
		v := rounds.Variant{Role: record.Contender, Binaries: binaries, Like: first[collector],
			Exec: trial.NewCells(site, p.Limits, trial.Setup{Env: p.Env(env), ASLR: e.Head.Points[i].Cell.ASLR, Work: e.Build.Temp, Events: events})}
		if v.Like == 0 {
			first[collector] = i + 1
		}
		if i == 0 {
			v.Role = record.Base
		}
		all = append(all, v)
	}
	return all
}

// collector says under which settings of the garbage collector a point runs, as far as
// the sweep varies them.
func (e *engine) collector(point int) (settings string) {
	for f, level := range e.Head.Points[point].Levels {
		if name := e.Head.Factors[f].Name; !slices.Contains([]string{"gomaxprocs", "quota", "cpus", "weight"}, name) {
			settings += fmt.Sprintf("%s=%d ", name, level)
		}
	}
	return settings
}

// rounds runs the rounds and concludes.
func (e *engine) rounds(ctx context.Context, variants []rounds.Variant) error {
	measuring, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	r := &e.result
	p := &r.Plan
	race := factorial.NewRace(factorial.Rules{Plan: *p, Factors: r.Factors, Points: r.Points, Values: summary.Values})
	options := rounds.Options{Seed: p.Seed, MaxRounds: p.Looks[len(p.Looks)-1], MaxTime: p.MaxTime, Budget: e.Budget,
		Trial: trial.Options{Bench: p.Bench, Benchtime: p.Benchtime, Iters: p.Iters, Timeout: p.Timeout, CPU: e.CPU, Args: e.BinaryArgs}}
	var refusal error
	options.Forecast = func(f rounds.Forecast) {
		if refusal = e.fits(f, race.Rules()); refusal != nil {
			stop(refusal)
			return
		}
		e.sink.Forecast(f)
	}
	result := rounds.New(options, variants, race, bench.Observe(e.sink, stop)).Run(measuring)
	r.Trials, r.Failures, r.Skipped = result.Trials, append(r.Failures, result.Failures...), result.Skipped
	if refusal != nil {
		return refusal
	}
	p.Looks = race.Rules().Plan.Looks
	for _, b := range result.Benchmarks {
		r.Benchmarks = append(r.Benchmarks, race.Rules().Conclude(factorial.Benchmark{Name: b.Name, Stop: b.Stop, Trials: b.Trials}))
	}
	r.Finished = time.Now()
	return bench.Unwritten(ctx, measuring)
}

// fits refuses a grid that the rounds, or the time that there is, cannot tell apart.
func (e *engine) fits(f rounds.Forecast, rules factorial.Rules) error {
	points, benchmarks, most := unit.Plural(len(e.Points), "point"), unit.Plural(f.Benchmarks, "benchmark"), e.result.Plan.Looks[0]
	if least := rules.Least(); least > most {
		return exit.Errorf(exit.Usage, fmt.Sprintf("-max-rounds=%d, fewer levels, or a larger -alpha", least),
			"%s of %s take %d rounds until any can be told apart, and -max-rounds is %d", points, benchmarks, least, most)
	}
	if left := max(0, e.Budget.Left()); f.Least > left {
		fit := max(2, int(float64(len(e.Points))*float64(left)/float64(f.Least)))
		return exit.Errorf(exit.Usage, fmt.Sprintf("leave levels out until about %d points are left, select fewer benchmarks, or give it -for=%s", fit, 2*f.Least.Round(time.Second)),
			"%s of %s take about %s until any can be told apart, and of -for %s are left", points, benchmarks, f.Least.Round(time.Second), left.Round(time.Second))
	}
	return nil
}
