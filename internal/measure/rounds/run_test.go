package rounds

import (
	"context"
	"strings"
	"testing"
	"time"

	"tare/internal/analysis/stats"
	"tare/internal/measure/build"
	"tare/internal/measure/trial"
	"tare/internal/measure/trial/trialtest"
	"tare/internal/record"
)

// alone is a run, of one variant, on a made-up machine.
func alone(m *trialtest.Machine, rule Rule) *setup {
	return &setup{judge: NewSteady(rule), machines: []*trialtest.Machine{m}, variants: Alone(m, []build.Binary{trialtest.Binary}),
		opts: Options{Seed: 7, MaxRounds: rule.MaxRounds, Trial: trial.Options{Bench: ".", Benchtime: time.Millisecond, Timeout: time.Second}}}
}

var steady = Rule{MinRounds: 6, MaxRounds: 10, Target: 0.01}

func run(t *testing.T, m *trialtest.Machine) (Result, *events) {
	t.Helper()
	s := alone(m, steady)
	return s.run(t.Context()), &s.log
}

// counts returns how many trials of a benchmark are clean, and how many polluted.
func counts(b Benchmark) (clean, polluted int) {
	clean = len(nets(b.Trials))
	return clean, len(b.Trials) - clean
}

// of returns the trials of one benchmark.
func of(r Result, name string) (ts []record.Trial) {
	for _, t := range r.Trials {
		if t.Benchmark.Name == name {
			ts = append(ts, t)
		}
	}
	return ts
}

func TestRoundsOfFreshProcesses(t *testing.T) {
	f := trialtest.Three()
	r, l := run(t, f)
	if len(r.Failures) != 0 || len(r.Benchmarks) != 4 || len(r.Trials) != 24 || len(l.Trials) != 24 {
		t.Fatalf("%d benchmarks, %d trials, failures %+v", len(r.Benchmarks), len(r.Trials), r.Failures)
	}
	for name, n := range map[string]int64{"BenchmarkA": 10_000, "BenchmarkB": 500, "BenchmarkC/x": 100_000, "BenchmarkC/y|z[1]": 1} {
		for i, trial := range of(r, name) {
			if trial.N != n || trial.Round != i+1 || trial.Outcome != record.OK || trial.Bill.Net != f.NsPerOp[name] {
				t.Errorf("%s: trial %d: %+v", name, i, trial)
			}
		}
	}
	for _, b := range r.Benchmarks {
		if clean, _ := counts(b); b.Stop != record.StopSteady || clean != 6 || stats.Median(nets(b.Trials)) != f.NsPerOp[b.Name.Name] {
			t.Errorf("benchmark %+v", b)
		}
	}
	// Every round holds each benchmark once, and not always in the same order.
	orders := map[string]bool{}
	for round := range 6 {
		var names []string
		for _, trial := range r.Trials[round*4 : round*4+4] {
			names = append(names, trial.Benchmark.Name)
			if trial.Round != round+1 {
				t.Errorf("trial %d is of round %d", trial.Order, trial.Round)
			}
		}
		orders[strings.Join(names, " ")] = true
	}
	if len(orders) < 2 {
		t.Errorf("one order in all rounds: %v", orders)
	}
	again, _ := run(t, trialtest.Three())
	for i := range r.Trials {
		if again.Trials[i].Benchmark != r.Trials[i].Benchmark {
			t.Fatal("the seed does not reproduce the order")
		}
	}
	if last := l.Progress[len(l.Progress)-1]; last.Done != 23 || last.Expected < 24 || last.All != 4 {
		t.Errorf("progress before the last trial: %+v", last)
	}
}

func TestFixedIterations(t *testing.T) {
	s := alone(trialtest.Three(), steady)
	s.opts.Trial.Benchtime, s.opts.Trial.Iters = 0, 77
	for _, trial := range s.run(t.Context()).Trials {
		if trial.N != 77 {
			t.Errorf("%s: N %d", trial.Benchmark.Name, trial.N)
		}
	}
}

