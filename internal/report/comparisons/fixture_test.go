package comparisons

import (
	"math"
	"time"

	"tare/internal/record"
)

var start = time.Date(2026, 11, 21, 7, 3, 1, 0, time.UTC)

// estimate has an interval of center ± half, a fraction of one.
func estimate(center, half float64, n int) record.Estimate {
	return record.Estimate{Center: center, Lo: center * (1 - half), Hi: center * (1 + half), Confidence: 0.9541, N: n}
}

// ratio is a change with its interval in percent.
func ratio(center, lo, hi float64, n int) record.Estimate {
	return record.Estimate{Center: 1 + center/100, Lo: 1 + lo/100, Hi: 1 + hi/100, Confidence: 0.9541, N: n}
}

func moved(name string, old, new float64) record.UnitChange {
	d, half := new-old, max(new-old, old-new)/10
	return record.UnitChange{Unit: name, Old: old, New: new, Moved: true,
		Diff: record.Estimate{Center: d, Lo: d - half, Hi: d + half, Confidence: 0.95, N: 40}}
}

func still(name string, old, new float64) record.UnitChange {
	u := moved(name, old, new)
	u.Diff.Lo, u.Diff.Hi, u.Moved = -old/50, old/50, false
	return u
}

// compared is a benchmark with one contender.
func compared(name string, old, change float64, v record.Verdict, r record.Estimate, p float64) record.Compared {
	now := old * (1 + change/100)
	return record.Compared{
		Benchmark: record.Benchmark{Package: "example.com/m/fib", Name: name, Procs: 8},
		N:         1000, Metric: "net-ns/op", Rounds: r.N, Stop: record.StopDecided,
		Old: estimate(old, 0.008, r.N),
		Changes: []record.Change{{
			Variant: 1, Verdict: v, New: estimate(now, 0.009, r.N), Ratio: r, Pairs: r.N, P: p / 3, Adjusted: p, MDE: 0.008,
			Units: []record.UnitChange{
				still("ns/op", old*1.01, now*1.01), still("cpu-ns/op", old, now), still("B/op", 112, 112), still("allocs/op", 3, 3),
			},
		}},
	}
}

func comparison(bs ...record.Compared) record.Comparison {
	return record.Comparison{
		ID: "20261121-070301-4f2a", Started: start, Finished: start.Add(74 * time.Second),
		Tare: "v0.4.0", Args: []string{"compare", "-bench=Fib|Sum", "HEAD~1", "./..."},
		Machine: record.Machine{CPUModel: "AMD EPYC 7763", CPUs: 2, GOOS: "linux", GOARCH: "amd64", Kernel: "6.18.4"},
		Design:  record.Paired,
		Plan: record.ComparisonPlan{Metric: "auto", Alpha: 0.05, Margin: 0.02, Seed: 42,
			Looks: []int{8, 12, 18, 27, 40, 60, 90, 135, 200}},
		Variants: []record.Variant{
			{Name: "old", Role: record.Base, Side: "HEAD~1",
				Source: record.Source{Revision: "4f2a90c1d3e5f7a9b1c3", GoVersion: "go1.26.1", VCSStatus: record.Measured}},
			{Name: "new", Role: record.Contender, Side: ".",
				Source: record.Source{Revision: "a0b1c2d3e4f5a6b7c8d9", Dirty: true, GoVersion: "go1.26.1", VCSStatus: record.Measured}},
		},
		Benchmarks:  bs,
		Calibration: record.Calibration{Pairs: 24, P: 0.62, Shift: -0.001, OK: true},
	}
}

// slight is a change that does not matter.
func slight() record.Compared {
	b := compared("BenchmarkParseSmall", 640, 1.4, record.Slower, ratio(1.4, 0.2, 2.7, 72), 0.021)
	b.Changes[0].Within = true
	return b
}

