package main

import (
	"math"
	"os"
	"testing"

	"tare/internal/record"
	"tare/internal/test/golden"
)

// TestWilson has values from Newcombe, "Two-sided confidence intervals for the
// single proportion", Statistics in Medicine 17 (1998), table I, method 3.
func TestWilson(t *testing.T) {
	for _, c := range []struct {
		rate   rate
		lo, hi float64
	}{
		{rate{81, 263}, 0.2553, 0.3662}, {rate{15, 148}, 0.0624, 0.1605}, {rate{0, 20}, 0, 0.1611}, {rate{1, 29}, 0.0061, 0.1718},
	} {
		if lo, hi := c.rate.wilson(); math.Abs(lo-c.lo) > 1e-4 || math.Abs(hi-c.hi) > 1e-4 {
			t.Errorf("%+v: %.4f to %.4f, want %.4f to %.4f", c.rate, lo, hi, c.lo, c.hi)
		}
	}
}

func TestPercent(t *testing.T) {
	for x, want := range map[float64]string{0: "0 %", 1: "100 %", 0.9996: "99.96 %", 0.5: "50 %", 0.0123: "1.2 %", 0.0004: "0.04 %", 1.755: "176 %"} {
		if got := percent(x); got != want {
			t.Errorf("%v is %q, want %q", x, got, want)
		}
	}
}

func some() []comparison {
	of := func(condition, contestant string, effect float64, v record.Verdict, ratio float64) comparison {
		c := comparison{label: label{Condition: condition, Contestant: contestant}, Effect: effect, usage: usage{CPU: 8}}
		c.outcome = outcome{Verdict: v, Ratio: ratio, Lo: ratio - 0.01, Hi: ratio + 0.01}
		return c
	}
	all := []comparison{
		of("quiet", "tare", 0, record.Equivalent, 1.001), of("quiet", "tare", 0, record.Slower, 1.02),
		of("quiet", "tare", 0.03, record.Slower, 1.031), of("quiet", "tare", 0.03, record.Equivalent, 1.001),
		of("quota", "tare", -0.03, record.Slower, 1.05), of("quota", "tare", 0.1, record.Invalid, 1.1),
		of("quota", "benchstat", 0.1, record.Slower, 1.2), of("quota", "benchstat", 0.1, record.Inconclusive, 1.1),
	}
	all[0].Build = 1
	all[6].Lo, all[6].Hi = 0, 0
	return append(all, comparison{label: label{Condition: "quota", Contestant: "benchstat"}, Failed: "no result"})
}

func TestReport(t *testing.T) { golden.Check(t, "report.md", report(some())) }

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
