package verdict

import (
	"strings"
	"testing"

	"tare/internal/record"
)

func TestPollutedPairsAreDroppedAndKept(t *testing.T) {
	m, r := newMachine(5), rules(30)
	var trials []record.Trial
	for range 30 {
		trials = m.round(trials, bench(0), map[int]float64{0: 0, 1: 0.05})
	}
	for i := range trials {
		if trials[i].Round%3 == 0 && trials[i].Variant == 1 {
			trials[i].Polluted = []string{"stolen"}
			trials[i].Bill.Net *= 3
		}
	}
	c := r.compare(bench(0), trials)[0].Changes[0]
	if c.Pairs != 20 || c.Dropped != 10 || c.Ratio.N != 20 || c.Unfiltered.N != 30 || c.Unfiltered.Center <= c.Ratio.Center {
		t.Errorf("%d pairs, %d dropped, %+v, unfiltered %+v", c.Pairs, c.Dropped, c.Ratio, c.Unfiltered)
	}
	first := 0
	for _, l := range c.Logs {
		if l.First {
			first++
		}
	}
	if len(c.Logs) != 30 || first == 0 || first == 30 {
		t.Errorf("%d logs, the contender first in %d", len(c.Logs), first)
	}
	for i := range trials {
		trials[i].Polluted = []string{"stolen"}
	}
	var concluded record.Comparison
	r.Conclude(&concluded, []Benchmark{{bench(0), record.StopRounds, trials}})
	if got := concluded.Benchmarks[0].Changes[0]; got.Verdict != record.Invalid || !strings.Contains(got.Why, "contaminated") {
		t.Errorf("%+v", got)
	}
}

// Counts are often 0, and the same in every round.
func TestValuesWithoutARatio(t *testing.T) {
	for _, c := range []struct {
		name     string
		old, new func(round int) float64
		want     record.Verdict
		diff     float64 // 0 where there are ratios
	}{
		{"none", zero, zero, record.Equivalent, 0},
		{"as many", three, three, record.Equivalent, 0},
		{"more", three, func(int) float64 { return 5 }, record.Slower, 0},
		{"some where there were none", zero, three, record.Slower, 3},
		{"none where there were some", three, zero, record.Faster, -3},
		{"sometimes one", func(n int) float64 { return float64(n % 2) }, func(n int) float64 { return float64(n / 2 % 2) }, record.Inconclusive, 0},
		{"below zero", func(n int) float64 { return float64(n % 3) }, func(n int) float64 { return float64(n%3) - 7 }, record.Faster, -7},
	} {
		r, m := rules(20), newMachine(2)
		r.Plan.Metric = "x"
		var trials []record.Trial
		for n := range 20 {
			trials = m.round(trials, bench(0), map[int]float64{0: 0, 1: 0})
			for k := range trials[2*n:] {
				x := c.old
				if trials[2*n+k].Variant == 1 {
					x = c.new
				}
				trials[2*n+k].Extra = map[string]float64{"x": x(n)}
			}
		}
		var done record.Comparison
		r.Conclude(&done, []Benchmark{{bench(0), record.StopRounds, trials}})
		got := done.Benchmarks[0].Changes[0]
		ratios := got.Ratio.N == 20 && len(got.Logs) == 20 && got.Diff.N == 0
		differences := got.Ratio.N == 0 && len(got.Logs) == 0 && got.Diff.N == 20 && got.Diff.Center == c.diff
		if got.Verdict != c.want || got.Pairs != 20 || !ratios && !differences || differences != strings.Contains(got.Why, "no ratio") {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
}

func zero(int) float64 { return 0 }

func three(int) float64 { return 3 }

// droppedRounds concludes about a benchmark of 40 rounds, some of which the base
// or the contender pollutes.
func droppedRounds(base, contender func(round int) bool) record.Change {
	r, m := rules(40), newMachine(11)
	b := Benchmark{Name: bench(0), Stop: record.StopRounds}
	for range 40 {
		b.Trials = m.round(b.Trials, b.Name, map[int]float64{0: 0, 1: 0.3})
	}
	for i := range b.Trials {
		t := &b.Trials[i]
		if t.Variant == 0 && base(t.Round) || t.Variant == 1 && contender(t.Round) {
			t.Polluted = []string{"much was stolen"}
		}
	}
	var c record.Comparison
	r.Conclude(&c, []Benchmark{b})
	return c.Benchmarks[0].Changes[0]
}

// What is dropped must not depend on what is compared: rounds that mostly one side
// pollutes are those in which it was, say, slow.
func TestInformativeDrops(t *testing.T) {
	upTo := func(n int) func(int) bool { return func(round int) bool { return round <= n } }
	for _, c := range []struct {
		name            string
		base, contender func(round int) bool
		valid           bool
	}{
		{"none", upTo(0), upTo(0), true},
		{"twelve on both sides at once", upTo(12), upTo(12), true},
		{"six of the base, six of the contender", upTo(6), func(round int) bool { return round > 34 }, true},
		{"seven of the contender alone", upTo(0), upTo(7), true}, // 1 in 64
		{"eight of the contender alone", upTo(0), upTo(8), false},
		{"eight of the base alone", upTo(8), upTo(0), false},
		{"both often, the contender more so", upTo(10), upTo(18), false},
	} {
		got := droppedRounds(c.base, c.contender)
		if valid := got.Verdict == record.Slower; valid != c.valid || !valid && got.Verdict != record.Invalid {
			t.Errorf("%s: %s, %s", c.name, got.Verdict, got.Why)
		}
		if !c.valid && (!strings.HasPrefix(got.Why, "contaminated: ") || !strings.Contains(got.Why, "new")) {
			t.Errorf("%s: %q", c.name, got.Why)
		}
	}
}

// Every comparison may drop more of one side by accident, and with many of them
// some does.
func TestDropsAmongManyComparisons(t *testing.T) {
	r, m := rules(20), newMachine(12)
	var all []Benchmark
	for i := range 20 {
		b := Benchmark{Name: bench(i), Stop: record.StopRounds}
		for range 20 {
			b.Trials = m.round(b.Trials, b.Name, map[int]float64{0: 0, 1: 0.3})
		}
		for j := range b.Trials {
			if t := &b.Trials[j]; i == 0 && t.Variant == 1 && t.Round <= 8 {
				t.Polluted = []string{"much was stolen"}
			}
		}
		all = append(all, b)
	}
	var c record.Comparison
	r.Conclude(&c, all)
	if got := c.Benchmarks[0].Changes[0]; got.Verdict == record.Invalid {
		t.Errorf("1 in 128 among 20 comparisons: %s", got.Why)
	}
}
