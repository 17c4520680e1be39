package trial

import (
	"context"
	"errors"
	"iter"
	"slices"
	"time"

	"tare/internal/measure/schedule"
	"tare/internal/record"
)

// Observer is told what a runner does, between windows and never within one.
type Observer interface {
	// Stage says what is being done before the rounds begin.
	Stage(what string)
	// Next comes before every trial, or before trials that nothing may come
	// between.
	Next(b record.Benchmark, p Progress)
	// Trial comes once for every trial, after Next's.
	Trial(t record.Trial)
	// Failed comes for every package or benchmark that gives no (further)
	// results.
	Failed(f record.Failure)
}

// Progress is where a runner stands.
type Progress struct {
	Done, Expected int // trials; Expected is a guess that gets better
	Ended, All     int // benchmarks: those that need no more rounds, and all
	// Left is how long the others will take, as far as is known; 0 means unknown.
	Left time.Duration
}

// Within returns the progress when no more than this time is left.
func (p Progress) Within(left time.Duration) Progress {
	if left = max(0, left); p.Left > left {
		p.Expected = p.Done + int(float64(p.Expected-p.Done)*float64(left)/float64(p.Left))
		p.Left = left
	}
	return p
}

// Halted is why rounds that ctx has ended are over: somebody has interrupted tare, or
// it has given ctx a cause, which is that results cannot be written.
func Halted(ctx context.Context) record.Stop {
	if cause := context.Cause(ctx); cause != nil && !errors.Is(cause, context.Canceled) {
		return record.StopUnwritten
	}
	return record.StopInterrupted
}

// Rounds yields the number of each round, from 1, with every member that has not
// ended when it begins, in an order that the seed decides.
func Rounds[M any](seed uint64, members []M, ended func(M) bool) iter.Seq2[int, M] {
	active := slices.Clone(members)
	return Turns(seed, func() []M {
		active = slices.DeleteFunc(active, ended)
		return active
	})
}

// Turns is Rounds of those that next names before each round; it names none when
// there is no further one.
func Turns[M any](seed uint64, next func() []M) iter.Seq2[int, M] {
	return func(yield func(int, M) bool) {
		active := next()
		for round := 1; len(active) > 0; round++ {
			for _, i := range schedule.Order(seed, round, len(active)) {
				if !yield(round, active[i]) {
					return
				}
			}
			active = next()
		}
	}
}
