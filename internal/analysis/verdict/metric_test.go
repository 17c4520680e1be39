package verdict

import (
	"slices"
	"testing"

	"tare/internal/record"
)

// counted is a benchmark of so many rounds whose trials count things: of gives what
// a side counts in a round.
func counted(b record.Benchmark, rounds int, of func(variant, round int) map[string]float64) Benchmark {
	m := newMachine(21)
	var trials []record.Trial
	for range rounds {
		trials = m.round(trials, b, map[int]float64{0: 0, 1: 0})
	}
	for i := range trials {
		trials[i].Extra = of(trials[i].Variant, trials[i].Round)
	}
	return Benchmark{b, record.StopRounds, trials}
}

// Counts that do not vary are told apart, or called equal, as soon as coins tell
// anything, and those that do are not passed off for such.
func TestCounts(t *testing.T) {
	for _, c := range []struct {
		name   string
		rounds int
		value  func(variant, round int) float64
		want   record.Verdict
		exact  bool
	}{
		{"none becomes one", 9, func(v, _ int) float64 { return float64(v) }, record.Slower, true},
		{"one becomes none", 9, func(v, _ int) float64 { return float64(1 - v) }, record.Faster, true},
		{"none on both sides", 9, func(int, int) float64 { return 0 }, record.Equivalent, true},
		{"100 becomes 101", 9, func(v, _ int) float64 { return float64(100 + v) }, record.Slower, true},
		{"too few rounds", 7, func(v, _ int) float64 { return float64(v) }, record.Inconclusive, true},
		{"one more in some rounds", 48, func(v, n int) float64 { return float64(v * (n % 3 / 2)) }, record.Inconclusive, false},
		{"one more in some, either side", 48, func(v, n int) float64 {
			if n%12 == v {
				return 1
			}
			return 0
		}, record.Equivalent, false},
	} {
		r := rules(200)
		r.Plan.Metric, r.Plan.Margins = "things", map[string]float64{"things": 0}
		b := counted(bench(0), c.rounds, func(v, n int) map[string]float64 { return map[string]float64{"things": c.value(v, n)} })
		var done record.Comparison
		r.Conclude(&done, []Benchmark{b})
		if got := done.Benchmarks[0].Changes[0]; got.Verdict != c.want || got.Exact != c.exact || got.Within {
			t.Errorf("%s: %s, exact %v: p %v, %+v %+v", c.name, got.Verdict, got.Exact, got.Adjusted, got.Ratio, got.Diff)
		}
	}
}

// All units share the error rate; each has its margin and its better direction, and a
// benchmark is not judged by a unit that it does not report.
func TestSeveralMetrics(t *testing.T) {
	r := rules(200)
	r.Plan.Metric, r.Plan.Margins = "auto,things,score", map[string]float64{"things": 0.5}
	things := func(b record.Benchmark, with bool) Benchmark {
		c := counted(b, 160, func(v, n int) map[string]float64 {
			if !with {
				return nil
			}
			return map[string]float64{"things": float64(10 + v), "score": float64(100 + 10*v)}
		})
		for i := range c.Trials {
			c.Trials[i].Better = map[string]int{"score": 1}
		}
		return c
	}
	var done record.Comparison
	r.Conclude(&done, []Benchmark{things(bench(0), true), things(bench(1), false)})
	var units []string
	var verdicts []record.Verdict
	for _, b := range done.Benchmarks {
		units, verdicts = append(units, b.Metric), append(verdicts, b.Changes[0].Verdict)
	}
	if !slices.Equal(units, []string{"net-ns/op", "things", "score", "net-ns/op"}) ||
		!slices.Equal(verdicts, []record.Verdict{record.Equivalent, record.Equivalent, record.Faster, record.Equivalent}) {
		t.Errorf("%q: %q", units, verdicts)
	}
	if c := done.Benchmarks[2].Changes[0]; c.Adjusted < 3.99*c.P || c.Adjusted > 4.01*c.P {
		t.Errorf("p %v of four, adjusted %v", c.P, c.Adjusted)
	}
}

// A benchmark goes on until the last of its units has a verdict.
func TestStopsWithTheLastUnit(t *testing.T) {
	r := rules(200)
	r.Plan.Metric = "net-ns/op,things"
	b := counted(bench(0), 200, func(v, n int) map[string]float64 { return map[string]float64{"things": float64(1 + v)} })
	j, rounds := NewJudge(r), 0
	for i := range b.Trials {
		if i%2 == 1 {
			rounds++
			if stop, _ := j.Round(b.Name, b.Trials[:i+1]); stop != "" {
				break
			}
		}
	}
	all := j.benchmarks[0]
	if rounds < 20 || all[0].Changes[0].Verdict != record.Equivalent || all[1].Changes[0].Verdict != record.Slower {
		t.Errorf("after %d rounds: %s, %s", rounds, all[0].Changes[0].Verdict, all[1].Changes[0].Verdict)
	}
}
