package labs

import (
	"math"
	"math/rand/v2"
	"time"

	"tare/internal/analysis/stats"
	"tare/internal/lab"
	"tare/internal/record"
)

var start = time.Date(2026, 11, 21, 7, 3, 1, 0, time.UTC)

// fixtureClaims do not depend on the catalogue, which grows; their programs are in it.
func fixtureClaims() []lab.Claim {
	return []lab.Claim{{
		ID: "quota-latency", Source: "W", Says: "A quota of 50 % costs 41 %.", Question: "What does a quota cost?",
		Caveat: "Half of the CPU time cannot cost 41 %.", Needs: []lab.Need{lab.NeedLinux, lab.NeedQuota}, Bench: "BenchmarkFib20",
		Variants: func(lab.Host) []lab.Variant {
			return []lab.Variant{{Name: "none"}, {Name: "75 %", Quota: 0.75}, {Name: "50 %", Quota: 0.5}}
		},
		Figures: func(lab.Host) []lab.Figure {
			return []lab.Figure{lab.Ratio("wall time under a quota of 50 %, times that without", 1.41, "ns/op", "50 %", "none")}
		},
		Picture: lab.Picture{X: "CPU quota", Units: []string{"ns/op", "net-ns/op", "gc/op"}},
	}, {
		ID: "timer-precision", Source: "SW", Says: "Sleeps of 1 ms wake within microseconds.", Question: "How late do sleeps wake?",
		Needs: []lab.Need{lab.NeedLinux},
		Variants: func(lab.Host) (all []lab.Variant) {
			for _, procs := range []int{1, 8} {
				for _, d := range []string{"50us", "1ms", "5ms"} {
					line := map[int]string{1: "one P", 8: "eight Ps"}[procs]
					all = append(all, lab.Variant{Name: d + ", " + line, X: d, Line: line, Args: []string{"-sleep=" + d}, GOMAXPROCS: procs})
				}
			}
			return all
		},
		Figures: func(lab.Host) []lab.Figure {
			return []lab.Figure{
				lab.Value("median overshoot of sleeps of 1 ms", 10e3, 1e6, "p50-ns", "1ms, one P"),
				lab.Ratio("the same with eight Ps, times that with one", 1.5, "p50-ns", "1ms, eight Ps", "1ms, one P"),
			}
		},
		Picture: lab.Picture{X: "length of the sleep", Units: []string{"p50-ns", "max-ns"}},
	}, {
		ID: "cache-misses", Source: "C", Says: "A linked list misses 6 times as often as a slice.", Question: "How often?", Program: "quotalatency",
		Needs:    []lab.Need{lab.NeedPMU},
		Variants: func(lab.Host) []lab.Variant { return []lab.Variant{{Name: "slice"}, {Name: "list"}} },
		Figures: func(lab.Host) []lab.Figure {
			return []lab.Figure{lab.Ratio("misses of a list, times those of a slice", 6, "misses/op", "list", "slice")}
		},
		Picture: lab.Picture{X: "structure", Units: []string{"misses/op"}},
	}}
}

// worlds are what the variants of a claim measure in the fixture, by unit.
var worlds = map[string]map[string]map[string]float64{
	"quota-latency": {
		"none": {"ns/op": 82e3, "net-ns/op": 82e3, "gc/op": 0}, "75 %": {"ns/op": 109e3, "net-ns/op": 82e3, "gc/op": 0},
		"50 %": {"ns/op": 163e3, "net-ns/op": 83e3, "gc/op": 0},
	},
	"timer-precision": {
		"50us, one P": {"p50-ns": 1.1e6, "max-ns": 4e6}, "1ms, one P": {"p50-ns": 11e3, "max-ns": 5e6}, "5ms, one P": {"p50-ns": 10e3, "max-ns": 6e6},
		"50us, eight Ps": {"p50-ns": 1.2e6, "max-ns": 5e6}, "1ms, eight Ps": {"p50-ns": 13e3, "max-ns": 5e6}, "5ms, eight Ps": {"p50-ns": 12e3, "max-ns": 9e6},
	},
}

// experiment plays 15 rounds of a claim with noise, and judges them.
func experiment(c lab.Claim, seed uint64) record.Experiment {
	r := rand.New(rand.NewPCG(seed, 7))
	x := record.Experiment{ID: c.ID, Rounds: 15, Took: int64(41 * time.Second)}
	for _, v := range c.Variants(lab.Host{}) {
		x.Variants = append(x.Variants, planned(v))
	}
	for round := range x.Rounds {
		for i, v := range x.Variants {
			t := record.Trial{Variant: i, Round: round + 1, Outcome: record.OK, N: 1, Extra: map[string]float64{}, Benchmark: record.Benchmark{Package: "lab/" + c.Folder(), Name: "BenchmarkX", Procs: 1}}
			for _, u := range c.Picture.Units {
				t.Extra[u] = math.Round(worlds[c.ID][v.Name][u] * math.Exp(0.02*r.NormFloat64()))
			}
			x.Trials = append(x.Trials, t)
		}
	}
	data := lab.DataOf(x)
	for i := range x.Variants {
		x.Variants[i].Values = map[string]record.Estimate{}
		for _, u := range c.Picture.Units {
			var all []float64
			for _, round := range data.Rounds {
				all = append(all, round[i][u])
			}
			x.Variants[i].Values[u] = stats.Interval(all, record.Confidence)
		}
	}
	x.Figures, x.Verdict = lab.Judge(c.Figures(lab.Host{}), data)
	return x
}

// fixture is a lab with two experiments, and one that this machine cannot make.
func fixture() record.Lab {
	cs := fixtureClaims()
	return record.Lab{
		ID: "20261121-070301-4f2a", Started: start, Finished: start.Add(83 * time.Second), Tare: "v0.4.0", Args: []string{"lab", "run", "-seed=42", "all"},
		Machine:   record.Machine{CPUModel: "AMD EPYC 7763", CPUs: 8, Affinity: 8, GOOS: "linux", GOARCH: "amd64", Kernel: "6.18.4"},
		GoVersion: "go1.26.1", Seed: 42,
		Findings: []record.Finding{{ID: "load", Severity: record.Serious, What: "Programs kept the CPUs busy in the last minute.", Evidence: "load average: 7", Fix: "Stop them."}},
		Experiments: []record.Experiment{experiment(cs[0], 1), experiment(cs[1], 2),
			{ID: cs[2].ID, Verdict: record.NotTestable, Missing: []string{string(lab.NeedPMU)}}},
	}
}

// broken is a lab in which little worked: a program that does not build, a claim that nobody
// knows any more, and one that there was no time for.
func broken() record.Lab {
	l := fixture()
	l.Quick = true
	l.Experiments = []record.Experiment{
		{ID: "quota-latency", Verdict: record.Unclear, Failures: []record.Failure{{Package: "quotalatency", Stage: "build", Outcome: record.Failed, Message: "it does not build", Output: "fib_test.go:1: syntax error\n"}}},
		{ID: "gone", Verdict: record.Refuted, Rounds: 1, Took: 1e9, Variants: []record.LabVariant{{Name: "one"}}, Figures: []record.Figure{{Name: "how often", Unit: "events", Published: 3, Ours: record.Estimate{N: 1}, Says: record.Refuted}}},
		{ID: "timer-precision", Verdict: record.Unclear, Why: "-for was over before its turn"},
	}
	return l
}
