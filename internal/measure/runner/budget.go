package runner

import (
	"slices"
	"time"

	"tare/internal/measure/schedule"
	"tare/internal/measure/trial"
	"tare/internal/record"
)

// turn returns who takes part in the next round: all that have not ended or, when
// there is not time enough for all, those that need least of it. What a benchmark
// needs follows from the width of its interval.
func (r *Runner) turn(subjects []*subject) []*subject {
	for _, s := range subjects {
		r.late(s)
	}
	active := slices.DeleteFunc(slices.Clone(subjects), (*subject).ended)
	return schedule.Taking(r.opts.Budget, active, func(s *subject) schedule.Claim {
		return schedule.Claim{First: max(0, r.rule.MinRounds-len(s.clean)), More: r.rule.Expected(progress(s)), Cost: s.cost()}
	})
}

// late ends s when there is no time left for another trial, and reports whether
// that is so.
func (r *Runner) late(s *subject) bool {
	if !s.ended() && r.opts.Budget.Limited() && r.opts.Budget.Left() < s.cost() {
		s.stop = record.StopBudget
		return true
	}
	return false
}

// cost is what a trial of s takes: what one took on average, or what calibration
// promises.
func (s *subject) cost() time.Duration {
	if n := len(s.trials); n > 0 {
		return s.spent / time.Duration(n)
	}
	return s.Cost
}

// forecast tells how long all rounds will take.
func (r *Runner) forecast(subjects []*subject) {
	if r.opts.Forecast == nil {
		return
	}
	f := trial.Forecast{PerRound: 1}
	for _, s := range subjects {
		f.Add(r.rule.MinRounds, r.rule.MaxRounds, s.cost(), r.rule.MaxTime)
	}
	r.opts.Forecast(f)
}
