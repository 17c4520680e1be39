package paired

import (
	"testing"
	"time"

	"tare/internal/measure/schedule"
	"tare/internal/measure/trial"
	"tare/internal/record"
)

// ticking is a budget whose clock goes on by 10 ms with each trial, which is what
// those of the made-up machines take.
func (s *setup) ticking(d time.Duration) {
	start := time.Unix(1000, 0)
	s.opts.Budget = schedule.Budget{Until: start.Add(d), Now: func() time.Time { return start.Add(time.Duration(len(s.log.Trials)) * 10 * time.Millisecond) }}
}

// Time that is short goes to those that need least, once something is known of all.
func TestBudget(t *testing.T) {
	s := compare(record.Base, record.Contender)
	s.machines[0].NsPerOp["BenchmarkC/y|z[1]"] = 1000
	s.judge, s.opts.FirstLook, s.opts.MaxRounds = after(1000), 5, 1000
	needs := map[string]int{"BenchmarkA": 20, "BenchmarkB": 500, "BenchmarkC/x": 8, "BenchmarkC/y|z[1]": 900}
	s.opts.Need = func(b record.Benchmark, rounds int) int { return max(1, needs[b.Name]-rounds) }
	var told trial.Forecast
	s.opts.Forecast = func(f trial.Forecast) { told = f }
	s.ticking(1100 * time.Millisecond) // 55 rounds
	r := s.run(t.Context())
	total := 0
	for _, b := range r.Benchmarks {
		total += b.Rounds
		least := 5 // those that need more than there is have their first look
		if need := needs[b.Name.Name]; need <= 20 {
			least = need
		}
		if b.Stop != record.StopBudget || b.Rounds < least {
			t.Errorf("%s: %d rounds, %s", b.Name.Name, b.Rounds, b.Stop)
		}
	}
	if total != 55 {
		t.Errorf("%d rounds in all", total)
	}
	if told.Benchmarks != 4 || told.Rounds != 1000 || told.PerRound != 2 || told.Least <= 0 || told.Most < 100*told.Least {
		t.Errorf("forecast %+v", told)
	}
	for _, p := range s.log.Progress {
		if left := 1100*time.Millisecond - time.Duration(p.Done)*10*time.Millisecond; p.Left > left || p.Left == 0 {
			t.Errorf("%s left of %s after %d trials", p.Left, left, p.Done)
		}
	}
}

// When there is no time for anything, nothing is run.
func TestBudgetThatIsOver(t *testing.T) {
	s := compare(record.Base, record.Contender)
	s.ticking(-time.Second)
	for _, b := range s.run(t.Context()).Benchmarks {
		if b.Rounds != 0 || b.Stop != record.StopBudget {
			t.Errorf("%s: %d rounds, %s", b.Name.Name, b.Rounds, b.Stop)
		}
	}
}
