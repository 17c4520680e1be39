package verdict

import (
	"slices"

	"tare/internal/analysis/stats"
	"tare/internal/record"
)

// test is the test of a look after so many others.
func (r Rules) test(taken int) stats.Plan {
	return stats.Plan{Alpha: r.Plan.Alpha, Looks: len(r.Plan.Looks), Kept: r.Plan.Kept, Taken: taken}
}

// taken returns after how many rounds each it was looked at the benchmark with these
// trials, when there were so many in all.
func (r Rules) taken(trials []record.Trial, rounds int) []int {
	first := rounds // of the first session
	if len(r.Sessions) > 1 {
		first = before(trials, r.Sessions[1])
	}
	return r.test(0).LooksAt(r.Plan.Looks, first, rounds)
}

// before returns how many rounds of the benchmark with these trials there were when
// the session began.
func before(trials []record.Trial, s record.Session) (rounds int) {
	for _, t := range trials {
		if t.Order < s.First {
			rounds = t.Round
		}
	}
	return rounds
}

// due reports whether a look is planned after so many rounds.
func (r Rules) due(trials []record.Trial, rounds int) bool {
	at := r.taken(trials, rounds)
	place := len(at) - 1
	return at[place] == rounds && stats.Rounds(r.Plan.Looks, place) == rounds
}

// most is how many rounds this session may bring a benchmark to.
func (r Rules) most() int {
	if n := len(r.Sessions); n > 0 {
		return r.Sessions[n-1].Most
	}
	return r.Plan.Looks[len(r.Plan.Looks)-1]
}

// last returns after how many rounds this session ends for a benchmark: at the
// first planned look that is not before most.
func (r Rules) last(trials []record.Trial) int {
	done := 0
	if n := len(r.Sessions); n > 1 {
		done = before(trials, r.Sessions[n-1])
	}
	for place := 0; ; place++ {
		if look := stats.Rounds(r.Plan.Looks, place); look > done && look >= r.most() && r.due(trials, look) {
			return look
		}
	}
}

// Decided reports whether further rounds of a benchmark, in all the units that
// verdicts are about, could only make intervals narrower, or lack a unit again, or
// fail again.
func Decided(all ...record.Compared) bool {
	return !slices.ContainsFunc(all, func(c record.Compared) bool {
		return c.Stop != record.StopFailed && slices.ContainsFunc(c.Changes, func(change record.Change) bool {
			return change.Verdict == record.Inconclusive || change.Verdict == record.Invalid && change.Dropped > 0
		})
	})
}

// Stored returns what a comparison has of each benchmark, from its trials. Rounds
// that tare did not live to finish are left out.
func Stored(c record.Comparison) []Benchmark {
	var list []Benchmark
	for i, b := range c.Benchmarks {
		if i > 0 && b.Benchmark == c.Benchmarks[i-1].Benchmark {
			continue // in another unit
		}
		stop := b.Stop
		if c.Finished.IsZero() && stop != record.StopFailed && stop != record.StopDecided {
			stop = record.StopInterrupted
		}
		list = append(list, Benchmark{Name: b.Benchmark, Stop: stop})
	}
	for _, round := range roundsOf(c) {
		name := round[0].Benchmark
		i := slices.IndexFunc(list, func(b Benchmark) bool { return b.Name == name })
		if i < 0 {
			i = len(list)
			list = append(list, Benchmark{Name: name, Stop: record.StopInterrupted})
		}
		if complete(round, c.Variants) {
			list[i].Trials = append(list[i].Trials, round...)
		}
	}
	return list
}

// roundsOf returns the trials of each round of each benchmark, which nothing comes
// between. A session may begin with the round that the one before did not finish.
func roundsOf(c record.Comparison) [][]record.Trial {
	var all [][]record.Trial
	for i, t := range c.Trials {
		begins := func(s record.Session) bool { return s.First == t.Order }
		if i == 0 || t.Benchmark != c.Trials[i-1].Benchmark || t.Round != c.Trials[i-1].Round || slices.ContainsFunc(c.Sessions, begins) {
			all = append(all, nil)
		}
		last := len(all) - 1
		all[last] = append(all[last], t)
	}
	return all
}

// complete reports whether the trials of a round ended well, the base's and those
// of all contenders among them.
func complete(round []record.Trial, variants []record.Variant) bool {
	in := map[int]bool{}
	for _, t := range round {
		if t.Outcome != record.OK {
			return false
		}
		in[t.Variant] = true
	}
	for i, v := range variants {
		if !in[i] && (v.Role == record.Base || v.Role == record.Contender) {
			return false
		}
	}
	return true
}
