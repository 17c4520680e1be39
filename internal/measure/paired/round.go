package paired

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"tare/internal/analysis/bill"
	"tare/internal/measure/build"
	"tare/internal/measure/trial"
	"tare/internal/record"
)

// subject is one benchmark under measurement.
type subject struct {
	Benchmark
	index int // among the benchmarks
	arms  []arm
	more  int // rounds, a guess
	ran   int // rounds of this session
	spent time.Duration
}

// arm is a subject in one variant.
type arm struct {
	variant   int
	benchmark trial.Benchmark
	links     []build.Binary // to go through in turn
}

func (s *subject) ended() bool { return s.Stop != "" }

// step runs one round of s and decides whether s needs another. What has to be
// done about its trials waits for the end of the round: they are to be as close
// to each other as can be.
func (r *Runner) step(ctx context.Context, s *subject, round int, all []*subject) {
	r.observe.Next(s.Name, r.standing(all))
	var trials []record.Trial
	complete := true
	for _, a := range r.draw(s, round) {
		a.benchmark.Binary = a.links[(round-1)%len(a.links)]
		t := a.benchmark.Run(ctx, r.variants[a.variant].Exec, r.opts.Trial, round)
		t.Benchmark, t.Variant = s.Name, a.variant
		trials = append(trials, t)
		if complete = t.Outcome == record.OK; !complete {
			break
		}
	}
	if complete {
		bill.Alike(trials)
	}
	r.report(s, trials)
	if !complete {
		return
	}
	s.Rounds++
	s.ran++
	s.Trials = append(s.Trials, trials...)
	if s.Stop, s.more = r.judge.Round(s.Name, s.Trials); s.ended() {
		return
	}
	if r.opts.MaxTime > 0 && s.spent >= r.opts.MaxTime {
		s.Stop = record.StopTime
	}
}

// draw returns those that take part in a round, in the order of their turns. The
// seed decides, for each session, benchmark and round anew. (schedule.Order seeds
// with the round alone.)
func (r *Runner) draw(s *subject, round int) []arm {
	random := rand.New(rand.NewPCG(r.opts.Seed, uint64(r.opts.Session)<<56|uint64(s.index+1)<<32|uint64(round)))
	copies := random.Float64() < r.opts.CopyShare
	var arms []arm
	for _, a := range s.arms {
		if copies || r.variants[a.variant].Role != record.Copy {
			arms = append(arms, a)
		}
	}
	random.Shuffle(len(arms), func(i, j int) { arms[i], arms[j] = arms[j], arms[i] })
	return arms
}

// report keeps the trials of a round and passes them on.
func (r *Runner) report(s *subject, trials []record.Trial) {
	limited := slices.ContainsFunc(trials, func(t record.Trial) bool { return t.Memory > 0 })
	for i := range trials {
		t := &trials[i]
		t.Order = r.opts.First + len(r.result.Trials)
		r.usual[t.Variant].Paging = limited // for all alike, or the limit would decide what counts
		r.usual[t.Variant].Mark(t)
		r.result.Trials = append(r.result.Trials, *t)
		s.spent += time.Duration(t.Elapsed)
		if t.Outcome == record.Stopped {
			return
		}
		if t.Outcome != record.OK {
			s.Stop = record.StopFailed
			r.fail(trial.Failure(*t))
		}
		r.observe.Trial(*t)
	}
}

// standing says how far the comparison has come.
func (r *Runner) standing(all []*subject) trial.Progress {
	done := len(r.result.Trials)
	p := trial.Progress{Done: done, Expected: done, All: len(all)}
	for _, s := range all {
		if s.ended() {
			p.Ended++
			continue
		}
		p.Expected += r.expected(s)
		p.Left += r.left(s)
	}
	return p.Within(r.opts.Budget.Left())
}

// expected guesses how many more trials s needs.
func (r *Runner) expected(s *subject) int {
	rounds := float64(max(1, s.more))
	if left := r.opts.MaxTime - s.spent; r.opts.MaxTime > 0 && s.ran > 0 {
		rounds = min(rounds, math.Ceil(float64(s.ran)*float64(left)/float64(s.spent)))
	}
	perRound := 0.0
	for _, a := range s.arms {
		if r.variants[a.variant].Role == record.Copy {
			perRound += r.opts.CopyShare
		} else {
			perRound++
		}
	}
	return int(math.Ceil(rounds * perRound))
}
