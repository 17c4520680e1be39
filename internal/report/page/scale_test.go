package page

import (
	"math"
	"slices"
	"testing"
)

func TestNiceStep(t *testing.T) {
	for _, c := range []struct{ raw, want float64 }{
		{1, 1}, {1.01, 2}, {2, 2}, {3, 5}, {5.5, 10}, {9.9, 10},
		{0.3, 0.5}, {0.012, 0.02}, {1e-9, 1e-9}, {7e11, 1e12},
	} {
		if got := niceStep(c.raw); math.Abs(got-c.want) > 1e-12*c.want {
			t.Errorf("niceStep(%v) = %v, want %v", c.raw, got, c.want)
		}
	}
}

func TestTimeAxis(t *testing.T) {
	for _, c := range []struct {
		scale scale
		n     int
		want  []string
	}{
		{scale{0, 10}, 5, []string{"0", "2", "4", "6", "8", "10 ns"}},
		{scale{1790, 1960}, 4, []string{"1.80", "1.85", "1.90", "1.95 µs"}},
		{scale{0.4125, 0.4135}, 2, []string{"0.4125", "0.4130", "0.4135 ns"}},
		{scale{9.4e8, 1.12e9}, 3, []string{"1.0", "1.1 s"}},
		{scale{-3, 3}, 3, []string{"-2", "0", "2 ns"}},
		{scale{4.4, 9.6}, 2, []string{"6", "8 ns"}}, // one tick would tell no distances
		{scale{1e17, 1.4e17}, 2, []string{"1e+08", "1.2e+08", "1.4e+08 s"}},
	} {
		at, labels := timeAxis(c.scale, c.n)
		if !slices.Equal(labels, c.want) {
			t.Errorf("timeAxis(%v, %d) = %q, want %q", c.scale, c.n, labels, c.want)
		}
		if !slices.IsSorted(at) {
			t.Errorf("timeAxis(%v, %d) puts its ticks at %v", c.scale, c.n, at)
		}
	}
}

func TestXTicksKeepApart(t *testing.T) {
	for _, s := range []scale{{0, 10}, {1790, 1960}, {0.41250, 0.41251}, {123456.7, 123456.8}, {1e17, 2e17}} {
		ticks := xTimeAxis(s)
		for i := 1; i < len(ticks); i++ {
			distance := float64(ticks[i].At-ticks[i-1].At) / 100 * narrowPlot
			if room := (textWidth(ticks[i].Label) + textWidth(ticks[i-1].Label)) / 2; distance < room {
				t.Errorf("on %v %q and %q are %.0f px apart and %.0f px wide", s, ticks[i-1].Label, ticks[i].Label, distance, room)
			}
		}
	}
}

func TestFit(t *testing.T) {
	noise := []float64{100, 101, 99, 100.5, 99.5, 100.2}
	for _, c := range []struct {
		name      string
		core, all []float64
		must      []float64
		on, off   []float64
	}{
		{name: "all near", core: noise, all: noise, on: noise},
		{name: "far value stays outside", core: append([]float64{500}, noise...), all: append([]float64{500}, noise...), on: noise, off: []float64{500}},
		{name: "a little farther is taken in", core: noise, all: append([]float64{103}, noise...), on: []float64{103}},
		{name: "few values are all shown", core: []float64{1, 1, 10}, all: []float64{1, 1, 10}, on: []float64{1, 10}},
		{name: "must", core: noise, all: noise, must: []float64{300}, on: []float64{100, 300}},
		{name: "no core", all: []float64{1, 2}, on: []float64{1, 2}},
		{name: "identical", core: []float64{7, 7, 7, 7, 7}, all: []float64{7, 7, 7, 7, 7}, on: []float64{7}},
		{name: "nothing"},
	} {
		s := fit(c.core, c.all, c.must...)
		if !(s.span() > 0) {
			t.Errorf("%s: fit = %v has no extent", c.name, s)
		}
		for _, v := range c.on {
			if s.beyond(v) != 0 {
				t.Errorf("%s: %v is not on %v", c.name, v, s)
			}
		}
		for _, v := range c.off {
			if s.beyond(v) != 1 {
				t.Errorf("%s: %v does not lie above %v", c.name, v, s)
			}
		}
	}
}

// TestFitDoesNotMagnifyRounding: rounds that differ in the last digits must
// look alike.
func TestFitDoesNotMagnifyRounding(t *testing.T) {
	s := fit([]float64{100, 100.0001}, nil)
	if d := s.at(100.0001) - s.at(100); d > 0.01 {
		t.Errorf("a difference of 0.0001%% takes %.0f%% of the axis", 100*d)
	}
}

func TestFitStaysAboveZero(t *testing.T) {
	if s := fit([]float64{0.1, 100}, nil); s.lo < 0 {
		t.Errorf("the axis of positive times starts at %v", s.lo)
	}
}

func FuzzFit(f *testing.F) {
	f.Add(1.0, 2.0, 3.0, 4.0, 500.0)
	f.Add(0.0, 0.0, 0.0, 0.0, 0.0)
	f.Add(-1.0, 1e-300, 1e300, 7.0, 7.0)
	f.Fuzz(func(t *testing.T, a, b, c, d, e float64) {
		values := []float64{a, b, c, d, e}
		for _, v := range values {
			if !finite(v) || math.Abs(v) > 1e300 {
				t.Skip()
			}
		}
		s := fit(values, values)
		at, _ := timeAxis(s, 5)
		for _, v := range values {
			at = append(at, s.at(v))
		}
		for _, x := range at {
			if !(x >= 0 && x <= 1) {
				t.Errorf("fit(%v) = %v puts something at %v", values, s, x)
			}
		}
	})
}
