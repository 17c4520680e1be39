package runner

import (
	"testing"
	"time"

	"tare/internal/measure/build"
	"tare/internal/measure/schedule"
	"tare/internal/measure/trial"
	"tare/internal/measure/trial/trialtest"
	"tare/internal/record"
)

// Time that is short goes to those that are nearest to the target.
func TestBudget(t *testing.T) {
	m := trialtest.Three()
	m.NsPerOp["BenchmarkC/y|z[1]"] = 1000
	var log trialtest.Log
	start := time.Unix(1000, 0)
	var told trial.Forecast
	opts := Options{Plan: record.Plan{Bench: ".", Benchtime: time.Millisecond, MinRounds: 8, MaxRounds: 1000, Timeout: time.Second, Target: -1},
		Forecast: func(f trial.Forecast) { told = f },
		Budget: schedule.Budget{Until: start.Add(time.Second), // 100 trials
			Now: func() time.Time { return start.Add(time.Duration(len(log.Trials)) * 10 * time.Millisecond) }}}
	r := New(opts, m, &log).Run(t.Context(), []build.Binary{trialtest.Binary})
	if len(r.Trials) != 100 || len(r.Summaries) != 4 {
		t.Fatalf("%d trials of %d benchmarks", len(r.Trials), len(r.Summaries))
	}
	for _, s := range r.Summaries {
		if s.Stop != record.StopBudget || s.Rounds != 25 { // none of them would come to its end
			t.Errorf("%s: %d rounds, %s", s.Benchmark.Name, s.Rounds, s.Stop)
		}
	}
	if told.Benchmarks != 4 || told.Rounds != 1000 || told.PerRound != 1 || told.Most < 100*told.Least {
		t.Errorf("forecast %+v", told)
	}
	for _, p := range log.Progress {
		if left := time.Second - time.Duration(p.Done)*10*time.Millisecond; p.Left > left || p.Left == 0 {
			t.Errorf("%s left of %s after %d trials", p.Left, left, p.Done)
		}
	}
}
