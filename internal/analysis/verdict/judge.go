package verdict

import (
	"math"
	"slices"

	"tare/internal/analysis/stats"
	"tare/internal/record"
)

// Judge follows a comparison round by round and says when a benchmark has its
// verdicts.
type Judge struct {
	rules      Rules
	names      []record.Benchmark
	benchmarks [][]record.Compared // by name, in each unit, as of their last looks
}

// NewJudge returns a judge by the rules, who knows what earlier sessions had of
// the benchmarks.
func NewJudge(r Rules, earlier ...Benchmark) *Judge {
	j := &Judge{rules: r}
	for _, b := range earlier {
		all := r.compare(b.Name, b.Trials)
		for i := range all {
			all[i].Stop = b.Stop
		}
		j.names, j.benchmarks = append(j.names, b.Name), append(j.benchmarks, all)
	}
	r.settle(slices.Concat(j.benchmarks...))
	return j
}

// Round takes the trials of b so far, the last of which ended a round. It
// returns why b needs no further round, if so, and otherwise a guess of how many
// it still takes. Between looks it does next to nothing.
func (j *Judge) Round(b record.Benchmark, trials []record.Trial) (stop record.Stop, more int) {
	i := slices.Index(j.names, b)
	if i < 0 {
		// Every benchmark has had a round before any of them is looked at, so that
		// none is settled without regard to the number of the others.
		i = len(j.names)
		j.names = append(j.names, b)
		j.benchmarks = append(j.benchmarks, j.rules.compare(b, nil))
	}
	last, rounds := j.rules.last(trials), trials[len(trials)-1].Round
	if rounds < last && !j.rules.due(trials, rounds) {
		return "", max(1, j.expected(j.benchmarks[i], last)-rounds)
	}
	j.benchmarks[i] = j.rules.compare(b, trials)
	j.rules.settle(slices.Concat(j.benchmarks...))
	switch all := j.benchmarks[i]; {
	case Decided(all...):
		return record.StopDecided, 0
	case rounds >= last:
		return record.StopRounds, 0
	default:
		return "", max(1, j.expected(all, last)-rounds)
	}
}

// expected guesses how many rounds a benchmark takes in all, last at most: up to the
// look at which all its changes have what they need.
func (j *Judge) expected(all []record.Compared, last int) int {
	most := 0
	for _, c := range all {
		most = max(most, c.Rounds+1)
		for _, change := range c.Changes {
			if change.Verdict == record.Inconclusive {
				most = max(most, c.Rounds+change.More)
			}
		}
	}
	for i := 0; ; i++ {
		if n := stats.Rounds(j.rules.Plan.Looks, i); n >= min(most, last) {
			return min(n, last)
		}
	}
}

// Outlook returns, once every benchmark has been looked at, the smallest change
// that the noisiest of them would show after all rounds, a fraction of one, in the
// first of the units that verdicts are about. It
// rests on the sizes of the differences, not on their signs.
func (j *Judge) Outlook() (change float64, known bool) {
	last := float64(j.rules.most())
	for _, all := range j.benchmarks {
		c := all[0] // the unit named first
		for _, ch := range c.Changes {
			if ch.MDE == 0 {
				return 0, false
			}
			if mde := ch.MDE; j.rules.Plan.Layouts == 0 {
				change = max(change, mde*math.Sqrt(float64(c.Rounds)/last))
			} else { // more rounds bring no more layouts
				change = max(change, mde)
			}
		}
	}
	return change, len(j.benchmarks) > 0
}
