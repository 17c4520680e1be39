package trial

import "time"

// price sets what a trial of each benchmark found costs, from what the process
// that listed them took, and what the one took that calibrated all of them. What
// that one did besides, setting up and trying iteration counts, is shared among
// them.
func price(found []Benchmark, listing, calibration time.Duration) {
	for i := range found {
		besides := max(0, calibration-listing) / time.Duration(len(found))
		found[i].Cost = listing + besides + found[i].Window
	}
}

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
