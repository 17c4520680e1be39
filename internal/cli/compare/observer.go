package compare

import (
	"tare/internal/analysis/verdict"
	"tare/internal/cli/bench"
	"tare/internal/measure/trial"
	"tare/internal/record"
	"tare/internal/report/versus"
)

// observer also says, once that is known, which changes the comparison can find.
type observer struct {
	bench.Observer
	judge   *verdict.Judge
	most    int     // rounds
	margin  float64 // change that does not matter, a fraction of one
	outlook bool    // has been told
}

// Next implements trial.Observer.
func (o *observer) Next(b record.Benchmark, p trial.Progress) {
	if change, known := o.judge.Outlook(); known && !o.outlook {
		o.outlook = true
		o.Progress.Note(versus.Limits(o.most, change, o.margin))
	}
	o.Observer.Next(b, p)
}
