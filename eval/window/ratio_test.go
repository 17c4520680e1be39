package main

import (
	"math"
	"math/rand/v2"
	"testing"

	"tare/internal/record"
)

// What a round's two measurements share cancels out, however large it is.
func TestRatioOfPairsIgnoresDrift(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var of, to []float64
	for range 10 {
		speed := 1 + 10*r.Float64()
		to, of = append(to, 100*speed), append(of, 103*speed)
	}
	e := ratio(of, to)
	if math.Abs(e.Center-1.03) > 1e-9 || math.Abs(e.Lo-1.03) > 1e-9 || math.Abs(e.Hi-1.03) > 1e-9 || e.Confidence < 0.95 {
		t.Errorf("got %+v", e)
	}
}

// The interval holds the true ratio about as often as it says. 500 series pin a
// coverage of 0.95 down to ±0.03; the seed is fixed.
func TestRatioCovers(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	held := 0
	for range 500 {
		var of, to []float64
		for range 10 {
			to, of = append(to, 100*math.Exp(0.05*r.NormFloat64())), append(of, 110*math.Exp(0.05*r.NormFloat64()))
		}
		if e := ratio(of, to); e.Lo <= 1.1 && 1.1 <= e.Hi {
			held++
		}
	}
	if share := float64(held) / 500; share < 0.92 || share > 0.99 {
		t.Errorf("%.3f of the intervals hold the truth", share)
	}
}

func TestSurely(t *testing.T) {
	for _, c := range []struct {
		lo, hi, confidence, want float64
	}{
		{0.98, 1.01, 0.95, 0}, {1.02, 1.05, 0.95, 0.02}, {0.9, 0.96, 0.95, 0.04}, {1.02, 1.05, 0, 0},
	} {
		if got := surely(record.Estimate{Lo: c.lo, Hi: c.hi, Confidence: c.confidence}); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%+v is surely %v off, want %v", c, got, c.want)
		}
	}
}

func TestChange(t *testing.T) {
	few := ratio([]float64{102, 102, 102}, []float64{100, 100, 100})
	for want, e := range map[string]record.Estimate{
		"–":                    {},
		"+2.00% (3 rounds)":    few,
		"−3.00% [−5.00%, ±0%]": {Center: 0.97, Lo: 0.95, Hi: 1, Confidence: 0.95, N: 8},
	} {
		if got := change(e); got != want {
			t.Errorf("%+v is %q, want %q", e, got, want)
		}
	}
}
