package noise

import (
	"math/rand/v2"
	"slices"
	"testing"

	"tare/internal/record"
)

func TestHistogramClasses(t *testing.T) {
	bounds := []float64{0, 10, 20, 40}
	for _, test := range []struct {
		name   string
		values []float64
		counts []int
	}{
		{"one", []float64{5}, []int{1, 0, 0, 0}},
		{"a bound belongs to the class above", []float64{0, 10, 20, 40}, []int{1, 1, 1, 1}},
		{"just below", []float64{9.99, 19.99, 39.99}, []int{1, 1, 1, 0}},
		{"the last class has no end", []float64{41, 1e12}, []int{0, 0, 0, 2}},
		{"any order", []float64{50, 1, 15}, []int{1, 1, 0, 1}},
	} {
		t.Run(test.name, func(t *testing.T) {
			h := histogram(test.values, bounds)
			if !h.OK() || !slices.Equal(h.Counts, test.counts) || h.N != len(test.values) {
				t.Errorf("got %+v, want counts %v", h, test.counts)
			}
		})
	}
}

func TestHistogramQuantiles(t *testing.T) {
	values := make([]float64, 200)
	for i, v := range rand.New(rand.NewPCG(1, 2)).Perm(200) {
		values[i] = float64(v + 1)
	}
	h := histogram(values, []float64{0})
	if h.Min != 1 || h.Median != 100 || h.P99 != 198 || h.Max != 200 {
		t.Errorf("got %v, %v, %v, %v", h.Min, h.Median, h.P99, h.Max)
	}
}

func TestQuantile(t *testing.T) {
	for _, test := range []struct {
		values []float64
		q      float64
		want   float64
	}{
		{[]float64{7}, 0.01, 7},
		{[]float64{7}, 1, 7},
		{[]float64{1, 2}, 0.5, 1},
		{[]float64{1, 2, 3}, 0.5, 2},
		{[]float64{1, 2, 3, 4}, 0.75, 3},
		{[]float64{1, 2, 3, 4}, 0.76, 4},
	} {
		if got := quantile(test.values, test.q); got != test.want {
			t.Errorf("quantile(%v, %v) = %v, want %v", test.values, test.q, got, test.want)
		}
	}
}

func TestBounds(t *testing.T) {
	b := latencyBounds()
	if b[0] != 1e3 || b[len(b)-1] != 1.048576e9 {
		t.Errorf("latencies from %v to %v", b[0], b[len(b)-1])
	}
	for i := 1; i < len(b); i++ {
		if b[i] != 2*b[i-1] {
			t.Errorf("%v follows %v", b[i], b[i-1])
		}
	}
	s := steadyBounds(1.25)
	if s[0] != 1.25 || !slices.IsSorted(s) || s[1]/s[0] < 1.0199 || s[1]/s[0] > 1.0201 {
		t.Errorf("got %v", s)
	}
}

func TestSteadiness(t *testing.T) {
	speeds := make([]float64, 100) // 1.01, 1.02, … 2.00
	for i := range speeds {
		speeds[i] = 1 + float64(i+1)/100
	}
	h, spread := steadiness(speeds)
	if want := speeds[94]/speeds[4] - 1; !spread.OK() || spread.Value != want {
		t.Errorf("spread %+v, want %v", spread, want)
	}
	if h.N != 100 || sum(h.Counts) != 100 || h.Min != 1.01 {
		t.Errorf("got %+v", h)
	}
	h, spread = steadiness(speeds[:minSpeeds-1])
	if !h.OK() || spread.OK() || spread.Status != record.Undetermined || spread.Why == "" {
		t.Errorf("of too few: %+v", spread)
	}
}
