package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestMedian(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   float64
	}{{[]float64{3}, 3}, {[]float64{4, 1}, 2.5}, {[]float64{9, 1, 2}, 2}} {
		if got := Median(c.values); got != c.want {
			t.Errorf("Median(%v) = %v", c.values, got)
		}
	}
	if got := Median(nil); !math.IsNaN(got) {
		t.Errorf("Median(nil) = %v", got)
	}
}

func TestCV(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   float64
		ok     bool
	}{
		{nil, 0, false},
		{[]float64{5}, 0, false},
		{[]float64{-1, 1}, 0, false},
		{[]float64{5, 5, 5}, 0, true},
		{[]float64{1, 2, 3}, 0.5, true},
		{[]float64{-100, -200, -300}, 0.5, true},
	} {
		if got, ok := CV(c.values); got != c.want || ok != c.ok {
			t.Errorf("CV(%v) = %v, %v, want %v, %v", c.values, got, ok, c.want, c.ok)
		}
	}
}

func TestOutliers(t *testing.T) {
	for _, c := range []struct {
		name   string
		values []float64
		want   []int
	}{
		{"none", nil, nil},
		{"one value", []float64{7}, nil},
		{"constant", []float64{7, 7, 7}, nil},
		{"both sides", []float64{100, 103, 60, 98, 101, 140, 97}, []int{2, 5}},
		{"wide sample", []float64{80, 90, 100, 110, 120, 140}, nil},
		{"tight sample within 2 %", []float64{100, 100, 100, 100.01, 101.9}, nil},
		{"tight sample beyond 2 %", []float64{100, 100, 100, 100.01, 102.1}, []int{4}},
	} {
		if got := Outliers(c.values); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestOutliersInvariances(t *testing.T) {
	values := sample(8, 50, func(r *rand.Rand) float64 { return 1000 + r.NormFloat64()*math.Exp(2*r.NormFloat64())*10 })
	want := Outliers(values)
	if len(want) == 0 {
		t.Fatal("the sample has no outliers to find")
	}
	for _, scale := range []float64{-1, 1e-9, 1e9} {
		if got := Outliers(mapped(values, func(v float64) float64 { return v * scale })); !slices.Equal(got, want) {
			t.Errorf("× %v: %v, want %v", scale, got, want)
		}
	}
	backwards := slices.Clone(values)
	slices.Reverse(backwards)
	got := Outliers(backwards)
	slices.Reverse(got)
	for i := range got {
		got[i] = len(values) - 1 - got[i]
	}
	if !slices.Equal(got, want) {
		t.Errorf("reversed: %v, want %v", got, want)
	}
}
