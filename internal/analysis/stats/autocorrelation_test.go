package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"tare/internal/record"
)

func TestLag1(t *testing.T) {
	for _, c := range []struct {
		name   string
		values []float64
		rho    float64
	}{
		{"empty", nil, 0},
		{"two", []float64{1, 2}, 0},
		{"constant", []float64{3, 3, 3, 3}, 0},
		{"rising", []float64{1, 2, 3, 4, 5}, 0.4}, // (2+0+0+2) ÷ (4+1+0+1+4)
		{"alternating", []float64{1, -1, 1, -1}, -0.75},
	} {
		a := Lag1(c.values)
		if math.Abs(a.Rho-c.rho) > 1e-15 {
			t.Errorf("%s: ρ = %v, want %v", c.name, a.Rho, c.rho)
		}
		if a.Significant() {
			t.Errorf("%s: %+v is significant", c.name, a)
		}
	}
	walk := sample(5, 100, normal)
	for i := range walk[1:] {
		walk[i+1] += walk[i]
	}
	if a := Lag1(walk); !a.Significant() || a.Band != 0.196 {
		t.Errorf("random walk: %+v", a)
	}
}

// Independent values leave the band one time in twenty.
func TestLag1Band(t *testing.T) {
	const series = 4000
	r := rand.New(rand.NewPCG(6, 6))
	outside := 0
	for range series {
		if Lag1(independent(normal)(r, 40)).Significant() {
			outside++
		}
	}
	if share := float64(outside) / series; share < 0.02 || share > 0.06 {
		t.Errorf("%.3f of independent series lie outside the 95 %% band", share)
	}
}

func TestLag1Invariances(t *testing.T) {
	values := autoregressive(0.5)(rand.New(rand.NewPCG(7, 7)), 50)
	want := Lag1(values).Rho
	moved := mapped(values, func(v float64) float64 { return -4*v + 100 })
	backwards := slices.Clone(values)
	slices.Reverse(backwards)
	for name, other := range map[string][]float64{"scale and shift": moved, "reversal": backwards} {
		if got := Lag1(other).Rho; math.Abs(got-want) > 1e-12 {
			t.Errorf("%s: %v, was %v", name, got, want)
		}
	}
}

func TestWiden(t *testing.T) {
	e := record.Estimate{Center: 10, Lo: 9, Hi: 12, Confidence: 0.95, N: 30}
	for _, c := range []struct {
		name   string
		a      Autocorrelation
		lo, hi float64
	}{
		{"significant", Autocorrelation{Rho: 0.6, Band: 0.36}, 8, 14}, // √(1.6/0.4) = 2
		{"within the band", Autocorrelation{Rho: 0.3, Band: 0.36}, 9, 12},
		{"negative", Autocorrelation{Rho: -0.6, Band: 0.36}, 9, 12},
		{"worth less than one value", Autocorrelation{Rho: 0.9999, Band: 0.36}, 10 - math.Sqrt(30), 10 + 2*math.Sqrt(30)},
	} {
		got := Widen(e, c.a)
		if math.Abs(got.Lo-c.lo) > 1e-12 || math.Abs(got.Hi-c.hi) > 1e-12 {
			t.Errorf("%s: [%v, %v], want [%v, %v]", c.name, got.Lo, got.Hi, c.lo, c.hi)
		}
		got.Lo, got.Hi = e.Lo, e.Hi
		if got != e {
			t.Errorf("%s: more than the interval changed: %+v", c.name, got)
		}
	}
	e.Confidence = 0
	if got := Widen(e, Autocorrelation{Rho: 0.6, Band: 0.36}); got != e {
		t.Errorf("no interval to widen, got %+v", got)
	}
}
