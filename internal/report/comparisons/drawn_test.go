package comparisons

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"tare/internal/record"
)

// fixture describes one benchmark of a made-up comparison.
type fixture struct {
	pkg, name string
	net       float64 // ns/op of the base
	effect    float64 // of each contender, a fraction of one
	noise     float64 // relative, of a pair
	container float64 // share of net that throttling adds at most
	rounds    int
	polluted  int // every polluted-th round is
	verdict   record.Verdict
	why       string
	more      int
}

var began = time.Date(2026, 3, 14, 9, 26, 53, 0, time.UTC)

var drawnFixtures = []fixture{
	{pkg: "example.com/shop/cart", name: "BenchmarkTotal", net: 1843, effect: 0.031, noise: 0.012, container: 0.03, rounds: 18, polluted: 7, verdict: record.Slower},
	{pkg: "example.com/shop/cart", name: "BenchmarkCheckout/items=1000/currency=EUR", net: 2.61e6, effect: 0.01, noise: 0.09, container: 1.6, rounds: 12, verdict: record.Inconclusive, more: 34},
	{pkg: "example.com/shop/price", name: "BenchmarkRound", net: 0.4127, effect: -0.62, noise: 0.01, rounds: 8, verdict: record.Faster},
}

// fixtureComparison is one that shows everything the page can.
func fixtureComparison() record.Comparison {
	c := comparisonOf(2, drawnFixtures...)
	c.Benchmarks = append(c.Benchmarks, record.Compared{
		Benchmark: record.Benchmark{Package: "example.com/shop/cart", Name: "BenchmarkRefund", Procs: 4}, Metric: "net-ns/op", Stop: record.StopFailed,
		Changes: []record.Change{{Variant: 1, Verdict: record.Invalid, Why: "a trial failed", P: 1, Adjusted: 1}},
	})
	c.Failures = []record.Failure{{Package: "example.com/shop/cart", Benchmark: "BenchmarkRefund", Variant: 1, Stage: "trial", Outcome: record.Panicked, Message: "index out of range [3]", Output: "goroutine 1 [running]:"}}
	c.Unmatched = []record.Unmatched{{Benchmark: record.Benchmark{Package: "example.com/shop/tax", Name: "BenchmarkVAT", Procs: 4}, Missing: []int{0}}}
	c.Findings = []record.Finding{{ID: "governor", Severity: "warning", What: "The frequency governor is powersave.", Evidence: "scaling_governor: powersave on 8 of 8 CPUs", Fix: "Set the governor performance.", Knob: "governor"}}
	c.Calibration = record.Calibration{Pairs: 9, P: 0.41, Shift: 0.0021, OK: true}
	c.OneSided = &record.OneSided{Variant: 1, Of: 9, Same: 9, Slower: true, Typical: 0.021, P: 0.004}
	c.Probes = map[record.Metric]record.Reading{record.Cycles: record.Missing(record.Unsupported, "no PMU")}
	c.Benchmarks[0].Floors = []record.Floor{{Variant: 2, Ratio: record.Estimate{Center: 1.001, Lo: 0.996, Hi: 1.006, Confidence: 0.95, N: 18}, Pairs: 18, Reach: 0.006}}
	c.Benchmarks[0].Changes[0].Profile = &record.ProfileDiff{
		Old: 1830, New: 1890, Samples: [2]int64{812, 845},
		Functions: []record.FunctionDiff{{Name: "example.com/shop/cart.(*Cart).total", OldFlat: 610, NewFlat: 668, Noise: 21.4, OldCum: 1700, NewCum: 1760}},
		Root: record.Frame{Name: "all", Old: 1830, New: 1890, Children: []record.Frame{
			{Name: "example.com/shop/cart.(*Cart).total", Old: 1700, New: 1760, Children: []record.Frame{{Name: "runtime.mallocgc", Old: 900, New: 905}}},
		}},
	}
	return c
}

