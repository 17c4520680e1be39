package rounds

import (
	"math"
	"time"

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
	// Bound says that Left is a bound, since nothing can be told yet of some benchmark:
	// it is assumed to take as long as it may.
	Bound bool
}

// within returns the progress when no more than this time is left.
func (p Progress) within(left time.Duration) Progress {
	if left = max(0, left); p.Left > left {
		p.Expected = p.Done + int(float64(p.Expected-p.Done)*float64(left)/float64(p.Left))
		p.Left = left
	}
	return p
}

// standing says how far the rounds have come.
func (r *Runner) standing(all []*subject) Progress {
	done := len(r.result.Trials)
	p := Progress{Done: done, Expected: done, All: len(all)}
	for _, s := range all {
		if s.ended() {
			p.Ended++
			continue
		}
		if first, _ := r.judge.Need(s.Name, s.Rounds); first > 0 {
			p.Bound = true
		}
		p.Expected += int(math.Ceil(float64(r.within(s, s.more)) * r.perRound(s)))
		p.Left += r.left(s)
	}
	return p.within(r.opts.Budget.Left())
}

// within bounds a guess of how many rounds s still takes by the time that it has.
func (r *Runner) within(s *subject, more int) int {
	rounds := float64(max(1, more))
	if left := r.opts.MaxTime - s.spent; r.opts.MaxTime > 0 && s.ran > 0 {
		rounds = min(rounds, math.Ceil(float64(s.ran)*float64(left)/float64(s.spent)))
	}
	return int(rounds)
}

// perRound is the number of trials in a round of s, on average.
func (r *Runner) perRound(s *subject) (n float64) {
	for _, a := range s.arms {
		n += r.takesPart(a)
	}
	return n
}

// takesPart is the share of the rounds that the arm takes part in.
func (r *Runner) takesPart(a arm) float64 {
	if r.variants[a.variant].Role == record.Copy {
		return r.opts.CopyShare
	}
	return 1
}

// cost is what a round of s takes with those that still take part: what their trials
// took on average, or what calibration promises.
func (r *Runner) cost(s *subject) time.Duration {
	cost := 0.0
	for _, a := range s.arms {
		each := float64(a.benchmark.Cost)
		if had := s.took[a.variant]; had.n > 0 {
			each = float64(had.took) / float64(had.n)
		}
		cost += r.takesPart(a) * each
	}
	return time.Duration(cost)
}

// left is how long it takes to run so many rounds more of s, within its limit.
func (r *Runner) left(s *subject) time.Duration {
	left := time.Duration(max(1, s.more)) * r.cost(s)
	if r.opts.MaxTime > 0 {
		left = min(left, max(0, r.opts.MaxTime-s.spent))
	}
	return left
}

// Forecast is how long rounds will take, judged by calibration.
type Forecast struct {
	Benchmarks int
	Rounds     int           // of each, at most
	PerRound   int           // trials of a benchmark in a round, but for calibration
	Least      time.Duration // when every benchmark ends as soon as it may
	Most       time.Duration
}

// add adds a benchmark that gets from least to most rounds of this cost, and no
// further one when it has taken maxTime; 0 means no limit.
func (f *Forecast) add(least, most int, cost, maxTime time.Duration) {
	f.Benchmarks++
	f.Rounds = max(f.Rounds, most)
	spend := func(rounds int) time.Duration {
		d := time.Duration(rounds) * cost
		if maxTime > 0 {
			d = min(d, max(maxTime, cost))
		}
		return d
	}
	f.Least, f.Most = f.Least+spend(least), f.Most+spend(most)
}

// forecast tells how long all rounds will take.
func (r *Runner) forecast(subjects []*subject) {
	if r.opts.Forecast == nil {
		return
	}
	var f Forecast
	for _, v := range r.variants {
		if v.Role != record.Copy || r.opts.CopyShare == 1 {
			f.PerRound++
		}
	}
	for _, s := range subjects {
		if !s.ended() {
			first, _ := r.judge.Need(s.Name, s.Rounds)
			f.add(max(1, first), max(1, s.more), r.cost(s), r.opts.MaxTime)
		}
	}
	r.opts.Forecast(f)
}
