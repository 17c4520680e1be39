package compare

import (
	"tare/internal/record"
	"tare/internal/report/versus"
	"tare/internal/trial"
	"tare/internal/verb/measure"
	"tare/internal/verdict"
)

// observer also says, once that is known, which changes the comparison can find.
type observer struct {
	measure.Observer
	judge   *verdict.Judge
	plan    record.ComparisonPlan
	outlook bool // has been told
}

// Next implements trial.Observer.
func (o *observer) Next(b record.Benchmark, p trial.Progress) {
	if change, known := o.judge.Outlook(); known && !o.outlook {
		o.outlook = true
		looks := o.plan.Looks
		o.Progress.Note(versus.Limits(looks[len(looks)-1], change, o.plan.Margin))
	}
	o.Observer.Next(b, p)
}
