package verdict

import (
	"strings"
	"testing"

	"tare/internal/record"
)

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
