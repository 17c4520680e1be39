package bench

import (
	"tare/internal/measure/trial"
	"tare/internal/record"
	"tare/internal/report/progress"
)

// Observer passes what a runner says on to the outputs. A write that fails stops
// the runner: measuring on with nowhere to put the results would lose them.
type Observer struct {
	Progress *progress.Reporter
	write    func(record.Trial) error
	stop     func(error)
	failed   func(record.Failure)
}

// Observer returns one that hands trials to write, and to stop why that failed.
func (o *Outputs[R]) Observer(write func(record.Trial) error, stop func(error)) Observer {
	return Observer{o.Progress, write, stop, o.Failed}
}

// Stage implements trial.Observer.
func (o Observer) Stage(what string) { o.Progress.Stage(what) }

// Next implements trial.Observer.
func (o Observer) Next(b record.Benchmark, p trial.Progress) {
	o.Progress.Trial(progress.Event{Next: b.Name, Done: p.Done, Expected: p.Expected, Steady: p.Ended, Total: p.All, Left: p.Left})
}

// Trial implements trial.Observer.
func (o Observer) Trial(t record.Trial) {
	if err := o.write(t); err != nil {
		o.stop(err)
	}
}

// Failed implements trial.Observer.
func (o Observer) Failed(f record.Failure) { o.failed(f) }
