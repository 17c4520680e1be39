package schedule

import (
	"math"
	"time"

	"tare/internal/record"
)

// Rule says when a benchmark gets no more rounds.
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
	MinRounds int           // clean rounds before the estimate may count as steady
	MaxRounds int           // clean rounds, at least 1; also the most polluted trials put up with
	MaxTime   time.Duration // spent on this benchmark; 0 means no limit
	Target    float64       // half-width of net's interval relative to its center, a fraction of one
}

// Progress is how far one benchmark has come.
type Progress struct {
	Clean    int             // trials that count
	Polluted int             // trials that do not
	Spent    time.Duration   // on all of them, process start-up included
	Net      record.Estimate // over the clean trials
}

// Decide returns why the benchmark gets no more rounds, and whether that is so.
// A benchmark that is steady is called so even if it has reached a limit, too.
func (r Rule) Decide(p Progress) (record.Stop, bool) {
	half, ok := p.Net.HalfWidth()
	switch {
	case ok && half <= r.Target && p.Clean >= r.MinRounds:
		return record.StopSteady, true
	case p.Clean >= r.MaxRounds:
		return record.StopRounds, true
	case p.Polluted > r.MaxRounds:
		return record.StopPolluted, true
	case r.MaxTime > 0 && p.Spent >= r.MaxTime:
		return record.StopTime, true
	}
	return "", false
}

// Expected guesses how many more trials a benchmark needs that has not been
// stopped, at least one. The width of an interval shrinks with the square root
// of the number of clean rounds; polluted trials are expected to stay as
// frequent as they were.
func (r Rule) Expected(p Progress) int {
	rounds := float64(r.MaxRounds)
	if half, ok := p.Net.HalfWidth(); ok && r.Target > 0 {
		enough := float64(p.Clean) * (half / r.Target) * (half / r.Target)
		rounds = min(rounds, max(enough, float64(r.MinRounds)))
	}
	more := rounds - float64(p.Clean)
	done := float64(p.Clean + p.Polluted)
	if p.Clean > 0 {
		more *= done / float64(p.Clean)
	}
	if left := r.MaxTime - p.Spent; r.MaxTime > 0 && p.Spent > 0 {
		more = min(more, done*float64(left)/float64(p.Spent))
	}
	return max(1, int(math.Ceil(more)))
}
