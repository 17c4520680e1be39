package sweeps

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"tare/internal/analysis/factorial"
	"tare/internal/record"
)

var start = time.Date(2026, 11, 21, 7, 3, 1, 0, time.UTC)

// plot is a sweep to be made up: what a trial of each benchmark has, by unit, given the
// levels by factor.
type plot struct {
	factors    []record.Factor
	metric     string
	benchmarks map[string]func(level map[string]string) map[string]float64
	noise      float64
	rounds     int
	stop       record.Stop // of an end before the last look
	until      int         // the round of that
	polluted   func(point int) bool
}

func procs(levels ...string) record.Factor {
	f := record.Factor{Name: "gomaxprocs", Levels: levels}
	for i, l := range levels {
		if l == record.Unset {
			i = -1
		}
		f.Ranks = append(f.Ranks, i)
	}
	return f
}

func quotas(levels ...string) record.Factor {
	return record.Factor{Name: "quota", Levels: levels, Given: true}
}

// make measures what was made up as a sweep does, and concludes.
func (p plot) make() record.Sweep {
	s := record.Sweep{ID: "20261121-070301-4f2a", Started: start, Finished: start.Add(7 * time.Minute), Tare: "v0.5.0",
		Args: []string{"sweep", "-bench=.", "-gomaxprocs=1,2,4", "./..."}, Dir: "/src/m",
		Source:  record.Source{Module: "example.com/m", GoVersion: "go1.26.1", Revision: "4f2a90c1d3e5f7a9b1c3", VCSStatus: record.Measured},
		Machine: record.Machine{CPUModel: "AMD EPYC 7763", CPUs: 8, GOOS: "linux", GOARCH: "amd64", Kernel: "6.18.4"},
		Factors: p.copied(), Points: p.points(),
		Plan: record.SweepPlan{Bench: ".", Packages: []string{"./..."}, Benchtime: time.Second, Metric: p.metric, Alpha: 0.05, Margin: 0.05,
			Looks: []int{p.rounds}, MaxTime: 2 * time.Minute, Seed: 42},
		Findings: []record.Finding{{ID: "boost", Severity: record.Warning, What: "the clock changes by itself", Knob: "boost"}}}
	rules := factorial.Rules{Factors: s.Factors, Points: s.Points, Plan: s.Plan, Values: values}
	race := factorial.NewRace(rules)
	race.Begin(len(p.benchmarks))
	rules = race.Rules()
	s.Plan = rules.Plan
	random := rand.New(rand.NewPCG(1, 2))
	for _, name := range slices.Sorted(maps.Keys(p.benchmarks)) {
		b := factorial.Benchmark{Name: record.Benchmark{Package: "example.com/m/fib", Name: name, Procs: 1}}
		for b.Stop == "" {
			b.Trials = append(b.Trials, p.round(s, race, b, random)...)
			b.Stop, _ = race.Round(b.Name, b.Trials)
			if round := b.Trials[len(b.Trials)-1].Round; p.until > 0 && round >= p.until {
				b.Stop = p.stop
			}
		}
		s.Benchmarks = append(s.Benchmarks, rules.Conclude(b))
		s.Trials = append(s.Trials, b.Trials...)
	}
	return s
}

// copied are the factors, to be changed by who makes a sweep.
func (p plot) copied() []record.Factor {
	factors := slices.Clone(p.factors)
	for i := range factors {
		factors[i].Levels = slices.Clone(factors[i].Levels)
	}
	return factors
}

func (p plot) round(s record.Sweep, race *factorial.Race, b factorial.Benchmark, random *rand.Rand) (trials []record.Trial) {
	gone := race.Gone(b.Name)
	round := 1
	if n := len(b.Trials); n > 0 {
		round = b.Trials[n-1].Round + 1
	}
	for i := range s.Points {
		if slices.Contains(gone, i) {
			continue
		}
		levels := map[string]string{}
		for f, l := range s.Points[i].Levels {
			levels[s.Factors[f].Name] = s.Factors[f].Levels[l]
		}
		t := record.Trial{Benchmark: b.Name, Variant: i, Round: round, Outcome: record.OK, N: 1000, Extra: p.benchmarks[b.Name.Name](levels)}
		for _, unit := range slices.Sorted(maps.Keys(t.Extra)) {
			t.Extra[unit] *= math.Exp(p.noise * random.NormFloat64())
		}
		if p.polluted != nil && p.polluted(i) {
			t.Polluted = []string{"stolen time"}
		}
		trials = append(trials, t)
	}
	return trials
}

// points are all combinations, those with the same given levels in a group.
func (p plot) points() []record.SweepPoint {
	points := []record.SweepPoint{{Default: true, Procs: 4}}
	for _, f := range p.factors {
		var next []record.SweepPoint
		for _, one := range points {
			for l, name := range f.Levels {
				n := one
				n.Levels = append(slices.Clone(one.Levels), l)
				if f.Given {
					n.Group = one.Group*len(f.Levels) + l
				} else if name != record.Unset {
					n.Default = false
				}
				if procs, err := strconv.Atoi(name); err == nil && f.Name == "gomaxprocs" {
					n.Procs, n.Cell.GOMAXPROCS = procs, procs
				}
				next = append(next, n)
			}
		}
		points = next
	}
	return points
}

func values(t record.Trial) []record.Value {
	var all []record.Value
	for _, unit := range slices.Sorted(maps.Keys(t.Extra)) {
		all = append(all, record.Value{Value: t.Extra[unit], Unit: unit})
	}
	return all
}

// threads is what gomaxprocs stands for, and cpus what a quota lets through.
func threads(level map[string]string) float64 {
	n, err := strconv.ParseFloat(level["gomaxprocs"], 64)
	if err != nil {
		return 4
	}
	return n
}