// everyVerdict has each verdict, with each footnote that goes with it.
func everyVerdict() record.Comparison {
	slower := compared("BenchmarkFib20", 22345, 3.1, record.Slower, ratio(3.1, 2.4, 3.9, 40), 0.0004)
	slower.Changes[0].Units = []record.UnitChange{
		moved("ns/op", 22570, 23270), moved("cpu-ns/op", 22340, 23030),
		moved("oncpu-ns/op", 22300, 22988), moved("gcpause-ns/op", 1, 9), still("runq-ns/op", 200, 210),
		moved("hits/op", 12.5, 11.25), moved("B/op", 112, 160), moved("allocs/op", 3, 5), moved("exact-allocs/op", 3.01, 5.02),
		moved("gc/op", 0.00025, 0.00028), moved("major-faults/op", 0, 0.002),
	}
	slower.Changes[0].Dropped = 3
	slower.Changes[0].Unfiltered = ratio(4.4, 1.9, 7.2, 43)

	faster := compared("BenchmarkFib20/deep", 1.2e6, -9.7, record.Faster, ratio(-9.7, -11, -8.6, 8), 0.012)
	faster.Changes[0].Units[0] = moved("ns/op", 1.3e6, 1.12e6)

	equal := compared("BenchmarkSum", 138.7, 0.31, record.Equivalent, ratio(0.31, 0.22, 0.41, 90), 0.003)
	equal.Changes[0].Dropped, equal.Changes[0].Unfiltered = 1, ratio(0.32, 0.22, 0.42, 91)

	open := compared("BenchmarkSumAll", 5200, 0.8, record.Inconclusive, ratio(0.8, -3.2, 5.1, 60), 0.412)
	open.Changes[0].Why, open.Changes[0].More, open.Changes[0].MDE = "the interval is wider than the margin", 177, 0.061
	open.Rounds, open.Stop = 62, record.StopTime
	open.Changes[0].Dropped, open.Changes[0].Unfiltered = 2, ratio(0.8, -3.3, 5.2, 62)

	invalid := compared("BenchmarkParse", 9100, 12, record.Invalid, ratio(12, 7, 18, 12), 0.001)
	invalid.Changes[0].Why = "31 of 43 pairs were contaminated"
	invalid.Benchmark.Package = "example.com/m/json"

	c := comparison(slower, invalid, faster, slight(), equal, open)
	c.Plan.MaxTime = 30 * time.Second
	c.Trials = []record.Trial{
		{Benchmark: slower.Benchmark, Polluted: []string{"suspended for 3s"}},
		{Benchmark: slower.Benchmark, Variant: 1, Polluted: []string{"clock stepped", "suspended for 3s"}},
		{Benchmark: slower.Benchmark, Variant: 2, Polluted: []string{"not to be shown"}},
	}
	c.Unmatched = []record.Unmatched{
		{Benchmark: record.Benchmark{Package: "example.com/m/fib", Name: "BenchmarkGone", Procs: 8}, Missing: []int{1}},
		{Benchmark: record.Benchmark{Package: "example.com/m/fib", Name: "BenchmarkMoved/with_a_long_name", Procs: 8}, Missing: []int{1}},
		{Benchmark: record.Benchmark{Package: "example.com/m/json", Name: "BenchmarkAdded", Procs: 8}, Missing: []int{0}},
	}
	c.Probes = map[record.Metric]record.Reading{
		record.Cycles:       record.Missing(record.Unsupported, "no PMU"),
		record.Instructions: record.Missing(record.Unsupported, "no PMU"),
	}
	c.Findings = []record.Finding{{ID: "steal", Severity: record.Warning, What: "the hypervisor took 1.9% of the CPU time",
		Evidence: "steal in /proc/stat rose by 140 ticks", Fix: "use a dedicated instance"}}
	c.Failures = []record.Failure{{Package: "example.com/m/bad", Benchmark: "BenchmarkIndex", Variant: 1, Stage: "trial",
		Outcome: record.Panicked, Message: "index out of range [3] with length 3",
		Output: "panic: index out of range [3] with length 3\n\ngoroutine 7 [running]:\n"}}
	return c
}

// threeVariants compares conditions, by wall time.
func threeVariants() record.Comparison {
	a := compared("BenchmarkFib20", 22345, 3.1, record.Slower, ratio(3.1, 2.4, 3.9, 40), 0.0004)
	b := compared("BenchmarkFib20/encoding=protobuf/payload=large", 1.2e6, -9.7, record.Faster, ratio(-9.7, -11, -8.6, 8), 0.012)
	c := comparison(a, b)
	c.Variants[1].Settings = []string{"quota=0.6", "gogc=50"}
	c.Variants = append(c.Variants, record.Variant{Name: "new2", Role: record.Contender, Side: ".", Settings: []string{"gogc=off"}})
	for i := range c.Benchmarks {
		b := &c.Benchmarks[i]
		b.Metric, b.MetricWhy = "ns/op", "the quotas of the variants differ, and net takes quotas out"
		second := compared("", 0, 0, record.Equivalent, ratio(-0.2, -0.7, 0.3, 40), 0.7).Changes[0]
		second.Variant, second.New = 2, estimate(b.Old.Center*0.998, 0.011, 40)
		second.Units = []record.UnitChange{still("net-ns/op", 100, 100), moved("allocs/op", 3, 2), still("B/op", 112, 113)}
		b.Changes[0].Units = []record.UnitChange{moved("net-ns/op", b.Old.Center, b.Old.Center/2), moved("throttled-ns/op", 0, 690)}
		b.Changes = append(b.Changes, second)
	}
	return c
}

