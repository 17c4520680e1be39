package runs

import (
	"time"

	"tare/internal/record"
)

func estimate(center, half float64, n int) record.Estimate {
	return record.Estimate{Center: center, Lo: center * (1 - half), Hi: center * (1 + half), Confidence: 0.957, N: n}
}

// summary returns a steady benchmark of 12 rounds that spent all its time on
// a CPU.
func summary(pkg, name string, procs int, ns float64) record.Summary {
	return record.Summary{
		Benchmark:  record.Benchmark{Package: pkg, Name: name, Procs: procs},
		Accounting: record.ByWindow,
		N:          1000, Rounds: 12,
		Net:  estimate(ns, 0.008, 12),
		Wall: estimate(ns*1.01, 0.012, 12),
		Bill: record.Bill{
			Wall: ns * 1.01, OnCPU: ns * 0.99, Waiting: ns * 0.02,
			Net: ns, NetStatus: record.Measured,
		},
		Units: map[string]record.Estimate{
			"B/op":      estimate(112, 0, 12),
			"allocs/op": estimate(3, 0, 12),
		},
		CV: 0.011, Steady: true, Stop: record.StopSteady,
		Drift: record.Drift{TrendP: 0.6},
	}
}

func quietRun() record.Run {
	return record.Run{
		ID: "20261121-070301-4f2a", Started: start, Finished: start.Add(4200 * time.Millisecond),
		Plan:      record.Plan{Target: 0.01, MaxCV: 0.021, Seed: 42},
		Summaries: []record.Summary{summary("example.com/m/fib", "BenchmarkFib20", 8, 22345)},
		Trials:    make([]record.Trial, 12),
	}
}

// sampleRun has every kind of footnote, finding and failure.
func sampleRun() record.Run {
	run := quietRun()
	run.Finished = start.Add(74 * time.Second)

	throttled := summary("example.com/m/fib", "BenchmarkFib20/deep", 8, 1.2e6)
	throttled.Wall = estimate(2.1e6, 0.23, 30)
	throttled.Bill = record.Bill{
		Wall: 2.1e6, OnCPU: 1.1e6, Throttled: 0.8e6, Waiting: 0.05e6, Stolen: 0.04e6,
		GCPause: 0.01e6, Blocked: 0.06e6, Residual: 0.04e6, Net: 1.2e6, NetStatus: record.Measured,
	}
	throttled.Net = estimate(1.2e6, 0.023, 30)
	throttled.Rounds, throttled.Polluted = 30, 2
	throttled.CV, throttled.Steady, throttled.Stop = 0.034, false, record.StopRounds
	throttled.Outliers = []record.Outlier{
		{Round: 7, Ratio: 1.42, Cause: "38ms throttled"},
		{Round: 9, Ratio: 1.31, Cause: "no reading explains it"},
	}
	throttled.Drift = record.Drift{
		Trend: 0.031, TrendP: 0.004, Lag1: 0.62, Significant: true,
		CanaryALU: 0.02, CanaryPipe: 0.31,
	}

	coarse := summary("example.com/m/json", "BenchmarkMarshal", 1, 138.7)
	coarse.Accounting = record.ByProcess
	coarse.Bill.NetStatus, coarse.Bill.NetWhy = record.Unsupported, "schedstat is missing"

	run.Summaries = append(run.Summaries, coarse, throttled)
	run.Trials = []record.Trial{
		{Benchmark: throttled.Benchmark, Polluted: []string{"suspended for 3s"}},
		{Benchmark: throttled.Benchmark, Polluted: []string{"suspended for 3s", "clock stepped"}},
	}
	run.Probes = map[record.Metric]record.Reading{
		record.Cycles:       record.Missing(record.Unsupported, "no PMU"),
		record.Instructions: record.Missing(record.Unsupported, "no PMU"),
		record.Migrations:   record.Missing(record.Denied, "perf_event_paranoid is 3"),
	}
	run.Findings = []record.Finding{
		{ID: "aslr-kept", Severity: "info", What: "addresses are randomized, so that layout is averaged over"},
		{ID: "steal", Severity: "warning", What: "the hypervisor took 1.9% of the CPU time",
			Evidence: "steal in /proc/stat rose by 140 ticks", Fix: "use a dedicated instance"},
		{ID: "quota", Severity: "serious",
			What:     "a quota of 0.5 CPUs throttled 38 of 100 periods, which is more than a third of the time that the benchmark wanted to run",
			Evidence: "nr_throttled in cpu.stat", Fix: "raise cpu.max or run outside the container", Knob: "quota"},
	}
	run.Failures = onlyFailures().Failures
	return run
}

func onlyFailures() record.Run {
	return record.Run{
		Started: start, Finished: start.Add(900 * time.Millisecond),
		Plan: record.Plan{Seed: 7},
		Failures: []record.Failure{
			{Package: "example.com/m/bad", Benchmark: "BenchmarkIndex", Stage: "trial", Outcome: record.Panicked,
				Message: "index out of range [3] with length 3",
				Output:  "panic: index out of range [3] with length 3\n\ngoroutine 7 [running]:\n\texample.com/m/bad.Index()\n"},
			{Package: "example.com/m/broken", Stage: "build", Outcome: record.Failed, Message: "exit status 1",
				Output: "broken.go:3:1: syntax error: non-declaration statement outside function body"},
		},
	}
}

func longNames() record.Run {
	run := sampleRun()
	for i := range run.Summaries {
		run.Summaries[i].Benchmark.Name += "/encoding=protobuf/payload=large/compression=zstd"
	}
	return run
}

func noInterval() record.Run {
	run := quietRun()
	few := &run.Summaries[0]
	few.Rounds, few.Steady, few.Stop = 3, false, record.StopInterrupted
	few.Net.Confidence, few.Wall.Confidence = 0, 0
	none := record.Summary{
		Benchmark: record.Benchmark{Package: "example.com/m/fib", Name: "BenchmarkNever", Procs: 8},
		Polluted:  4, Stop: record.StopPolluted,
	}
	run.Summaries = append(run.Summaries, none)
	return run
}

func missingReadings() record.Run {
	run := quietRun()
	run.Summaries = append(run.Summaries, summary("example.com/m/fib", "BenchmarkFib30", 8, 2.5e6))
	for i := range run.Summaries {
		s := &run.Summaries[i]
		s.Bill.NetStatus, s.Bill.NetWhy = record.Denied, "cpu.stat: permission denied"
	}
	run.Probes = map[record.Metric]record.Reading{
		record.Throttled: record.Missing(record.Denied, "cpu.stat: permission denied"),
		record.Steal:     record.Missing(record.Undetermined, ""),
		record.RunqWait:  record.Of(0),
	}
	return run
}
