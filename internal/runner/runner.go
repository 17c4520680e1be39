// Package runner runs benchmarks in rounds of fresh processes until each
// estimate is tight enough.
//
// A round is one trial of every benchmark that still needs one, in random
// order: slow phases of the machine then hit all benchmarks alike instead of
// whichever happened to be up.
package runner

import (
	"context"
	"time"

	"tare/internal/build"
	"tare/internal/record"
	"tare/internal/schedule"
	"tare/internal/stats"
	"tare/internal/summary"
)

// Options say what to run.
type Options struct {
	Plan record.Plan
	CPU  string   // -cpu list, as package testing takes it; empty for the runtime's own choice
	Args []string // further arguments for the test binaries
}

// Observer is told what happens, between windows and never within one.
type Observer interface {
	// Stage says what is being done before the rounds begin.
	Stage(what string)
	// Next comes before every trial.
	Next(b record.Benchmark, p Progress)
	// Trial comes after every trial.
	Trial(t record.Trial)
	// Failed comes for every package or benchmark that gives no (further)
	// results.
	Failed(f record.Failure)
}

// Progress is where a run stands.
type Progress struct {
	Done, Expected int // trials; Expected is a guess that gets better
	Ended, All     int // benchmarks: those that need no more rounds, and all
}

// Runner runs benchmarks. Make one with New.
type Runner struct {
	opts      Options
	exec      Executor
	observe   Observer
	rule      schedule.Rule
	reference reference
	trials    []record.Trial
	failures  []record.Failure
}

// New returns a runner of the processes that exec starts.
func New(opts Options, exec Executor, observe Observer) *Runner {
	p := opts.Plan
	return &Runner{opts: opts, exec: exec, observe: observe, rule: schedule.Rule{
		MinRounds: p.MinRounds, MaxRounds: p.MaxRounds, MaxTime: p.MaxTime, Target: p.Target,
	}}
}

// Result is what a run came to.
type Result struct {
	Trials    []record.Trial // every one, in time order
	Summaries []record.Summary
	Failures  []record.Failure
}

// Run measures every selected benchmark of the binaries. It returns what it
// has when ctx ends.
func (r *Runner) Run(ctx context.Context, binaries []build.Binary) Result {
	var subjects []*subject
	for _, b := range binaries {
		subjects = append(subjects, r.discover(ctx, b)...)
	}
	r.rounds(ctx, subjects)
	return Result{r.trials, r.summaries(subjects), r.failures}
}

func (r *Runner) rounds(ctx context.Context, subjects []*subject) {
	active := subjects
	for round := 1; len(active) > 0 && ctx.Err() == nil; round++ {
		for _, i := range schedule.Order(r.opts.Plan.Seed, round, len(active)) {
			if ctx.Err() != nil {
				return
			}
			r.step(ctx, active[i], round, subjects)
		}
		var next []*subject
		for _, s := range active {
			if s.stop == "" {
				next = append(next, s)
			}
		}
		active = next
	}
}

// step runs one trial of s and decides whether s needs another.
func (r *Runner) step(ctx context.Context, s *subject, round int, all []*subject) {
	r.observe.Next(s.name, r.standing(all))
	t := r.trial(ctx, s, round)
	t.Order = len(r.trials)
	if t.Outcome == record.OK {
		t.Polluted = schedule.Pollution(t, r.reference.current())
		r.reference.add(t)
	}
	r.trials = append(r.trials, t)
	s.trials = append(s.trials, t)
	s.spent += time.Duration(t.Elapsed)
	switch {
	case t.Outcome == record.Stopped:
		return
	case t.Outcome != record.OK:
		s.stop = record.StopFailed
		r.fail(ctx, record.Failure{Package: s.name.Package, Benchmark: s.name.Name, Stage: "trial",
			Outcome: t.Outcome, Message: t.Message, Output: t.Output})
	case t.Counts():
		s.clean = append(s.clean, t.Bill.Net)
		s.net = stats.Interval(s.clean, record.Confidence)
	default:
		s.dirty++
	}
	if s.stop == "" {
		s.stop, _ = r.rule.Decide(progress(s))
	}
	r.observe.Trial(t)
}

// standing says how far the run has come.
func (r *Runner) standing(all []*subject) Progress {
	p := Progress{Done: len(r.trials), Expected: len(r.trials), All: len(all)}
	for _, s := range all {
		if s.stop != "" {
			p.Ended++
			continue
		}
		p.Expected += r.rule.Expected(progress(s))
	}
	return p
}

func progress(s *subject) schedule.Progress {
	return schedule.Progress{Clean: len(s.clean), Polluted: s.dirty, Spent: s.spent, Net: s.net}
}

func (r *Runner) summaries(subjects []*subject) []record.Summary {
	var list []record.Summary
	for _, s := range subjects {
		if len(s.trials) == 0 {
			continue
		}
		sum := summary.Summarize(s.trials, summary.Options{
			MaxCV: r.opts.Plan.MaxCV, Target: r.opts.Plan.Target, Confidence: record.Confidence,
		})
		if sum.Stop = s.stop; s.stop == "" {
			sum.Stop = record.StopInterrupted
		}
		list = append(list, sum)
	}
	return list
}

func (r *Runner) fail(ctx context.Context, f record.Failure) {
	if ctx.Err() != nil {
		return
	}
	r.failures = append(r.failures, f)
	r.observe.Failed(f)
}

// execute runs a test binary in a fresh cell. With watch, the context switches
// of a hooked one are recorded.
func (r *Runner) execute(ctx context.Context, b build.Binary, watch bool, args ...string) Execution {
	// -test.paniconexit0 is what `go test` gives: os.Exit(0) is not a pass.
	args = append([]string{"-test.paniconexit0", "-test.timeout=0"}, args...)
	return r.exec.Execute(ctx, Command{Path: b.Path, Args: append(args, r.opts.Args...), Dir: b.Package.Dir,
		Hooked: b.Hooked, Watch: watch && b.Hooked, Timeout: r.opts.Plan.Timeout})
}