// severalUnits judges one benchmark by time and by two counts, and another by time
// alone.
func severalUnits() record.Comparison {
	a := compared("BenchmarkFib20", 22345, 0.2, record.Equivalent, ratio(0.2, -0.3, 0.8, 40), 0.7)
	allocs := compared("BenchmarkFib20", 3, 0, record.Slower, record.Estimate{}, 0.002)
	allocs.Metric, allocs.MetricWhy, allocs.Old = "allocs/op", "chosen with -metric; slower means more of it", estimate(3, 0, 40)
	allocs.Changes[0].Diff, allocs.Changes[0].New, allocs.Changes[0].Exact = record.Estimate{Center: 1, Lo: 1, Hi: 1, Confidence: 0.95, N: 40}, estimate(4, 0, 40), true
	allocs.Changes[0].Pairs = 40
	hits := compared("BenchmarkFib20", 12.5, 9, record.Faster, ratio(9, 7, 11, 40), 0.001)
	hits.Metric, hits.Larger, hits.MetricWhy = "hits/op", true, "chosen with -metric; slower means less of it"
	b := compared("BenchmarkSum", 138.7, 3.1, record.Slower, ratio(3.1, 2.4, 3.9, 60), 0.0004)
	c := comparison(a, allocs, hits, b)
	c.Plan.Metric, c.Plan.Margins = "auto,allocs/op,hits/op", map[string]float64{"allocs/op": 0, "hits/op": 0.05}
	c.Calibration.Metric = "net-ns/op"
	c.Unmatched = []record.Unmatched{{Benchmark: b.Benchmark, Metric: "hits/op", Missing: []int{1}}}
	return c
}

// withFloors knows how much the base differs from itself, and from one link
// order to another.
func withFloors() record.Comparison {
	a := compared("BenchmarkFib20", 22345, 0.6, record.Inconclusive, ratio(0.6, 0.3, 0.9, 60), 0.004)
	a.Changes[0].Why = "the change is within what relinking alone does"
	b := compared("BenchmarkSum", 138.7, 3.1, record.Slower, ratio(3.1, 2.4, 3.9, 60), 0.0004)
	c := comparison(a, b)
	c.Plan.Layouts = 12
	c.Variants = append(c.Variants, record.Variant{Name: "copy", Role: record.Copy}, record.Variant{Name: "relinked", Role: record.Relinked})
	for i := range c.Benchmarks {
		c.Benchmarks[i].Floors = []record.Floor{
			{Variant: 2, Ratio: ratio(0.1, -0.2, 0.4, 60), Pairs: 60, Reach: 0.004},
			{Variant: 3, Ratio: ratio(-0.3, -0.8, 0.2, 60), Pairs: 60, Reach: 0.008},
		}
	}
	return c
}

// files were measured by somebody else, one after the other.
func files() record.Comparison {
	a := compared("BenchmarkFib20", 22345, 3.1, record.Slower, ratio(3.1, 2.4, 3.9, 0), 0.0004)
	b := compared("BenchmarkSum", 138.7, -0.4, record.Inconclusive, ratio(-0.4, -2.9, 2.0, 0), 0.353)
	b.Changes[0].More = 14
	c := comparison(a, b)
	for i := range c.Benchmarks {
		b := &c.Benchmarks[i]
		b.Metric, b.Benchmark.Package, b.Rounds = "ns/op", "example.com/m", 0
		b.Old.N, b.Changes[0].New.N = 10, 9
		b.Changes[0].Units = b.Changes[0].Units[2:]
	}
	c.Design, c.ID, c.Calibration, c.Finished = record.Separate, "", record.Calibration{}, c.Started
	c.Args = []string{"compare", "old.txt", "new.txt"}
	c.Variants = []record.Variant{
		{Name: "old", Role: record.Base, Side: "old.txt"}, {Name: "new", Role: record.Contender, Side: "new.txt"},
	}
	return c
}

