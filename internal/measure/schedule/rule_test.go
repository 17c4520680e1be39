package schedule

import (
	"math/rand/v2"
	"testing"
	"time"

	"tare/internal/analysis/stats"
	"tare/internal/record"
)

var rule = Rule{MinRounds: 8, MaxRounds: 30, MaxTime: time.Minute, Target: 0.01}

func net(half float64) record.Estimate {
	return record.Estimate{Center: 100, Lo: 100 * (1 - half), Hi: 100 * (1 + half), Confidence: 0.95}
}

func TestDecide(t *testing.T) {
	for _, c := range []struct {
		name string
		p    Progress
		want record.Stop
	}{
		{"nothing yet", Progress{}, ""},
		{"wide", Progress{Clean: 20, Net: net(0.02)}, ""},
		{"narrow", Progress{Clean: 8, Net: net(0.009)}, record.StopSteady},
		{"narrow too soon", Progress{Clean: 7, Net: net(0.009)}, ""},
		{"constant, but no interval", Progress{Clean: 8, Net: record.Estimate{Center: 100, Lo: 100, Hi: 100}}, ""},
		{"rounds", Progress{Clean: 30, Net: net(0.02)}, record.StopRounds},
		{"narrow in the last round", Progress{Clean: 30, Net: net(0.009)}, record.StopSteady},
		{"polluted rounds do not count", Progress{Clean: 20, Polluted: 30, Net: net(0.02)}, ""},
		{"polluted", Progress{Clean: 5, Polluted: 31, Net: net(0.02)}, record.StopPolluted},
		{"time", Progress{Clean: 5, Spent: time.Minute, Net: net(0.02)}, record.StopTime},
		{"narrow when time is up", Progress{Clean: 9, Spent: time.Hour, Net: net(0.009)}, record.StopSteady},
	} {
		got, done := rule.Decide(c.p)
		if got != c.want || done != (c.want != "") {
			t.Errorf("%s: %q, %v, want %q", c.name, got, done, c.want)
		}
	}
	unlimited := Rule{MinRounds: 8, MaxRounds: 30, Target: 0.01}
	if got, _ := unlimited.Decide(Progress{Clean: 5, Spent: time.Hour}); got != "" {
		t.Errorf("no limit of time, but %q", got)
	}
}

func TestExpected(t *testing.T) {
	for _, c := range []struct {
		name string
		p    Progress
		want int
	}{
		{"nothing known", Progress{}, 30},
		{"half the width takes four times the rounds", Progress{Clean: 6, Net: net(0.02)}, 18},
		{"no more than there may be", Progress{Clean: 10, Net: net(0.1)}, 20},
		{"no fewer than there must be", Progress{Clean: 6, Net: net(0.001)}, 2},
		{"one at least", Progress{Clean: 20, Net: net(0.01)}, 1},
		{"every other one polluted", Progress{Clean: 6, Polluted: 6, Net: net(0.02)}, 36},
		{"as time allows", Progress{Clean: 10, Spent: 50 * time.Second, Net: net(0.1)}, 2},
		{"nothing clean", Progress{Polluted: 3}, 30},
	} {
		if got := rule.Expected(c.p); got != c.want {
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
		if _, done := rule.Decide(Progress{Clean: len(values), Net: e}); done {
			return e
		}
	}
}
