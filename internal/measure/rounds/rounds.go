// Package rounds runs benchmarks in rounds of fresh processes: one trial of every
// variant, next to each other and in random order, until a judge has enough.
//
// A run has one variant. Slow phases of the machine then hit all benchmarks alike
// instead of whichever happened to be up. A comparison has several, and each of its
// rounds of a benchmark is a randomized block: had the variants been the same, every
// order of its results would have been as likely as any other, whatever the machine
// did meanwhile.
package rounds

import (
	"context"
	"fmt"
	"time"

	"tare/internal/measure/build"
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

	Budget   Budget         // the time for all of it; when it is short, Judge.Need says who goes on
	Forecast func(Forecast) // is told how long it will take; may be nil

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
	// Like is 1 + the index of an earlier variant whose windows this one takes over: it has
	// the same code and the same garbage collector. 0 for windows of its own.
	Like int
}

// Alone returns the only variant of a run. Its keys are in the order of the binaries.
func Alone(exec trial.Executor, binaries []build.Binary) []Variant {
	v := Variant{Role: record.Base, Exec: exec, Binaries: map[string][]build.Binary{}}
	for i, b := range binaries {
		v.Binaries[fmt.Sprintf("%06d", i)] = []build.Binary{b}
	}
	return []Variant{v}
}

// floor reports whether the variant is the base once more.
func (v Variant) floor() bool { return v.Role == record.Copy || v.Role == record.Relinked }

// Result is what came of it.
type Result struct {
	Trials     []record.Trial // every one, in time order
	Benchmarks []Benchmark
	Unmatched  []record.Unmatched
	Failures   []record.Failure
	Skipped    []record.Failure // benchmarks that skipped themselves, and why
}

// Benchmark is what was run of one benchmark.
type Benchmark struct {
	Name   record.Benchmark // the base's; all its trials are under this name
	Rounds int              // in which every trial ended well
	Trials []record.Trial   // of those rounds
	Stop   record.Stop
}

// Runner runs rounds. Make one with New.
type Runner struct {
	opts     Options
	variants []Variant
	judge    Judge
	observe  Observer
	usual    []*trial.Reference // by variant: cells differ, and what is usual in them
	result   Result
}

// New returns a runner of the variants, the first of which is the base.
func New(opts Options, variants []Variant, judge Judge, observe Observer) *Runner {
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

// Run measures every selected benchmark that the base and all contenders have.
// It returns what it has when ctx ends.
func (r *Runner) Run(ctx context.Context) Result {
	candidates, failed := r.discover(ctx)
	if ctx.Err() != nil {
		return r.result // nobody knows what the variants not yet asked have
	}
	subjects := r.match(candidates, failed)
	if j, ok := r.judge.(Selective); ok {
		j.Begin(len(subjects))
	}
	r.takeUp(subjects)
	r.forecast(subjects)
	for s := range r.turns(subjects) {
		if ctx.Err() != nil {
			break
		}
		if !r.late(s) {
			r.step(ctx, s, subjects)
		}
	}
	for _, s := range subjects {
		if s.Stop == "" {
			s.Stop = halted(ctx)
		}
		r.result.Benchmarks = append(r.result.Benchmarks, s.Benchmark)
	}
	return r.result
}

func (r *Runner) fail(f record.Failure) {
	if f.Outcome == record.Skipped {
		r.result.Skipped = append(r.result.Skipped, f)
		return
	}
	r.result.Failures = append(r.result.Failures, f)
	r.observe.Failed(f)
}
