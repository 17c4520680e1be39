package paired

import (
	"slices"
	"time"

	"tare/internal/measure/schedule"
	"tare/internal/measure/trial"
	"tare/internal/record"
)

// turn returns who takes part in the next round: all that have not ended or, when
// there is not time enough for all, those that need least of it.
func (r *Runner) turn(subjects []*subject) []*subject {
	for _, s := range subjects {
		r.late(s)
	}
	active := slices.DeleteFunc(slices.Clone(subjects), (*subject).ended)
	return schedule.Taking(r.opts.Budget, active, func(s *subject) schedule.Claim {
		more := max(1, s.more)
		if r.opts.Need != nil {
			more = r.opts.Need(s.Name, s.Rounds)
		}
		return schedule.Claim{First: max(0, r.opts.FirstLook-s.Rounds), More: more, Cost: r.cost(s)}
	})
}

// late ends s when there is no time left for another round, and reports whether
// that is so.
func (r *Runner) late(s *subject) bool {
	if !s.ended() && r.opts.Budget.Limited() && r.opts.Budget.Left() < r.cost(s) {
		s.Stop = record.StopBudget
		return true
	}
	return false
}

// cost is what a round of s takes: what one took on average, or what calibration
// promises.
func (r *Runner) cost(s *subject) time.Duration {
	if s.ran > 0 {
		return s.spent / time.Duration(s.ran)
	}
	cost := 0.0
	for _, a := range s.arms {
		share := 1.0
		if r.variants[a.variant].Role == record.Copy {
			share = r.opts.CopyShare
		}
		cost += share * float64(a.benchmark.Cost)
	}
	return time.Duration(cost)
}

// forecast tells how long all rounds will take.
func (r *Runner) forecast(subjects []*subject) {
	if r.opts.Forecast == nil {
		return
	}
	var f trial.Forecast
	for _, v := range r.variants {
		if v.Role != record.Copy || r.opts.CopyShare == 1 {
			f.PerRound++
		}
	}
	for _, s := range subjects {
		if !s.ended() {
			f.Add(max(1, r.opts.FirstLook-s.Rounds), max(1, s.more), r.cost(s), r.opts.MaxTime)
		}
	}
	r.opts.Forecast(f)
}

// left is how long it takes to run so many rounds more of s, within its limit.
func (r *Runner) left(s *subject) time.Duration {
	left := time.Duration(max(1, s.more)) * r.cost(s)
	if r.opts.MaxTime > 0 {
		left = min(left, max(0, r.opts.MaxTime-s.spent))
	}
	return left
}
