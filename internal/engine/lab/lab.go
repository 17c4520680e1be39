// Package lab is the engine of `tare lab run`: it builds the programs of claims, runs their
// variants in rounds, and has the trials judged.
package lab

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"

	"tare/internal/analysis/findings"
	"tare/internal/analysis/stats"
	"tare/internal/engine/bench"
	"tare/internal/engine/tune"
	"tare/internal/lab"
	"tare/internal/measure/build"
	"tare/internal/measure/cell"
	"tare/internal/measure/rounds"
	"tare/internal/measure/trial"
	"tare/internal/record"
)

// Request says which claims to test.
type Request struct {
	Head   record.Lab // what is known already: Tare, Args, Quick and Seed
	Claims []lab.Claim
	Build  build.Options // of the programs; Temp is a folder that is the engine's
	Budget rounds.Budget // the claims that it has no time for are inconclusive
}

// Sink is told what a lab does, as it does it.
type Sink interface {
	bench.Sink
	// Experiment is told which claim of how many comes next.
	Experiment(c lab.Claim, i, of int)
	// Concluded takes an experiment that is over. Its error ends the lab.
	Concluded(e record.Experiment) error
}

// How long programs measure, and in how many rounds: an interval at 95 % takes six.
const (
	quickWindow, window  = 50 * time.Millisecond, 300 * time.Millisecond
	quickRounds, regular = 7, 15
)

// timeout ends a program that hangs.
const timeout = time.Minute

// Run tests the claims one after the other. It returns what it has with an error, and when
// ctx ends.
func Run(ctx context.Context, q Request, sink Sink) (record.Lab, error) {
	e := &engine{Request: q, sink: sink, result: q.Head, window: window, turns: regular, set: tune.Set}
	if q.Head.Quick {
		e.window, e.turns = quickWindow, quickRounds
	}
	err := e.run(ctx)
	return e.result, err
}

type engine struct {
	Request
	sink   Sink
	result record.Lab
	chain  *build.Toolchain
	host   lab.Host
	window time.Duration // see lab.Host
	turns  int           // rounds of an experiment
	set    setKnobs
}

func (e *engine) run(ctx context.Context) error {
	r := &e.result
	r.Started = time.Now()
	defer func() { r.Finished = time.Now() }()
	r.ID = bench.ID(r.Started, r.Seed)
	r.Machine = bench.Machine(e.Build.Temp)
	r.Findings = findings.Of(r.Machine)
	bench.Sweep(ctx, r.Args, e.sink.Note)
	e.host = lab.HostOf(r.Machine, r.Quick)
	e.host.Window = e.window
	if err := e.open(ctx); err != nil {
		return err
	}
	for i, c := range e.Claims {
		if ctx.Err() != nil {
			return nil
		}
		e.sink.Experiment(c, i, len(e.Claims))
		x, err := e.experiment(ctx, c)
		if err != nil {
			return err
		}
		if ctx.Err() != nil {
			return nil
		}
		r.Experiments = append(r.Experiments, x)
		if err := e.sink.Concluded(x); err != nil {
			return err
		}
	}
	return nil
}

// experiment tests one claim. What does not build or run is in the experiment.
func (e *engine) experiment(ctx context.Context, c lab.Claim) (x record.Experiment, err error) {
	x.ID, x.Verdict = c.ID, record.NotTestable
	if x.Missing = Missing(c.Needs, e.result.Machine); len(x.Missing) > 0 {
		return x, nil
	}
	variants := c.Variants(e.host)
	site, _, err := bench.OpenSite(ctx, e.result.Args, limitsOf(variants)...)
	if err != nil {
		x.Missing = []string{"cells: " + err.Error()}
		return x, nil
	}
	defer func() { err = errors.Join(err, site.Close()) }()
	x.Verdict = record.Unclear
	if e.Budget.Left() <= 0 {
		x.Why = "-for was over before its turn"
		return x, nil
	}
	binary, err := e.program(ctx, c)
	if err != nil {
		if ctx.Err() == nil {
			x.Failures = append(x.Failures, build.Failure(build.Package{ImportPath: c.Folder()}, err))
		}
		return x, nil
	}
	started := time.Now()
	err = e.measure(ctx, &x, c, e.arms(&x, c, variants, site, binary))
	x.Took = int64(time.Since(started))
	return x, err
}

