package chart

import (
	"math"
	"testing"

	"tare/internal/report/wording"
)

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
		s := Fit(c.core, c.all, c.must...)
		if !(s.Span() > 0) {
			t.Errorf("%s: fit = %v has no extent", c.name, s)
		}
		for _, v := range c.on {
			if s.Beyond(v) != 0 {
				t.Errorf("%s: %v is not on %v", c.name, v, s)
			}
		}
		for _, v := range c.off {
			if s.Beyond(v) != 1 {
				t.Errorf("%s: %v does not lie above %v", c.name, v, s)
			}
		}
	}
}

// TestFitDoesNotMagnifyRounding: rounds that differ in the last digits must
// look alike.
func TestFitDoesNotMagnifyRounding(t *testing.T) {
	s := Fit([]float64{100, 100.0001}, nil)
	if d := s.At(100.0001) - s.At(100); d > 0.01 {
		t.Errorf("a difference of 0.0001%% takes %.0f%% of the axis", 100*d)
	}
}

func TestFitStaysAboveZero(t *testing.T) {
	if s := Fit([]float64{0.1, 100}, nil); s.Lo < 0 {
		t.Errorf("the axis of positive times starts at %v", s.Lo)
	}
}

func FuzzFit(f *testing.F) {
	f.Add(1.0, 2.0, 3.0, 4.0, 500.0)
	f.Add(0.0, 0.0, 0.0, 0.0, 0.0)
	f.Add(-1.0, 1e-300, 1e300, 7.0, 7.0)
	f.Fuzz(func(t *testing.T, a, b, c, d, e float64) {
		values := []float64{a, b, c, d, e}
		for _, v := range values {
			if !wording.Finite(v) || math.Abs(v) > 1e300 {
				t.Skip()
			}
		}
		s := Fit(values, values)
		at, _ := s.Axis(5, Times)
		for _, v := range values {
			at = append(at, s.At(v))
		}
		for _, x := range at {
			if !(x >= 0 && x <= 1) {
				t.Errorf("Fit(%v) = %v puts something at %v", values, s, x)
			}
		}
	})
}
