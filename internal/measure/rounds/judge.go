package rounds

import (
	"math"

	"tare/internal/analysis/stats"
	"tare/internal/record"
)

// Judge decides when there is enough evidence.
type Judge interface {
	// Round is asked after each round in which every trial ended well, polluted
	// or not. It gets all trials of such rounds so far, in time order, and returns
	// why there is to be no further round; otherwise "" and a guess of how many
	// rounds are still to come.
	Round(b record.Benchmark, trials []record.Trial) (stop record.Stop, more int)
	// Need says how many rounds b takes, having had so many, until anything can be
	// told of it at all, and how many until the end, at least 1. Time that is short is
	// shared by it, so that it must not come from the signs of differences.
	Need(b record.Benchmark, rounds int) (first, more int)
}

// Selective is a judge that lets single variants leave while the others go on.
type Selective interface {
	Judge
	// Begin is told, before the first round, how many benchmarks there are.
	Begin(benchmarks int)
	// Gone are the variants that take part in no further round of b.
	Gone(b record.Benchmark) []int
}

// Rule says when a benchmark of a run gets no more rounds.
//
// The rule looks at the width of the interval and not at where it lies, which
// is what fixed-width sequential intervals rest on (Chow & Robbins, On the
// Asymptotic Theory of Fixed-Width Sequential Confidence Intervals for the Mean,
// 1965). For few rounds that is not free: an interval that happens to be narrow
// is kept, one that happens to be wide gets more rounds. Of simulated intervals
// at 95 % over normal values, with at least 8 rounds and a target of 1 %, 96.0 %
// cover the center at a CV of 1 %, 94.8 % at 1.5 % and 93.3 % at 2 % (10,000
// each; they take 8, 11 and 18 rounds in the median).
type Rule struct {
	MinRounds int     // clean rounds before the estimate may count as steady
	MaxRounds int     // clean rounds, at least 1; also the most polluted trials put up with
	Target    float64 // half-width of net's interval relative to its center, a fraction of one
}

// tally is how far one benchmark has come.
type tally struct {
	clean    int             // trials that count
	polluted int             // trials that do not
	net      record.Estimate // over the clean trials
}

// decide returns why the benchmark gets no more rounds, if so. A benchmark that is
// steady is called so even if it has reached a limit, too.
func (r Rule) decide(t tally) record.Stop {
	half, ok := t.net.HalfWidth()
	switch {
	case ok && half <= r.Target && t.clean >= r.MinRounds:
		return record.StopSteady
	case t.clean >= r.MaxRounds:
		return record.StopRounds
	case t.polluted > r.MaxRounds:
		return record.StopPolluted
	}
	return ""
}

// expected guesses how many more trials a benchmark needs that has not been
// stopped, at least one. The width of an interval shrinks with the square root
// of the number of clean rounds; polluted trials are expected to stay as
// frequent as they were.
func (r Rule) expected(t tally) int {
	rounds := float64(r.MaxRounds)
	if half, ok := t.net.HalfWidth(); ok && r.Target > 0 {
		enough := float64(t.clean) * (half / r.Target) * (half / r.Target)
		rounds = min(rounds, max(enough, float64(r.MinRounds)))
	}
	more := rounds - float64(t.clean)
	if t.clean > 0 {
		more *= float64(t.clean+t.polluted) / float64(t.clean)
	}
	return max(1, int(math.Ceil(more)))
}

// Steady is the judge of a run: by a rule, it goes on until the estimate is tight.
type Steady struct {
	rule    Rule
	tallies map[record.Benchmark]tally
}

// NewSteady returns a judge by the rule.
func NewSteady(r Rule) *Steady { return &Steady{r, map[record.Benchmark]tally{}} }

// Round implements Judge.
func (j *Steady) Round(b record.Benchmark, trials []record.Trial) (record.Stop, int) {
	t := j.tallies[b]
	if trials[len(trials)-1].Counts() {
		t.clean++
		// Of a fixed number of rounds only the last asks for the interval, which
		// takes longer the more of them there are.
		if t.clean >= j.rule.MinRounds || j.rule.MinRounds < j.rule.MaxRounds {
			t.net = stats.Interval(nets(trials), record.Confidence)
		}
	} else {
		t.polluted++
	}
	j.tallies[b] = t
	return j.rule.decide(t), j.rule.expected(t)
}

// Need implements Judge: what a benchmark needs follows from the width of its interval.
func (j *Steady) Need(b record.Benchmark, _ int) (first, more int) {
	t := j.tallies[b]
	return max(0, j.rule.MinRounds-t.clean), j.rule.expected(t)
}

// nets returns the net ns/op of the clean trials, in order.
func nets(trials []record.Trial) (clean []float64) {
	for _, t := range trials {
		if t.Counts() {
			clean = append(clean, t.Bill.Net)
		}
	}
	return clean
}

// Exactly is a judge that lets every benchmark have so many rounds.
type Exactly int

// Round implements Judge.
func (n Exactly) Round(_ record.Benchmark, trials []record.Trial) (record.Stop, int) {
	done := trials[len(trials)-1].Round
	if done >= int(n) {
		return record.StopRounds, 0
	}
	return "", int(n) - done
}

// Need implements Judge.
func (n Exactly) Need(_ record.Benchmark, rounds int) (first, more int) {
	return 0, max(1, int(n)-rounds)
}