// measure runs the rounds of an experiment, and has them judged.
func (e *engine) measure(ctx context.Context, x *record.Experiment, c lab.Claim, arms []rounds.Variant) error {
	measuring, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	pattern := "."
	if c.Bench != "" {
		pattern = "^" + c.Bench + "$"
	}
	options := rounds.Options{Seed: e.result.Seed, MaxRounds: e.turns, Budget: e.Budget,
		Trial: trial.Options{Bench: pattern, Benchtime: e.benchtime(c), Timeout: timeout}}
	result := rounds.New(options, arms, rounds.Exactly(e.turns), bench.Observe(e.sink, stop)).Run(measuring)
	x.Trials, x.Failures = result.Trials, append(x.Failures, result.Failures...)
	for _, u := range result.Unmatched {
		x.Failures = append(x.Failures, record.Failure{Package: c.Folder(), Benchmark: u.Benchmark.Name, Stage: "calibrate", Outcome: record.Failed, Message: "not every variant has it"})
	}
	data := lab.DataOf(*x)
	x.Rounds = len(data.Rounds)
	for i := range x.Variants {
		x.Variants[i].Values = values(data, i)
	}
	x.Figures, x.Verdict = lab.Judge(c.Figures(e.host), data)
	return bench.Unwritten(ctx, measuring)
}

// benchtime is the length of windows: under a quota they span its periods.
func (e *engine) benchtime(c lab.Claim) time.Duration {
	d := e.host.Window
	for _, v := range c.Variants(e.host) {
		if v.Quota > 0 {
			d = max(d, bench.Periods*cell.DefaultPeriod)
		}
	}
	return d
}

// values are the estimates of a variant in all units.
func values(d lab.Data, variant int) map[string]record.Estimate {
	series := map[string][]float64{}
	for _, round := range d.Rounds {
		for unit, v := range round[variant] {
			series[unit] = append(series[unit], v)
		}
	}
	all := map[string]record.Estimate{}
	for unit, vs := range series {
		all[unit] = stats.Interval(vs, record.Confidence)
	}
	return all
}

// arms are the variants of an experiment, in cells of the site.
func (e *engine) arms(x *record.Experiment, c lab.Claim, variants []lab.Variant, site *cell.Site, binary build.Binary) (arms []rounds.Variant) {
	events, _ := bench.Events()
	for i, v := range variants {
		limits := limitsOf(variants[i : i+1])[0]
		x.Variants = append(x.Variants, record.LabVariant{Name: v.Name, Args: v.Args, Cell: record.Cell{Level: site.Level(), Parent: site.Parent(),
			Quota: v.Quota, Period: limits.Period.Microseconds(), CPUs: v.CPUs, Memory: v.Memory, Weight: v.Weight, GOMAXPROCS: v.GOMAXPROCS, Env: v.Env, ASLR: true}})
		b := binary
		if c.Bench == "" {
			b.Args = append([]string{fmt.Sprintf("-for=%s", e.host.Window)}, v.Args...)
		}
		role := record.Contender
		if i == 0 {
			role = record.Base
		}
		arms = append(arms, rounds.Variant{Role: role, Binaries: map[string][]build.Binary{c.ID: {b}},
			Exec: e.tuned(v.Knobs, trial.NewCells(site, limits, trial.Setup{Env: environment(e.chain.Env(), v), ASLR: true, Work: e.Build.Temp, Events: events}))})
	}
	return arms
}

// environment adds the variant's own variables. Of those that occur twice only the last is
// left: a Go program would see the first. What the user has told the Go runtime is not in
// it: an experiment says itself what differs.
func environment(base []string, v lab.Variant) []string {
	env := slices.DeleteFunc(slices.Clone(base), func(kv string) bool {
		key, _, _ := strings.Cut(kv, "=")
		return slices.Contains([]string{"GOGC", "GOMEMLIMIT", "GOMAXPROCS", "GODEBUG"}, key)
	})
	env = append(env, v.Env...)
	if v.GOMAXPROCS > 0 {
		env = append(env, "GOMAXPROCS="+strconv.Itoa(v.GOMAXPROCS))
	}
	return (&exec.Cmd{Env: env}).Environ()
}

func limitsOf(variants []lab.Variant) (all []cell.Limits) {
	for _, v := range variants {
		l := cell.Limits{Quota: v.Quota, CPUs: v.CPUs, Memory: v.Memory, Weight: v.Weight}
		if v.Quota > 0 {
			l.Period = cell.DefaultPeriod
		}
		all = append(all, l)
	}
	return all
}
