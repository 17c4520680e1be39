// Package paired runs benchmarks in rounds of one trial of every variant, next
// to each other and in random order.
//
// Each round of a benchmark is a randomized block: had the variants been the
// same, every order of its results would have been as likely as any other,
// whatever the machine did meanwhile.
package paired

import (
	"context"
	"time"

	"tare/internal/measure/build"
	"tare/internal/measure/schedule"
	"tare/internal/measure/trial"
	"tare/internal/record"
)

// Options say what to run and how long.
type Options struct {
	Trial     trial.Options
	Seed      uint64
	MaxRounds int           // the judge's limit, at least 1: a first guess of how many there will be
	MaxTime   time.Duration // spent on one benchmark; 0 means no limit
	CopyShare float64       // of the rounds, those in which copies take part, a fraction of one

	// Budget is the time for all of it. When it is short, a benchmark that has had
	// FirstLook rounds gets further ones according to Need: how many it is expected
	// to take, having had so many, regardless of the signs of differences.
	Budget    schedule.Budget
	FirstLook int
	Need      func(b record.Benchmark, rounds int) int // nil: as the judge guesses
	Forecast  func(trial.Forecast)                     // is told how long it will take; may be nil

	Session int       // how many there were before this one; its coins are its own
	First   int       // Order of the first trial
	Earlier []Earlier // what those sessions had
}

// Variant is one of the things compared.
type Variant struct {
	Role record.Role
	Exec trial.Executor
	// Binaries are the test binaries by package, under a key that is the same in
	// all variants. Where there are several, which are links of the same code,
	// the rounds go through them in turn. A copy or relinked base without a
	// package takes no part in its rounds.
	Binaries map[string][]build.Binary
}

// floor reports whether the variant is the base once more.
func (v Variant) floor() bool { return v.Role == record.Copy || v.Role == record.Relinked }

// Judge decides when there is enough evidence.
type Judge interface {
	// Round is asked after each round in which every trial ended well, polluted
	// or not. It gets all trials of such rounds so far, in time order, and returns
	// why there is to be no further round; otherwise "" and a guess of how many
	// rounds are still to come.
	Round(b record.Benchmark, trials []record.Trial) (stop record.Stop, more int)
}

// Result is what came of it.
type Result struct {
	Trials     []record.Trial // every one, in time order
	Benchmarks []Benchmark
	Unmatched  []record.Unmatched
	Failures   []record.Failure
}

// Benchmark is what was run of one benchmark.
type Benchmark struct {
	Name   record.Benchmark // the base's; all its trials are under this name
	Rounds int              // in which every trial ended well
	Trials []record.Trial   // of those rounds
	Stop   record.Stop
}

// Runner runs comparisons. Make one with New.
type Runner struct {
	opts     Options
	variants []Variant
	judge    Judge
	observe  trial.Observer
	usual    []*trial.Reference // by variant: cells differ, and what is usual in them
	result   Result
}

// New returns a runner of the variants, the first of which is the base.
func New(opts Options, variants []Variant, judge Judge, observe trial.Observer) *Runner {
	r := &Runner{opts: opts, variants: variants, judge: judge, observe: observe}
	for _, v := range variants {
		usual := &trial.Reference{}
		if v.floor() {
			usual = r.usual[0] // it is the base, in the base's cell
		}
		r.usual = append(r.usual, usual)
	}
	return r
}

// Run compares every selected benchmark that the base and all contenders have.
// It returns what it has when ctx ends.
func (r *Runner) Run(ctx context.Context) Result {
	candidates, failed := r.discover(ctx)
	if ctx.Err() != nil {
		return r.result // nobody knows what the variants not yet asked have
	}
	subjects := r.match(candidates, failed)
	r.takeUp(subjects)
	r.forecast(subjects)
	for _, s := range trial.Turns(r.opts.Seed, func() []*subject { return r.turn(subjects) }) {
		if ctx.Err() != nil {
			break
		}
		if r.late(s) {
			continue
		}
		r.step(ctx, s, s.Rounds+1, subjects)
	}
	for _, s := range subjects {
		if s.Stop == "" {
			s.Stop = trial.Halted(ctx)
		}
		r.result.Benchmarks = append(r.result.Benchmarks, s.Benchmark)
	}
	return r.result
}

func (r *Runner) fail(f record.Failure) {
	r.result.Failures = append(r.result.Failures, f)
	r.observe.Failed(f)
}