// comparisonOf has variants old, new and so on, and a copy of old at the end.
func comparisonOf(sides int, fixtures ...fixture) record.Comparison {
	cell := record.Cell{Level: "cgroup v2", Parent: "/user.slice/tare", Quota: 1.5, Period: 100000, GOMAXPROCS: 4, ASLR: true}
	c := record.Comparison{
		ID: "20260314T092653Z", Started: began, Finished: began.Add(7*time.Minute + 12*time.Second), Tare: "v0.2.0",
		Args: []string{"compare", "-bench", ".", "-floor", "HEAD~1"}, Dir: "/home/gopher/shop",
		Machine: record.Machine{
			CPUModel: "AMD Ryzen 7 5800U with Radeon Graphics", CPUs: 8, Affinity: 6, GOOS: "linux", GOARCH: "amd64", Kernel: "6.18.4-cloud-amd64",
			Facts: []record.Fact{{Name: "hypervisor", Value: "WSL2 (Hyper-V)", Status: record.Measured}, {Name: "turbo", Status: record.Unsupported, Why: "no cpufreq in this guest"}},
		},
		Design: record.Paired,
		Plan: record.ComparisonPlan{
			Bench: ".", Packages: []string{"./..."}, Benchtime: 20 * time.Millisecond, Metric: "auto", Alpha: 0.05, Margin: 0.02,
			Looks: []int{8, 12, 18, 27, 40, 60, 90, 135, 200}, Timeout: time.Minute, Seed: 42,
		},
		Calibration: record.Calibration{P: 1, OK: true},
	}
	source := record.Source{Module: "example.com/shop", GoVersion: "go1.26.1", Revision: "3f9a1c07d2b84e65a0c1f7de9b2468ace0135799", VCSStatus: record.Measured}
	c.Variants = []record.Variant{{Name: "old", Role: record.Base, Side: "HEAD~1", Source: source, Cell: cell}}
	dirty := source
	dirty.Dirty = true
	for i := 1; i < sides; i++ {
		one := record.Variant{Name: "new", Role: record.Contender, Side: ".", Source: dirty, Cell: cell}
		if i > 1 {
			one.Name, one.Settings = fmt.Sprintf("new%d", i), []string{"gomaxprocs=2"}
			one.Cell.GOMAXPROCS = 2
		}
		c.Variants = append(c.Variants, one)
	}
	c.Variants = append(c.Variants, record.Variant{Name: "copy", Role: record.Copy, Side: "HEAD~1", Source: source, Cell: cell})
	for i, f := range fixtures {
		f.addTo(&c, sides, rand.New(rand.NewPCG(uint64(i), 7)))
	}
	return c
}

func (f fixture) addTo(c *record.Comparison, sides int, rng *rand.Rand) {
	b := record.Compared{
		Benchmark: record.Benchmark{Package: f.pkg, Name: f.name, Procs: 4}, N: int64(math.Ceil(2e7 / f.net)),
		Metric: "net-ns/op", MetricWhy: "net time was measured on both sides", Rounds: f.rounds, Stop: record.StopDecided,
		Changes: make([]record.Change, sides-1),
	}
	values := make([][]float64, sides)
	for round := 1; round <= f.rounds; round++ {
		trials := make([]record.Trial, sides)
		order := rng.Perm(sides)
		drift := 1 + 0.02*math.Sin(float64(round)/4)
		for i := range trials {
			trials[i] = f.trial(b, i, round, drift, rng)
			trials[i].Order = len(c.Trials) + order[i]
			values[i] = append(values[i], trials[i].Bill.Net)
		}
		for i := range b.Changes {
			t := trials[i+1]
			b.Changes[i].Logs = append(b.Changes[i].Logs, record.PairLog{
				Round: round, Log: math.Log(t.Bill.Net / trials[0].Bill.Net), Clean: t.Counts() && trials[0].Counts(), First: t.Order < trials[0].Order,
			})
		}
		slices.SortFunc(trials, func(a, b record.Trial) int { return cmp.Compare(a.Order, b.Order) })
		c.Trials = append(c.Trials, trials...)
	}
	b.Old = estimateOf(values[0], f.noise)
	for i := range b.Changes {
		f.conclude(&b.Changes[i], i+1)
		b.Changes[i].New = estimateOf(values[i+1], f.noise)
	}
	c.Benchmarks = append(c.Benchmarks, b)
}

