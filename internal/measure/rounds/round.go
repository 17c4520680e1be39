package rounds

import (
	"context"
	"errors"
	"iter"
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
	took  map[int]elapsed // by variant
}

// elapsed is how many trials an arm had, and how long they took together.
type elapsed struct {
	n    int
	took time.Duration
}

// arm is a subject in one variant.
type arm struct {
	variant   int
	benchmark trial.Benchmark
	links     []build.Binary // to go through in turn
}

func (s *subject) ended() bool { return s.Stop != "" }

// Order returns the order in which the n members of a round take their turns: a
// permutation of 0…n−1 that depends on nothing but its arguments, so that the
// seed of a run reproduces it. Rounds are ordered independently of each other.
func Order(seed uint64, round, n int) []int {
	return rand.New(rand.NewPCG(seed, uint64(round))).Perm(n)
}

// turns yields those who take part in each round, in random order, until nobody does.
func (r *Runner) turns(subjects []*subject) iter.Seq[*subject] {
	return func(yield func(*subject) bool) {
		active := r.taking(subjects)
		for round := 1; len(active) > 0; round++ {
			for _, i := range Order(r.opts.Seed, round, len(active)) {
				if !yield(active[i]) {
					return
				}
			}
			active = r.taking(subjects)
		}
	}
}

// step runs one round of s and decides whether s needs another. What has to be
// done about its trials waits for the end of the round: they are to be as close
// to each other as can be.
func (r *Runner) step(ctx context.Context, s *subject, all []*subject) {
	r.observe.Next(s.Name, r.standing(all))
	var trials []record.Trial
	round, complete := s.Rounds+1, true
	for _, a := range r.draw(s, round) {
		a.benchmark.Binary = a.links[(round-1)%len(a.links)]
		t := a.benchmark.Run(ctx, r.variants[a.variant].Exec, r.opts.Trial, round)
		t.Benchmark, t.Variant = s.Name, a.variant
		trials = append(trials, t)
		if complete = t.Outcome == record.OK; !complete {
			break
		}
	}
	if complete && len(r.variants) > 1 {
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
	if j, ok := r.judge.(Selective); ok {
		gone := j.Gone(s.Name)
		s.arms = slices.DeleteFunc(s.arms, func(a arm) bool { return slices.Contains(gone, a.variant) })
	}
	if r.opts.MaxTime > 0 && s.spent >= r.opts.MaxTime {
		s.Stop = record.StopTime
	}
}

// draw returns those that take part in a round, in the order of their turns. The
// seed decides, for each session, benchmark and round anew. (Order seeds with the
// round alone.)
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
		had := s.took[t.Variant]
		s.took[t.Variant] = elapsed{had.n + 1, had.took + time.Duration(t.Elapsed)}
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

// halted is why rounds that ctx has ended are over: somebody has interrupted tare, or
// it has given ctx a cause, which is that results cannot be written.
func halted(ctx context.Context) record.Stop {
	if cause := context.Cause(ctx); cause != nil && !errors.Is(cause, context.Canceled) {
		return record.StopUnwritten
	}
	return record.StopInterrupted
}
