package verdict

import (
	"math"
	"slices"

	"tare/internal/record"
	"tare/internal/signflip"
)

// Judge follows a comparison round by round and says when a benchmark has its
// verdicts.
type Judge struct {
	rules      Rules
	benchmarks []record.Compared // as of their last looks
}

// NewJudge returns a judge by the rules, who knows what earlier sessions had of
// the benchmarks.
func NewJudge(r Rules, earlier ...Benchmark) *Judge {
	j := &Judge{rules: r}
	for _, b := range earlier {
		c := r.compare(b.Name, b.Trials)
		c.Stop = b.Stop
		j.benchmarks = append(j.benchmarks, c)
	}
	r.settle(j.benchmarks)
	return j
}

// Round takes the trials of b so far, the last of which ended a round. It
// returns why b needs no further round, if so, and otherwise a guess of how many
// it still takes. Between looks it does next to nothing.
func (j *Judge) Round(b record.Benchmark, trials []record.Trial) (stop record.Stop, more int) {
	i := slices.IndexFunc(j.benchmarks, func(c record.Compared) bool { return c.Benchmark == b })
	if i < 0 {
		// Every benchmark has had a round before any of them is looked at, so that
		// none is settled without regard to the number of the others.
		i = len(j.benchmarks)
		j.benchmarks = append(j.benchmarks, j.rules.compare(b, nil))
	}
	last, rounds := j.rules.last(trials), trials[len(trials)-1].Round
	if rounds < last && !j.rules.due(trials, rounds) {
		return "", max(1, j.expected(j.benchmarks[i], last)-rounds)
	}
	j.benchmarks[i] = j.rules.compare(b, trials)
	j.rules.settle(j.benchmarks)
	switch c := j.benchmarks[i]; {
	case Decided(c):
		return record.StopDecided, 0
	case rounds >= last:
		return record.StopRounds, 0
	default:
		return "", max(1, j.expected(c, last)-rounds)
	}
}

// expected guesses how many rounds c takes in all, last at most: up to the look at
// which all its changes have what they need.
func (j *Judge) expected(c record.Compared, last int) int {
	most := c.Rounds + 1
	for _, change := range c.Changes {
		if change.Verdict == record.Inconclusive {
			most = max(most, c.Rounds+change.More)
		}
	}
	for i := 0; ; i++ {
		if n := signflip.Rounds(j.rules.Plan.Looks, i); n >= min(most, last) {
			return min(n, last)
		}
	}
}

// Outlook returns, once every benchmark has been looked at, the smallest change
// that the noisiest of them would show after all rounds, a fraction of one. It
// rests on the sizes of the differences, not on their signs.
func (j *Judge) Outlook() (change float64, known bool) {
	last := float64(j.rules.most())
	for _, c := range j.benchmarks {
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
