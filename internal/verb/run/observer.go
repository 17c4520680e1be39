package run

import (
	"tare/internal/record"
	"tare/internal/report/progress"
	"tare/internal/trial"
)

// observer passes what the runner says on to the outputs. A write that fails
// stops the run: measuring on with nowhere to put the results would lose them.
type observer struct {
	out  *outputs
	id   string // of the run
	stop func(error)
}

// Stage implements trial.Observer.
func (o *observer) Stage(what string) { o.out.stage(what) }

// Next implements trial.Observer.
func (o *observer) Next(b record.Benchmark, p trial.Progress) {
	o.out.progress.Trial(progress.Event{Next: b.Name, Done: p.Done, Expected: p.Expected, Steady: p.Ended, Total: p.All})
}

// Trial implements trial.Observer.
func (o *observer) Trial(t record.Trial) {
	if err := o.out.trial(o.id, t); err != nil {
		o.stop(err)
	}
}

// Failed implements trial.Observer.
func (o *observer) Failed(f record.Failure) { o.out.failed(f) }
