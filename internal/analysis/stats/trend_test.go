package stats

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"tare/internal/record"
)

func TestTheilSen(t *testing.T) {
	for _, c := range []struct {
		name   string
		values []float64
		want   float64
	}{
		{"empty", nil, 0},
		{"one", []float64{4}, 0},
		{"line", []float64{5, 3, 1, -1}, -2},
		{"line with an outlier", []float64{1, 2, 3, 400, 5, 6, 7}, 1},
	} {
		if got := TheilSen(c.values); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// permutations calls f with every order of 0…n−1.
func permutations(n int, f func([]float64)) {
	values := make([]float64, n)
	for i := range values {
		values[i] = float64(i)
	}
	var place func(int)
	place = func(k int) {
		if k == n {
			f(values)
			return
		}
		for i := k; i < n; i++ {
			values[k], values[i] = values[i], values[k]
			place(k + 1)
			values[k], values[i] = values[i], values[k]
		}
	}
	place(0)
}

// Over all orders, exactly a share of p has a p-value of p or less.
func TestKendallByEnumeration(t *testing.T) {
	for n := range 8 {
		var ps []float64
		permutations(n, func(values []float64) { ps = append(ps, Kendall(values)) })
		slices.Sort(ps)
		for i, p := range ps {
			if i+1 < len(ps) && ps[i+1]-p < 1e-12 {
				continue // the last of equals has the share
			}
			if share := float64(i+1) / float64(len(ps)); math.Abs(share-p) > 1e-12 {
				t.Errorf("n=%d: p = %v or less in %v of all orders", n, p, share)
			}
		}
	}
}

// With ties the p-value is an approximation: compare it with simulated orders.
func TestKendallWithTies(t *testing.T) {
	values := []float64{3, 1, 2, 5, 2, 4, 4, 3, 5, 2, 6, 5, 3, 4}
	score := func(values []float64) (s int) {
		for i := range values {
			for j := range i {
				s += cmp.Compare(values[i], values[j])
			}
		}
		return max(s, -s)
	}
	const orders = 20000
	r := rand.New(rand.NewPCG(9, 9))
	shuffled, extreme := slices.Clone(values), 0
	for range orders {
		r.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		if score(shuffled) >= score(values) {
			extreme++
		}
	}
	simulated := float64(extreme) / orders
	if got := Kendall(values); math.Abs(got-simulated) > 0.1*simulated {
		t.Errorf("p = %v, %v of random orders are as extreme", got, simulated)
	}
	if got := Kendall(make([]float64, 10)); got != 1 {
		t.Errorf("constant: p = %v", got)
	}
}

func TestKendallApproximationJoinsTheExactValues(t *testing.T) {
	values := sample(10, maxExact, normal)
	for i := range values {
		values[i] += 0.02 * float64(i)
	}
	exact := Kendall(values)
	values = append(values, Median(values)) // one more, without any trend of its own
	if approximate := Kendall(values); math.Abs(approximate-exact) > 0.15*exact {
		t.Errorf("p = %v with %d values, %v with one more", exact, maxExact, approximate)
	}
}

func TestTrendInvariances(t *testing.T) {
	values := sample(12, 25, func(r *rand.Rand) float64 { return float64(r.IntN(100)) })
	slope, p := TheilSen(values), Kendall(values)
	moved := mapped(values, func(v float64) float64 { return 4*v - 7 })
	if got := TheilSen(moved); got != 4*slope {
		t.Errorf("slope × 4 = %v, want %v", got, 4*slope)
	}
	slices.Reverse(moved)
	if got := TheilSen(moved); got != -4*slope {
		t.Errorf("slope of the reverse = %v, want %v", got, -4*slope)
	}
	if got := Kendall(moved); got != p {
		t.Errorf("p of the reverse = %v, want %v", got, p)
	}
}

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
		got := widen(e, c.a)
		if math.Abs(got.Lo-c.lo) > 1e-12 || math.Abs(got.Hi-c.hi) > 1e-12 {
			t.Errorf("%s: [%v, %v], want [%v, %v]", c.name, got.Lo, got.Hi, c.lo, c.hi)
		}
		got.Lo, got.Hi = e.Lo, e.Hi
		if got != e {
			t.Errorf("%s: more than the interval changed: %+v", c.name, got)
		}
	}
	e.Confidence = 0
	if got := widen(e, Autocorrelation{Rho: 0.6, Band: 0.36}); got != e {
		t.Errorf("no interval to widen, got %+v", got)
	}
}
