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

	"tare/internal/analysis/stats"
	"tare/internal/analysis/summary"
	"tare/internal/measure/build"
	"tare/internal/measure/schedule"
	"tare/internal/measure/trial"
	"tare/internal/record"
)

// Options say what to run.
type Options struct {
	Plan record.Plan
	CPU  string   // -cpu list, as package testing takes it; empty for the runtime's own choice
	Args []string // further arguments for the test binaries
	// Budget is the time for all benchmarks together, and Forecast is told how long
	// they will take; it may be nil.
	Budget   schedule.Budget
	Forecast func(trial.Forecast)
}

// Runner runs benchmarks. Make one with New.
type Runner struct {
	opts      Options
	trial     trial.Options
	exec      trial.Executor
	observe   trial.Observer
	rule      schedule.Rule
	reference trial.Reference
	trials    []record.Trial
	failures  []record.Failure
}

// subject is one benchmark under measurement.
type subject struct {
	trial.Benchmark
	trials []record.Trial
	clean  []float64       // net ns/op of the clean trials, in order
	net    record.Estimate // of clean
	dirty  int             // polluted trials
	spent  time.Duration
	stop   record.Stop
}

func (s *subject) ended() bool { return s.stop != "" }

// New returns a runner of the processes that exec starts.
func New(opts Options, exec trial.Executor, observe trial.Observer) *Runner {
	p := opts.Plan
	return &Runner{opts: opts, exec: exec, observe: observe,
		trial: trial.Options{Bench: p.Bench, Benchtime: p.Benchtime, Iters: p.Iters, Timeout: p.Timeout, CPU: opts.CPU, Args: opts.Args},
		rule:  schedule.Rule{MinRounds: p.MinRounds, MaxRounds: p.MaxRounds, MaxTime: p.MaxTime, Target: p.Target},
	}
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
		for _, found := range trial.Discover(ctx, r.exec, r.trial, b, r.observe.Stage, r.fail) {
			subjects = append(subjects, &subject{Benchmark: found})
		}
	}
	r.forecast(subjects)
	for round, s := range trial.Turns(r.opts.Plan.Seed, func() []*subject { return r.turn(subjects) }) {
		if ctx.Err() != nil {
			break
		}
		if r.late(s) {
			continue
		}
		r.step(ctx, s, round, subjects)
	}
	return Result{r.trials, r.summaries(subjects, trial.Halted(ctx)), r.failures}
}

// step runs one trial of s and decides whether s needs another.
func (r *Runner) step(ctx context.Context, s *subject, round int, all []*subject) {
	r.observe.Next(s.Name, r.standing(all))
	t := s.Run(ctx, r.exec, r.trial, round)
	t.Order = len(r.trials)
	r.reference.Mark(&t)
	r.trials = append(r.trials, t)
	s.trials = append(s.trials, t)
	s.spent += time.Duration(t.Elapsed)
	switch {
	case t.Outcome == record.Stopped:
		return
	case t.Outcome != record.OK:
		s.stop = record.StopFailed
		r.fail(trial.Failure(t))
	case t.Counts():
		s.clean = append(s.clean, t.Bill.Net)
		// Of a fixed number of rounds only the last asks for the interval, which
		// takes longer the more of them there are.
		if len(s.clean) >= r.rule.MinRounds || r.rule.MinRounds < r.rule.MaxRounds {
			s.net = stats.Interval(s.clean, record.Confidence)
		}
	default:
		s.dirty++
	}
	if s.stop == "" {
		s.stop, _ = r.rule.Decide(progress(s))
	}
	r.observe.Trial(t)
}

// standing says how far the run has come.
func (r *Runner) standing(all []*subject) trial.Progress {
	p := trial.Progress{Done: len(r.trials), Expected: len(r.trials), All: len(all)}
	for _, s := range all {
		if s.ended() {
			p.Ended++
			continue
		}
		more := r.rule.Expected(progress(s))
		p.Expected += more
		p.Left += time.Duration(more) * s.cost()
	}
	return p.Within(r.opts.Budget.Left())
}

func progress(s *subject) schedule.Progress {
	return schedule.Progress{Clean: len(s.clean), Polluted: s.dirty, Spent: s.spent, Net: s.net}
}

// summaries summarizes every subject. Halted is why those have stopped that could
// have gone on.
func (r *Runner) summaries(subjects []*subject, halted record.Stop) []record.Summary {
	var list []record.Summary
	for _, s := range subjects {
		if len(s.trials) == 0 {
			continue
		}
		sum := summary.Summarize(s.trials, summary.Options{
			MaxCV: r.opts.Plan.MaxCV, Target: r.opts.Plan.Target, Confidence: record.Confidence,
		})
		if sum.Stop = s.stop; s.stop == "" {
			sum.Stop = halted
		}
		list = append(list, sum)
	}
	return list
}

func (r *Runner) fail(f record.Failure) {
	r.failures = append(r.failures, f)
	r.observe.Failed(f)
}
