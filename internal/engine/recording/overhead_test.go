package recording

import (
	"strings"
	"testing"

	"tare/internal/record"
)

func TestOverheadOf(t *testing.T) {
	ones := []float64{100, 100, 100, 100, 100, 100}
	for _, c := range []struct {
		name            string
		without, with   []float64
		ratio, low, top float64 // 0: not known
	}{
		{"median of the rounds", ones, []float64{101, 105, 102, 103, 110, 99}, 1.025, 0.99, 1.10},
		{"each round by itself", []float64{100, 200, 300, 400, 500, 600}, []float64{110, 220, 330, 440, 550, 660}, 1.1, 1.1, 1.1},
		{"an odd number", append(ones, 100), []float64{101, 102, 103, 104, 105, 106, 107}, 1.04, 1.01, 1.07},
		{"too few", ones[:5], []float64{101, 102, 103, 104, 105}, 0, 0, 0},
		{"one that was missed", ones, []float64{101, 102, 103, 104, 105, 0}, 0, 0, 0},
	} {
		o := overheadOf("x", c.without, c.with)
		near := func(a, b float64) bool { return a-b < 1e-9 && b-a < 1e-9 }
		switch {
		case o.Ratio.OK() != (c.ratio > 0), !near(o.Ratio.Value, c.ratio), !near(o.Low, c.low), !near(o.High, c.top):
			t.Errorf("%s: %+v", c.name, o)
		case c.ratio == 0 && (o.Ratio.Status != record.Undetermined || !strings.Contains(o.Ratio.Why, "there are 5")):
			t.Errorf("%s: missing without the reason: %+v", c.name, o.Ratio)
		}
	}
}
