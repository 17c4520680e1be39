package bench

import (
	"context"
	"errors"
	"fmt"

	"tare/internal/measure/rounds"
	"tare/internal/record"
)

// Sink is told what an engine that runs benchmarks does, as it does it.
type Sink interface {
	// Stage is told what is being done before the rounds begin.
	Stage(what string)
	// Note is told what people should know now.
	Note(text string)
	// Next comes before every trial, or before trials that nothing may come between.
	Next(b record.Benchmark, p rounds.Progress)
	// Trial takes a trial that has ended. Its error ends measuring: going on with nowhere
	// to put results would lose them.
	Trial(t record.Trial) error
	// Failed is told of every package or benchmark that gives no (further) results.
	Failed(f record.Failure)
}

// observer hands what a runner says to a sink.
type observer struct {
	Sink
	stop func(error)
}

// Observe returns a sink's side of a runner, which calls stop with the error of a trial
// that the sink could not take.
func Observe(s Sink, stop func(error)) rounds.Observer { return observer{s, stop} }

// Trial implements rounds.Observer.
func (o observer) Trial(t record.Trial) {
	if err := o.Sink.Trial(t); err != nil {
		o.stop(err)
	}
}

// ErrUnwritten is why measuring ended when a sink could not take a trial.
var ErrUnwritten = errors.New("a trial could not be written")

// Unwritten is the error of measuring that a sink has ended, with what it said; nil when
// nothing has, or the user who ended ctx.
func Unwritten(ctx, measuring context.Context) error {
	if measuring.Err() == nil || ctx.Err() != nil {
		return nil
	}
	return fmt.Errorf("%w: %w", ErrUnwritten, context.Cause(measuring))
}
