package trial

import "time"

// Forecast is how long rounds will take, judged by calibration.
type Forecast struct {
	Benchmarks int
	Rounds     int           // of each, at most
	PerRound   int           // trials of a benchmark in a round, but for calibration
	Least      time.Duration // when every benchmark ends as soon as it may
	Most       time.Duration
}

// Add adds a benchmark that gets from least to most rounds of this cost, and no
// further one when it has taken maxTime; 0 means no limit.
func (f *Forecast) Add(least, most int, cost, maxTime time.Duration) {
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
