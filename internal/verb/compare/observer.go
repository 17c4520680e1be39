package compare

import (
	"tare/internal/record"
	"tare/internal/report/progress"
	"tare/internal/report/versus"
	"tare/internal/trial"
	"tare/internal/verdict"
)

// observer passes what the runner says on to the outputs. A write that fails
// stops the comparison: measuring on with nowhere to put the results would lose
// them.
type observer struct {
	out     *outputs
	id      string // of the comparison
	stop    func(error)
	judge   *verdict.Judge
	plan    record.ComparisonPlan
	outlook bool // has been told
}

// Stage implements trial.Observer.
func (o *observer) Stage(what string) { o.out.progress.Stage(what) }

// Next implements trial.Observer.
func (o *observer) Next(b record.Benchmark, p trial.Progress) {
	if change, known := o.judge.Outlook(); known && !o.outlook {
		o.outlook = true
		looks := o.plan.Looks
		o.out.progress.Note(versus.Limits(looks[len(looks)-1], change, o.plan.Margin))
	}
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
