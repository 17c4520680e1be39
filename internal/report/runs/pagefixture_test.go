package runs

import (
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"tare/internal/record"
	"tare/internal/report/chart"
)

// fixture describes one benchmark of a made-up run.
type fixture struct {
	pkg, name string
	net       float64 // ns/op of a quiet round
	noise     float64 // relative, of net
	container float64 // share of net that throttling adds at most
	rounds    int
	polluted  int // every polluted-th round is
	outlier   int // round that is 1.5 times the rest, 0 for wording.None
	unsteady  bool
}

var started = time.Date(2026, 3, 14, 9, 26, 53, 0, time.UTC)

// fixtureRun is a run that shows everything the page can.
func fixtureRun() record.Run {
	return runOf(
		fixture{pkg: "example.com/shop/cart", name: "BenchmarkTotal", net: 1843, noise: 0.01, container: 0.03, rounds: 24, polluted: 9, outlier: 17},
		fixture{pkg: "example.com/shop/cart", name: "BenchmarkCheckout/items=1000/currency=EUR", net: 2.61e6, noise: 0.03, container: 1.6, rounds: 18, polluted: 7, outlier: 5, unsteady: true},
		fixture{pkg: "example.com/shop/price", name: "BenchmarkRound", net: 0.4127, noise: 0.002, rounds: 10},
	)
}

func runOf(fixtures ...fixture) record.Run {
	run := record.Run{
		ID: "20260314T092653Z", Started: started, Finished: started.Add(4*time.Minute + 12*time.Second),
		Tare: "v0.1.0", Args: []string{"run", "-bench", ".", "-cell", "quota=1.5", "./..."}, Dir: "/home/gopher/shop",
		Source: record.Source{
			Module: "example.com/shop", GoVersion: "go1.26.1", Dirty: true,
			Revision: "3f9a1c07d2b84e65a0c1f7de9b2468ace0135799", VCSStatus: record.Measured,
		},
		Machine: fixtureMachine(),
		Cell:    record.Cell{Level: "cgroup v2", Parent: "/user.slice/tare", Quota: 1.5, Period: 100000, Memory: 2 << 30, GOMAXPROCS: 4, Env: []string{"GOGC=100"}, ASLR: true},
		Plan:    record.Plan{Bench: ".", Packages: []string{"./..."}, Benchtime: 250 * time.Millisecond, MinRounds: 10, MaxRounds: 40, MaxTime: 10 * time.Minute, Target: 0.01, MaxCV: 0.03, Seed: 42},
		Findings: []record.Finding{
			{ID: "no-pmu", Severity: "info", What: "This machine offers no hardware counters.", Evidence: "perf_event_open: ENOENT"},
			{ID: "quota", Severity: "serious", What: "An ancestor cgroup caps the cell at 1.2 CPUs, below the 1.5 that were asked for.", Evidence: "/user.slice cpu.max: 120000 100000", Fix: "Raise cpu.max of /user.slice, or run with -cell quota=1.2."},
			{ID: "governor", Severity: "warning", What: "The frequency governor is powersave.", Evidence: "scaling_governor: powersave on 8 of 8 CPUs", Fix: "Set the governor performance.", Knob: "governor"},
		},
		Failures: []record.Failure{
			{Package: "example.com/shop/tax", Stage: "build", Outcome: record.Failed, Message: "go test -c: exit status 1", Output: "tax/vat.go:17:9: undefined: rateOf\ntax/vat.go:21:2: missing return"},
			{Package: "example.com/shop/cart", Benchmark: "BenchmarkRefund", Stage: "trial", Outcome: record.TimedOut, Message: "no result after 1m0s"},
		},
		Probes: map[record.Metric]record.Reading{
			record.Cycles:       record.Missing(record.Unsupported, "no PMU"),
			record.Instructions: record.Missing(record.Unsupported, "no PMU"),
			record.Migrations:   record.Missing(record.Denied, "perf_event_paranoid is 4"),
		},
	}
	for i, f := range fixtures {
		summary, trials := f.build(rand.New(rand.NewPCG(uint64(i), 7)))
		run.Summaries = append(run.Summaries, summary)
		run.Trials = append(run.Trials, trials...)
	}
	return run
}

func fixtureMachine() record.Machine {
	return record.Machine{
		CPUModel: "AMD Ryzen 7 5800U with Radeon Graphics", CPUs: 8, Affinity: 6, GOOS: "linux", GOARCH: "amd64", Kernel: "6.18.4-cloud-amd64",
		Facts: []record.Fact{
			{Name: "hypervisor", Value: "WSL2 (Hyper-V)", Status: record.Measured},
			{Name: "governor", Value: "powersave", Status: record.Measured},
			{Name: "turbo", Status: record.Unsupported, Why: "no cpufreq in this guest"},
			{Name: "THP", Value: "madvise", Status: record.Measured},
		},
	}
}