func profiled() record.Comparison {
	a := compared("BenchmarkFib20", 22345, 3.1, record.Slower, ratio(3.1, 2.4, 3.9, 40), 0.0004)
	p := &record.ProfileDiff{Old: 22300, New: 22990, Samples: [2]int64{1204, 1190}}
	for _, f := range []struct {
		name     string
		old, new float64
	}{
		{"runtime.mallocgc", 120, 520}, {"example.com/m/fib.(*Memo[go.shape.int]).lookup", 9000, 9190}, {"runtime.scanobject", 0, 88.5},
		{"example.com/m/fib/internal/with/a/rather/deep/path/table.(*Table[go.shape.struct { Name string; Value int }]).grow", 400, 330},
		{"runtime.memmove", 40, 90}, {"runtime.nextFreeFast", 12, 40}, {"runtime.growslice", 0, 22}, {"runtime.heapSetType", 4, 12},
		{"runtime.newobject", 2, 8}, {"runtime.madvise", 1, 4}, {"runtime.futex", 3, 2}, {"runtime.usleep", 2.5, 2},
	} {
		p.Functions = append(p.Functions, record.FunctionDiff{Name: f.name, OldFlat: f.old, NewFlat: f.new, Noise: 2.5 * math.Sqrt(f.old+f.new)})
	}
	a.Changes[0].Profile = p
	return comparison(a)
}

// uncalibrated differs from its own copy, and moved all one way.
func uncalibrated() record.Comparison {
	var bs []record.Compared
	for _, name := range []string{"BenchmarkA", "BenchmarkB", "BenchmarkC"} {
		b := compared(name, 100, 1.4, record.Invalid, ratio(1.4, 0.9, 1.9, 40), 0.002)
		b.Changes[0].Why = "the baseline differs from its own copy"
		bs = append(bs, b)
	}
	c := comparison(bs...)
	c.Calibration = record.Calibration{Pairs: 24, P: 0.002, Shift: 0.009, Reach: 0.014}
	c.OneSided = &record.OneSided{Variant: 1, Of: 9, Same: 9, Slower: true, Typical: 0.012, P: 0.004}
	return c
}

// degenerate has benchmarks without pairs, intervals, contenders, old values or
// ratios.
func degenerate() record.Comparison {
	few := compared("BenchmarkFew", 100, 5, record.Inconclusive, ratio(5, 0, 0, 3), 1)
	few.Old.Confidence, few.Changes[0].New.Confidence, few.Changes[0].Ratio.Confidence = 0, 0, 0
	few.Changes[0].MDE, few.Stop, few.Rounds = 0, record.StopInterrupted, 3
	zero := record.Compared{
		Benchmark: record.Benchmark{Package: "example.com/m/fib", Name: "BenchmarkZero", Procs: 1}, Metric: "net-ns/op", Stop: record.StopPolluted,
		Changes: []record.Change{{Variant: 1, Verdict: record.Invalid, Why: "no pair counts", Dropped: 4,
			Units: []record.UnitChange{{Unit: "ns/op"}, {Unit: "B/op", Moved: true}}}},
	}
	none := record.Compared{Benchmark: record.Benchmark{Package: "example.com/m/fib", Name: "BenchmarkNone|`x`", Procs: 8}, Metric: "net-ns/op", Old: estimate(50, 0.1, 9)}
	alloc := record.Compared{
		Benchmark: record.Benchmark{Package: "example.com/m/fib", Name: "BenchmarkAlloc", Procs: 8}, Metric: "allocs/op", MetricWhy: "chosen with -metric",
		Rounds: 20, Stop: record.StopDecided, Old: record.Estimate{Confidence: 0.95, N: 20},
		Changes: []record.Change{{Variant: 1, Verdict: record.Slower, Why: "some values have no ratio", Pairs: 20, New: estimate(3, 0, 20),
			Diff: record.Estimate{Center: 3, Lo: 2.5, Hi: 3, Confidence: 0.99, N: 20}, P: 0.0001, Adjusted: 0.0002}},
	}
	c := comparison(few, zero, none, alloc)
	c.Calibration = record.Calibration{P: 1, OK: true}
	return c
}

func nothing() record.Comparison {
	c := comparison()
	c.Calibration = record.Calibration{P: 1, OK: true}
	c.Unmatched = []record.Unmatched{
		{Benchmark: record.Benchmark{Package: "example.com/m/fib", Name: "BenchmarkOld", Procs: 8}, Missing: []int{1}},
		{Benchmark: record.Benchmark{Package: "example.com/m/fib", Name: "BenchmarkNew", Procs: 8}, Missing: []int{0}},
	}
	return c
}
