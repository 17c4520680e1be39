package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"tare/internal/analysis/stats"
	"tare/internal/analysis/verdict"
	"tare/internal/record"
)

// replayed are the true effects of comparisons that are replayed.
var replayed = []float64{0, 0.01, 0.03, -0.03, 0.05, 0.10}

// replay makes comparisons of every effect in every condition out of recorded
// trials: each takes a stretch of a series that begins anywhere, and the new
// side's times are made longer by the effect. Those of one series share trials.
// The coins make tare's comparisons independent all the same; benchstat's are
// less so than the intervals of its rates suppose.
func replay(all []series, each int, budget time.Duration, metric string, margin float64, seed uint64) ([]comparison, error) {
	r := rand.New(rand.NewPCG(seed, 0))
	var made []comparison
	for _, c := range conditions {
		some := slices.DeleteFunc(slices.Clone(all), func(s series) bool { return s.Condition != c.name })
		for i := 0; len(some) > 0 && i < each; i++ {
			for _, effect := range replayed {
				two, err := some[i%len(some)].compare(r, effect, budget.Seconds(), metric, margin)
				if err != nil {
					return nil, err
				}
				made = append(made, two...)
			}
		}
	}
	return made, nil
}

// compare has benchstat's protocol and tare judge an effect.
func (s series) compare(r *rand.Rand, effect, budget float64, metric string, margin float64) ([]comparison, error) {
	// Windows of a process of go test that lasts: nothing but what is measured
	// costs CPU time.
	window := stats.Mean(floats(s.CPU)) * float64(s.N) / 1e9
	block := int(budget / window / (2 * samples))
	rounds := int(budget / s.Cost / 2)
	if need := 2 * rounds; need > len(s.Net) || block == 0 {
		return nil, fmt.Errorf("%s %s has %d trials; a comparison of %.1f s takes %d", s.Condition, s.Kind, len(s.Net), budget, need)
	}
	by := func(contestant string) comparison {
		return comparison{label: label{Condition: s.Condition, Kind: s.Kind, Contestant: contestant}, Effect: effect}
	}
	pairs := by("tare")
	pairs.outcome = s.pairs(r, r.IntN(len(s.Net)-2*rounds+1), rounds, effect, metric, margin)
	pairs.CPU = float64(2*pairs.Rounds) * s.Cost
	made := []comparison{pairs}
	if spare := len(s.Net) - 2*samples*block; spare >= 0 { // its windows come without a process each: it takes more of them
		blocks := by("benchstat")
		blocks.outcome = s.blocks(r.IntN(spare+1), block, effect)
		blocks.CPU = float64(2*samples*block) * window
		made = append(made, blocks)
	}
	return made, nil
}

// blocks is go test -count=10 on the old side and then on the new, by wall time:
// every sample is the mean of a block of windows.
func (s series) blocks(start, block int, effect float64) outcome {
	var sides [2][]float64
	for i := range 2 * samples {
		side := i / samples
		mean := stats.Mean(floats(s.Wall[start+i*block:][:block]))
		sides[side] = append(sides[side], mean*(1+effect*float64(side)))
	}
	return benchstat(sides[0], sides[1])
}

// pairs is tare compare: neighbouring trials are rounds in which a coin says which
// side is which, and tare's own judge says when there is enough of them, and
// what they come to.
func (s series) pairs(r *rand.Rand, start, most int, effect float64, metric string, margin float64) outcome {
	rules := verdict.Rules{
		Plan:     record.ComparisonPlan{Metric: metric, Alpha: 0.05, Margin: margin, Looks: stats.Looks(most), Kept: stats.Kept},
		Variants: []record.Variant{{Role: record.Base}, {Role: record.Contender}},
		Values: func(t record.Trial) []record.Value {
			return []record.Value{{Value: t.Bill.Net, Unit: "net-ns/op"}, {Value: t.Bill.Wall, Unit: "ns/op"}, {Value: t.Bill.CPU, Unit: "cpu-ns/op"}}
		},
	}
	judge, b := verdict.NewJudge(rules), verdict.Benchmark{}
	for round := 1; b.Stop == ""; round++ {
		first := r.IntN(2)
		b.Trials = append(b.Trials, s.trial(start, round, first, effect), s.trial(start+1, round, 1-first, effect))
		b.Stop, _ = judge.Round(b.Name, b.Trials)
		start += 2
	}
	var c record.Comparison
	rules.Conclude(&c, []verdict.Benchmark{b})
	o, _ := verdictOf(c) // there is one benchmark
	return o
}

// trial makes the i-th one of a variant in a round.
func (s series) trial(i, round, variant int, effect float64) record.Trial {
	longer := 1 + effect*float64(variant)
	t := record.Trial{Variant: variant, Round: round, Order: i, Outcome: record.OK, N: s.N}
	t.Bill = record.Bill{
		Net: longer * float64(s.Net[i]), Wall: longer * float64(s.Wall[i]), CPU: longer * float64(s.CPU[i]), NetStatus: record.Measured,
	}
	if _, polluted := slices.BinarySearch(s.Polluted, i); polluted {
		t.Polluted = []string{"as recorded"}
	}
	return t
}

func floats(ints []int64) []float64 {
	all := make([]float64, len(ints))
	for i, v := range ints {
		all[i] = float64(v)
	}
	return all
}