func (f fixture) trial(b record.Compared, variant, round int, drift float64, rng *rand.Rand) record.Trial {
	net := f.net * drift * (1 + f.effect*float64(min(variant, 1))) * math.Exp(f.noise/math.Sqrt2*rng.NormFloat64())
	lost := net * f.container * (0.5 + rng.Float64()/2)
	t := record.Trial{
		Benchmark: b.Benchmark, Variant: variant, Round: round, Started: began.Add(time.Duration(round) * time.Second),
		Outcome: record.OK, Accounting: record.ByWindow, N: b.N, Segments: 1, Elapsed: 41e6,
		Bill: record.Bill{
			Wall: net + lost, OnCPU: 0.91 * net, GCPause: 0.02 * net, Blocked: 0.06 * net, Residual: 0.01 * net,
			Throttled: 0.8 * lost, Waiting: 0.2 * lost, Net: net, CPU: 1.3 * net, NetStatus: record.Measured,
		},
	}
	if f.polluted > 0 && round%f.polluted == 0 && variant == 0 {
		t.Polluted = []string{"another process took 31% of a CPU"}
	}
	return t
}

// conclude is good enough to look like a conclusion.
func (f fixture) conclude(c *record.Change, variant int) {
	var clean []float64
	for _, l := range c.Logs {
		if l.Clean {
			clean = append(clean, l.Log)
		}
	}
	slices.Sort(clean)
	c.Variant, c.Verdict, c.Why, c.More = variant, f.verdict, f.why, f.more
	c.Pairs, c.Dropped = len(clean), len(c.Logs)-len(clean)
	center, half := clean[len(clean)/2], 2.65*f.noise/math.Sqrt(float64(len(clean)))
	c.Ratio = record.Estimate{Center: math.Exp(center), Lo: math.Exp(center - half), Hi: math.Exp(center + half), Confidence: 0.95, N: len(clean)}
	if c.Dropped > 0 {
		c.Unfiltered = c.Ratio
		c.Unfiltered.N = len(c.Logs)
	}
	c.P, c.Adjusted, c.MDE = 0.0004, 0.0012, half*1.3
	c.Units = []record.UnitChange{
		{Unit: "ns/op", Old: f.net * (1 + f.container), New: f.net * (1 + f.container) * (1 + f.effect), Diff: record.Estimate{Center: f.net * f.effect, Lo: f.net * (f.effect - f.noise), Hi: f.net * (f.effect + f.noise), Confidence: 0.99, N: len(clean)}, Moved: math.Abs(f.effect) > f.noise},
		{Unit: "B/op", Old: 2336, New: 2352, Diff: record.Estimate{Center: 16, Lo: 16, Hi: 16, Confidence: 0.99, N: len(clean)}, Moved: true},
		{Unit: "allocs/op", Old: 14, New: 14, Diff: record.Estimate{N: len(clean), Confidence: 0.99}},
	}
}

func estimateOf(values []float64, noise float64) record.Estimate {
	sorted := slices.Sorted(slices.Values(values))
	e := record.Estimate{Center: sorted[len(sorted)/2], N: len(sorted), Confidence: 0.953}
	half := e.Center * noise / math.Sqrt(float64(e.N)) * 2
	e.Lo, e.Hi = e.Center-half, e.Center+half
	return e
}

// manyFixtures are n benchmarks of all sizes with so many rounds each.
func manyFixtures(n, rounds int) []fixture {
	fs := make([]fixture, n)
	for i := range fs {
		fs[i] = fixture{
			pkg:  fmt.Sprintf("example.com/shop/internal/part%d", i%7),
			name: fmt.Sprintf("BenchmarkCase%03d/size=%d", i, 1<<(i%12)),
			net:  math.Pow(10, float64(i%9)), effect: 0.01 * float64(i%9-4), noise: 0.005 * float64(1+i%9), container: 0.2 * float64(i%6),
			rounds: rounds, polluted: 7 + i%9, verdict: importance[i%len(importance)],
		}
	}
	return fs
}