func (f fixture) build(rng *rand.Rand) (record.Summary, []record.Trial) {
	s := record.Summary{
		Benchmark:  record.Benchmark{Package: f.pkg, Name: f.name, Procs: 4},
		Accounting: record.ByWindow, N: int64(math.Ceil(2.5e8 / f.net)),
		Steady: !f.unsteady, Stop: record.StopSteady,
		Drift: record.Drift{Trend: 0.004, TrendP: 0.61, Lag1: 0.12, CanaryALU: 0.031, CanaryPipe: 0.44},
	}
	if f.unsteady {
		s.Stop, s.CV = record.StopRounds, 0.2
		s.Drift = record.Drift{Trend: 0.061, TrendP: 0.004, Lag1: 0.48, Significant: true, CanaryALU: 0.2, CanaryPipe: 1.4}
	}
	var trials []record.Trial
	var net, wall []float64
	for round := 1; round <= f.rounds; round++ {
		t := f.trial(s, round, rng)
		if t.Counts() {
			net, wall = append(net, t.Bill.Net), append(wall, t.Bill.Wall)
			s.Bill = add(s.Bill, t.Bill)
			s.Rounds++
		} else {
			s.Polluted++
		}
		if t.Counts() && round == f.outlier {
			s.Outliers = append(s.Outliers, record.Outlier{Round: round, Value: t.Bill.Net, Ratio: 1.5, Cause: "38ms throttled"})
		}
		trials = append(trials, t)
	}
	s.Bill = divide(s.Bill, float64(s.Rounds))
	s.Net, s.Wall = estimateOf(net, f.noise), estimateOf(wall, f.noise+f.container/8)
	if !f.unsteady {
		s.CV = f.noise
	}
	s.Units = map[string]record.Estimate{
		"B/op":      {Center: 2336, Lo: 2336, Hi: 2336, Confidence: 0.95, N: s.Rounds},
		"allocs/op": {Center: 14, Lo: 14, Hi: 14, Confidence: 0.95, N: s.Rounds},
		"items/s":   {Center: 1.234e6, Lo: 1.2e6, Hi: 1.26e6, Confidence: 0.95, N: s.Rounds},
	}
	return s, trials
}

func (f fixture) trial(s record.Summary, round int, rng *rand.Rand) record.Trial {
	net := f.net * (1 + f.noise*rng.NormFloat64())
	t := record.Trial{
		Benchmark: s.Benchmark, Round: round, Order: round - 1, Started: started.Add(time.Duration(round) * time.Second),
		Outcome: record.OK, Accounting: record.ByWindow, N: s.N, Segments: 1, Elapsed: 412e6 + int64(round)*1e6,
		Extra: map[string]float64{"items/s": 1.234e6},
	}
	if round == f.outlier {
		net *= 1.5
	}
	if f.polluted > 0 && round%f.polluted == 0 {
		net *= 1.2
		t.Polluted = []string{"another process took 31% of a CPU"}
	}
	lost := net * f.container * (0.5 + rng.Float64()/2)
	t.Bill = record.Bill{
		Wall: net + lost, OnCPU: 0.91 * net, GCPause: 0.02 * net, Blocked: 0.06 * net, Residual: 0.01 * net,
		Throttled: 0.8 * lost, Waiting: 0.2 * lost, Net: net, CPU: 1.3 * net, NetStatus: record.Measured,
	}
	n := float64(s.N)
	t.Readings = record.Readings{
		record.Wall: record.Of(n * t.Bill.Wall), record.CPU: record.Of(n * t.Bill.CPU), record.RunqWait: record.Of(n * lost),
		record.Throttled: record.Of(0.8 * n * lost), record.Mallocs: record.Of(14 * n), record.AllocBytes: record.Of(2336 * n),
		record.GCCycles: record.Of(3), record.CanaryALU: record.Of(2.01), record.CanaryPipe: record.Of(1130),
		record.Cycles: record.Missing(record.Unsupported, "no PMU"), record.Instructions: record.Missing(record.Unsupported, "no PMU"),
		record.Steal: record.Of(0),
	}
	if round%4 == 0 {
		t.Readings[record.Steal] = record.Missing(record.Undetermined, "window shorter than one 10 ms step")
	}
	return t
}

// estimateOf is good enough to look like one.
func estimateOf(values []float64, noise float64) record.Estimate {
	if len(values) == 0 {
		return record.Estimate{}
	}
	e := record.Estimate{Center: chart.Median(values), N: len(values)}
	if e.N >= 6 {
		half := e.Center * noise / math.Sqrt(float64(e.N)) * 2
		e.Lo, e.Hi, e.Confidence = e.Center-half, e.Center+half, 0.953
	}
	return e
}

func add(a, b record.Bill) record.Bill {
	a.NetStatus = b.NetStatus
	a.Wall, a.Net, a.CPU = a.Wall+b.Wall, a.Net+b.Net, a.CPU+b.CPU
	a.OnCPU, a.GCPause, a.Blocked, a.Residual = a.OnCPU+b.OnCPU, a.GCPause+b.GCPause, a.Blocked+b.Blocked, a.Residual+b.Residual
	a.Throttled, a.Waiting, a.Stolen = a.Throttled+b.Throttled, a.Waiting+b.Waiting, a.Stolen+b.Stolen
	return a
}

func divide(b record.Bill, n float64) record.Bill {
	if n == 0 {
		return record.Bill{}
	}
	b.Wall, b.Net, b.CPU = b.Wall/n, b.Net/n, b.CPU/n
	b.OnCPU, b.GCPause, b.Blocked, b.Residual = b.OnCPU/n, b.GCPause/n, b.Blocked/n, b.Residual/n
	b.Throttled, b.Waiting, b.Stolen = b.Throttled/n, b.Waiting/n, b.Stolen/n
	return b
}

// manyRun is a run of n benchmarks of all sizes.
func manyRun(n int) record.Run {
	fixtures := make([]fixture, n)
	for i := range fixtures {
		fixtures[i] = fixture{
			pkg:  fmt.Sprintf("example.com/shop/internal/part%d", i%7),
			name: fmt.Sprintf("BenchmarkCase%03d/size=%d", i, 1<<(i%12)),
			net:  math.Pow(10, float64(i%9)), noise: 0.005 * float64(1+i%5), container: 0.2 * float64(i%6),
			rounds: 10 + i%15, polluted: 5 + i%9, outlier: i % 11, unsteady: i%4 == 0,
		}
	}
	return runOf(fixtures...)
}
