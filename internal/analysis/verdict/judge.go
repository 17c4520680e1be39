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

// Need says how many more rounds than so many a benchmark takes until it is looked at
// for the first time, and guesses how many it takes until its intervals are as narrow
// as the margin, when all changes that are found or ruled out by then are. It goes by the sizes of the differences as of the last look, not
// by their signs, so that time can be shared by it: when there is no change, the
// coins that decide on the signs then have no say in who gets further rounds.
func (j *Judge) Need(b record.Benchmark, rounds int) (first, more int) {
	return max(0, j.rules.Plan.Looks[0]-rounds), max(1, j.enough(b)-rounds)
}

// enough is how many rounds a benchmark is guessed to need in all.
func (j *Judge) enough(b record.Benchmark) int {
	most := j.rules.most()
	i := slices.Index(j.names, b)
	if i < 0 {
		return most
	}
	enough := 0.0
	for _, c := range j.benchmarks[i] {
		for _, change := range c.Changes {
			half := j.rules.halfOfOne(c, change)
			if half < 0 {
				return most
			}
			if half > 0 { // counts that are always the same take no rounds at all
				enough = max(enough, math.Pow(half/math.Log1p(j.rules.Plan.MarginOf(c.Metric)), 2))
			}
		}
	}
	return int(min(math.Ceil(enough), float64(most)))
}

// halfOfOne is half the width of the interval that one round would have, if the
// normal distribution held; negative when no round tells.
func (r Rules) halfOfOne(c record.Compared, change record.Change) float64 {
	var sizes []float64
	for _, l := range change.Logs {
		if l.Clean {
			sizes = append(sizes, math.Abs(l.Log))
		}
	}
	if len(sizes) == 0 {
		return -1
	}
	const medianOfNormal = 0.6745 // of its size
	return critical(r.test(0).Level(max(c.Looks, 1)-1)) * stats.Median(sizes) / medianOfNormal
}