// What goes wrong in one benchmark is its own failure, by name; the rest
// completes.
func TestFailuresOfARun(t *testing.T) {
	for _, c := range []struct {
		name    string
		at      int // which process of BenchmarkB: 1 finds it, 2 is its pilot
		bad     trial.Execution
		outcome record.Outcome
		message string
	}{
		{"fails", 1, trial.Execution{Exit: 1, Output: []byte("--- FAIL: BenchmarkB\n    b_test.go:9: no luck\nFAIL\n")}, record.Failed, "b_test.go:9: no luck"},
		{"fails later", 4, trial.Execution{Exit: 1, Output: []byte("--- FAIL: BenchmarkB\n")}, record.Failed, "--- FAIL: BenchmarkB"},
		{"panics", 3, trial.Execution{Exit: 2, Output: []byte("panic: ouch\n\ngoroutine 7")}, record.Panicked, "panic: ouch"},
		{"throws", 1, trial.Execution{Exit: 2, Output: []byte("fatal error: all goroutines are asleep - deadlock!\n")}, record.Panicked, "fatal error: all goroutines are asleep - deadlock!"},
		{"exits with 0", 3, trial.Execution{Exit: 2, Output: []byte("panic: unexpected call to os.Exit(0) during test\n")}, record.Exited, "the benchmark called os.Exit(0)"},
		{"exits with 3", 3, trial.Execution{Exit: 3}, record.Exited, "the process ended with status 3 and no result"},
		{"ends early", 3, trial.Execution{Exit: 0}, record.Exited, "the process ended with status 0 before the benchmark had a result"},
		{"hangs", 1, trial.Execution{Exit: 2, TimedOut: true, Output: []byte("SIGQUIT: quit\n")}, record.TimedOut, "killed after 10ms (-timeout)"},
		{"is killed", 3, trial.Execution{Exit: -1, Signal: "killed"}, record.Killed, "killed by signal killed"},
		{"runs out of memory", 3, trial.Execution{Exit: -1, Signal: "killed", OOM: true}, record.Killed, "the memory limit of its cell was hit"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := trialtest.Three()
			f.Behave["BenchmarkB"] = func(trial int) (trial.Execution, bool) { return c.bad, trial == c.at }
			r, l := run(t, f)
			if len(r.Failures) != 1 || len(l.Failures) != 1 {
				t.Fatalf("failures %+v", r.Failures)
			}
			got := r.Failures[0]
			if got.Package != "example.com/p" || got.Benchmark != "BenchmarkB" || got.Outcome != c.outcome || got.Message != c.message {
				t.Errorf("failure %+v", got)
			}
			for _, name := range []string{"BenchmarkA", "BenchmarkC/x", "BenchmarkC/y|z[1]"} {
				if len(of(r, name)) != 6 {
					t.Errorf("%s has %d trials", name, len(of(r, name)))
				}
			}
			if c.at > 2 { // its earlier trials are kept
				if ts := of(r, "BenchmarkB"); len(ts) != c.at-2 || ts[len(ts)-1].Outcome != c.outcome {
					t.Errorf("trials of the failed one: %+v", ts)
				}
			}
		})
	}
}

func TestSkippedIsNoFailure(t *testing.T) {
	f := trialtest.Three()
	f.Behave["BenchmarkB"] = func(int) (trial.Execution, bool) { return trial.Execution{Output: []byte("\nPASS\n")}, true }
	r, _ := run(t, f)
	if len(r.Failures) != 0 || len(r.Benchmarks) != 3 {
		t.Errorf("%d benchmarks, failures %+v", len(r.Benchmarks), r.Failures)
	}
}

// A contaminated trial does not count and is repeated.
func TestPollutedTrialsAreRepeated(t *testing.T) {
	f := trialtest.Three()
	f.Canary = func(trial int) int64 {
		if trial == 12 {
			return 2000
		}
		return 1000
	}
	r, _ := run(t, f)
	polluted := 0
	for _, b := range r.Benchmarks {
		clean, spoiled := counts(b)
		polluted += spoiled
		if clean != 6 {
			t.Errorf("%s: %d clean rounds", b.Name.Name, clean)
		}
	}
	if polluted != 1 || len(r.Trials) != 25 {
		t.Errorf("%d polluted of %d trials", polluted, len(r.Trials))
	}
}

func TestMachineNeverClean(t *testing.T) {
	f := trialtest.Three()
	f.Canary = func(trial int) int64 { return int64(1000 + 300*trial*trial) }
	r, _ := run(t, f)
	for _, b := range r.Benchmarks {
		if clean, polluted := counts(b); b.Stop != record.StopPolluted {
			t.Errorf("%s: %s after %d clean, %d polluted", b.Name.Name, b.Stop, clean, polluted)
		}
	}
}

func TestInterruptedRun(t *testing.T) {
	s := alone(trialtest.Three(), steady)
	ctx, cancel := context.WithCancel(t.Context())
	s.log.OnTrial = func(trial record.Trial) {
		if trial.Order == 9 {
			cancel()
		}
	}
	r := s.run(ctx)
	if len(r.Trials) != 10 || len(r.Failures) != 0 || len(r.Benchmarks) != 4 {
		t.Errorf("%d trials, %d benchmarks, failures %+v", len(r.Trials), len(r.Benchmarks), r.Failures)
	}
	for _, b := range r.Benchmarks {
		if b.Stop != record.StopInterrupted {
			t.Errorf("%s stopped: %s", b.Name.Name, b.Stop)
		}
	}
}

// The time for a benchmark bounds its rounds, and what is expected of them; one that is
// steady by then is called so.
func TestMaxTimeOfARun(t *testing.T) {
	s := alone(trialtest.Three(), Rule{MinRounds: 7, MaxRounds: 1000, Target: 0.01})
	s.opts.MaxTime = 60 * time.Millisecond // 10 ms for each trial
	r := s.run(t.Context())
	if b := benchmark(t, r, "BenchmarkB"); b.Rounds != 6 || b.Stop != record.StopTime {
		t.Errorf("%d rounds, %s", b.Rounds, b.Stop)
	}
	for _, p := range s.log.Progress {
		if p.Done >= 4 && p.Expected != 24 || p.Left != time.Duration(24-p.Done)*10*time.Millisecond {
			t.Errorf("progress %+v", p)
		}
	}
	s.judge = NewSteady(steady)
	if b := benchmark(t, s.run(t.Context()), "BenchmarkB"); b.Rounds != 6 || b.Stop != record.StopSteady {
		t.Errorf("%d rounds, %s", b.Rounds, b.Stop)
	}
}