func cpus(level map[string]string) float64 {
	percent, err := strconv.ParseFloat(strings.TrimSuffix(level["quota"], "%"), 64)
	if err != nil {
		return 8
	}
	return percent / 100
}

// limited is a parallel benchmark: what has more threads than CPUs is throttled.
func limited(level map[string]string) map[string]float64 {
	n, c := threads(level), cpus(level)
	wall := 12e6/min(n, c) + 2e6
	throttled := 0.0
	if n > c {
		throttled = 0.3 * wall * (n - c) / n
	}
	return map[string]float64{"ns/op": wall + throttled, "net-ns/op": wall, "throttled-ns/op": throttled}
}

func flat(map[string]string) map[string]float64 { return map[string]float64{"net-ns/op": 1530} }

// served is a rate with a knee.
func served(level map[string]string) map[string]float64 {
	return map[string]float64{"req/s": 9000 * min(threads(level), 3.05), "net-ns/op": 2e5}
}

type making = map[string]func(map[string]string) map[string]float64

var plots = map[string]plot{
	"quota": {factors: []record.Factor{procs(record.Unset, "1", "2", "4"), quotas("50%", "200%", "none")}, metric: "ns/op", noise: 0.01, rounds: 40,
		benchmarks: making{"BenchmarkParallel": limited, "BenchmarkFlat": func(map[string]string) map[string]float64 {
			return map[string]float64{"ns/op": 1600, "net-ns/op": 1530, "throttled-ns/op": 0}
		}}},
	"knee": {factors: []record.Factor{procs(record.Unset, "1", "2", "3", "4", "6", "8")}, metric: "net-ns/op", noise: 0.01, rounds: 40,
		benchmarks: making{"BenchmarkKnee": func(level map[string]string) map[string]float64 {
			return map[string]float64{"net-ns/op": 4e6 / min(threads(level), 3.05)}
		}}},
	"rate": {factors: []record.Factor{procs("1", "2", "3", "4", "8")}, metric: "req/s", noise: 0.015, rounds: 40,
		benchmarks: making{"BenchmarkServe": served}},
	"three": {factors: []record.Factor{procs(record.Unset, "1", "4"), {Name: "gogc", Levels: []string{record.Unset, "50", "400", "off"}, Ranks: []int{-1, 0, 1, 2}}, quotas("100%", "400%")},
		metric: "net-ns/op", noise: 0.01, rounds: 40, benchmarks: making{"BenchmarkAlloc/size=4096": func(level map[string]string) map[string]float64 {
			gc := map[string]float64{"50": 1.5, "400": 1.1, "off": 1.08}[level["gogc"]]
			if gc == 0 {
				gc = 1.25
			}
			return map[string]float64{"net-ns/op": gc*3e5/min(threads(level), cpus(level)) + 1e5}
		}}},
	"flat":      {factors: []record.Factor{procs(record.Unset, "1", "2", "4")}, metric: "net-ns/op", noise: 0.01, rounds: 40, benchmarks: making{"BenchmarkFlat": flat}},
	"unsettled": {factors: []record.Factor{procs(record.Unset, "1", "2", "4")}, metric: "net-ns/op", noise: 0.2, rounds: 12, benchmarks: making{"BenchmarkFlat": flat}},
	"stopped": {factors: []record.Factor{procs(record.Unset, "1", "2", "4")}, metric: "net-ns/op", noise: 0.05, rounds: 40, stop: record.StopTime, until: 3,
		benchmarks: making{"BenchmarkFlat": flat}},
	"polluted": {factors: []record.Factor{procs("1", "2", "4")}, metric: "net-ns/op", noise: 0.05, rounds: 12, polluted: func(point int) bool { return point == 1 },
		benchmarks: making{"BenchmarkFlat": flat}},
	"limits": {factors: []record.Factor{quotas("50%", "100%", "400%")}, metric: "net-ns/op", noise: 0.01, rounds: 12, benchmarks: making{"BenchmarkParallel": limited}},
	"many": {factors: []record.Factor{procs("1", "2", "3", "4", "5", "6", "7", "8"), {Name: "gogc", Levels: []string{"25", "50", "100", "200", "400", "800", "1600", "off"}, Ranks: []int{0, 1, 2, 3, 4, 5, 6, 7}}},
		metric: "net-ns/op", noise: 0.02, rounds: 40, benchmarks: making{"BenchmarkGrid": func(level map[string]string) map[string]float64 {
			gc := 1.0
			if percent, err := strconv.ParseFloat(level["gogc"], 64); err == nil {
				gc += 30 / percent
			}
			return map[string]float64{"net-ns/op": gc * (2e6/threads(level) + 8e4*threads(level))}
		}}},
}

// failed has a benchmark that failed at a point, and one that skipped itself.
func failed() record.Sweep {
	s := plots["flat"].make()
	s.Failures = []record.Failure{
		{Package: "example.com/m/fib", Benchmark: "BenchmarkCrash", Variant: 3, Stage: "trial", Outcome: record.Panicked, Message: "panic: boom", Output: "panic: boom\n"},
		{Package: "example.com/m/bad", Stage: "build", Outcome: record.Failed, Message: "undefined: x"},
	}
	s.Skipped = []record.Failure{{Package: "example.com/m/fib", Benchmark: "BenchmarkSkip", Message: "needs a network"}}
	return s
}

// nothing was measured.
func nothing() record.Sweep {
	s := failed()
	s.Benchmarks, s.Trials = nil, nil
	return s
}

// fixtures are all sweeps that golden files show.
func fixtures() map[string]record.Sweep {
	all := map[string]record.Sweep{"failed": failed(), "nothing": nothing(), "empty": {}}
	for name, p := range plots {
		all[name] = p.make()
	}
	return all
}
