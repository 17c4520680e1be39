package rounds

import (
	"math/rand/v2"
	"testing"

	"tare/internal/analysis/stats"
	"tare/internal/record"
)

var rule = Rule{MinRounds: 8, MaxRounds: 30, Target: 0.01}

func net(half float64) record.Estimate {
	return record.Estimate{Center: 100, Lo: 100 * (1 - half), Hi: 100 * (1 + half), Confidence: 0.95}
}

func TestDecide(t *testing.T) {
	for _, c := range []struct {
		name string
		have tally
		want record.Stop
	}{
		{"nothing yet", tally{}, ""},
		{"wide", tally{clean: 20, net: net(0.02)}, ""},
		{"narrow", tally{clean: 8, net: net(0.009)}, record.StopSteady},
		{"narrow too soon", tally{clean: 7, net: net(0.009)}, ""},
		{"constant, but no interval", tally{clean: 8, net: record.Estimate{Center: 100, Lo: 100, Hi: 100}}, ""},
		{"rounds", tally{clean: 30, net: net(0.02)}, record.StopRounds},
		{"narrow in the last round", tally{clean: 30, net: net(0.009)}, record.StopSteady},
		{"polluted rounds do not count", tally{clean: 20, polluted: 30, net: net(0.02)}, ""},
		{"polluted", tally{clean: 5, polluted: 31, net: net(0.02)}, record.StopPolluted},
	} {
		if got := rule.decide(c.have); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestExpected(t *testing.T) {
	for _, c := range []struct {
		name string
		have tally
		want int
	}{
		{"nothing known", tally{}, 30},
		{"half the width takes four times the rounds", tally{clean: 6, net: net(0.02)}, 18},
		{"no more than there may be", tally{clean: 10, net: net(0.1)}, 20},
		{"no fewer than there must be", tally{clean: 6, net: net(0.001)}, 2},
		{"one at least", tally{clean: 20, net: net(0.01)}, 1},
		{"every other one polluted", tally{clean: 6, polluted: 6, net: net(0.02)}, 36},
		{"nothing clean", tally{polluted: 3}, 30},
	} {
		if got := rule.expected(c.have); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}

// What stopping at a width does to coverage; the documentation of Rule has the
// figures of more runs. 2000 of them are good for ±0.016 (three standard
// errors); the seeds are fixed.
func TestStoppingAtAWidthKeepsCoverage(t *testing.T) {
	for _, c := range []struct{ cv, least, most float64 }{
		{0.01, 0.945, 0.975},
		{0.015, 0.932, 0.964},
		{0.02, 0.917, 0.949},
	} {
		const runs = 2000
		r := rand.New(rand.NewPCG(1, uint64(1e5*c.cv)))
		covered := 0
		for range runs {
			if e := untilSteady(r, c.cv); e.Lo <= 100 && 100 <= e.Hi {
				covered++
			}
		}
		got := float64(covered) / runs
		t.Logf("CV %v: %.3f", c.cv, got)
		if got < c.least || got > c.most {
			t.Errorf("CV %v: intervals cover %.3f, want %v to %v", c.cv, got, c.least, c.most)
		}
	}
}

// untilSteady measures normal values around 100 until they are steady.
func untilSteady(r *rand.Rand, cv float64) record.Estimate {
	rule := Rule{MinRounds: 8, MaxRounds: 1000, Target: 0.01}
	var values []float64
	for {
		values = append(values, 100*(1+cv*r.NormFloat64()))
		e := stats.Interval(values, 0.95)
		if rule.decide(tally{clean: len(values), net: e}) != "" {
			return e
		}
	}
}
