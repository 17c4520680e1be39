package main

import (
	"testing"

	"tare/internal/record"
)

// What the contestants' rules make of clear and unclear cases.
func TestRules(t *testing.T) {
	base := []float64{100, 101, 102, 103, 104, 105, 106, 107, 108, 109}
	times := func(f float64) (all []float64) {
		for _, v := range base {
			all = append(all, f*v)
		}
		return all
	}
	for _, c := range []struct {
		name string
		got  outcome
		want record.Verdict
	}{
		{"benchstat, the same", benchstat(base, base), record.Inconclusive},
		{"benchstat, slower", benchstat(base, times(1.2)), record.Slower},
		{"benchstat, faster", benchstat(base, times(0.8)), record.Faster},
		{"hyperfine, within", beyond(1.03, 0.02), record.Inconclusive},
		{"hyperfine, slower", beyond(1.05, 0.02), record.Slower},
		{"hyperfine, faster", beyond(0.95, 0.02), record.Faster},
	} {
		if c.got.Verdict != c.want || !(c.got.Lo < c.got.Ratio && c.got.Ratio < c.got.Hi) {
			t.Errorf("%s: %+v", c.name, c.got)
		}
	}
}
