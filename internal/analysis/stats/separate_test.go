package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"tare/internal/record"
)

// eachSplit calls f with every way to choose n of values, and the rest.
func eachSplit(values []float64, n int, f func(a, b []float64)) {
	for chosen := range 1 << len(values) {
		var a, b []float64
		for i, v := range values {
			if chosen>>i&1 == 1 {
				a = append(a, v)
			} else {
				b = append(b, v)
			}
		}
		if len(a) == n {
			f(a, b)
		}
	}
}

// separately calls f with sizes of samples and values for both, with and without
// ties.
func separately(f func(n, m int, values []float64)) {
	for n := 1; n <= 5; n++ {
		for m := 1; m <= 6; m++ {
			for _, levels := range []int{2, 3, 5, 1000} {
				f(n, m, sample(uint64(levels), n+m, func(r *rand.Rand) float64 { return float64(r.IntN(levels)) }))
			}
		}
	}
}

// The p-value is the share of all splits that have a p-value of as much or less,
// is the same for swapped samples, and without ties the smallest is LeastP.
func TestMannWhitneyByEnumeration(t *testing.T) {
	separately(func(n, m int, values []float64) {
		var ps []float64
		eachSplit(values, n, func(a, b []float64) {
			p := MannWhitney(a, b)
			if swapped := MannWhitney(b, a); math.Abs(swapped-p) > 1e-12 {
				t.Errorf("%v and %v: %v, swapped %v", a, b, p, swapped)
			}
			ps = append(ps, p)
		})
		slices.Sort(ps)
		for i, p := range ps {
			if i+1 < len(ps) && ps[i+1]-p < 1e-12 {
				continue // the last of equals has the share
			}
			if share := float64(i+1) / float64(len(ps)); math.Abs(share-p) > 1e-12 {
				t.Errorf("%d of %v: p = %v or less in %v of all splits", n, values, p, share)
			}
		}
		ties := len(slices.Compact(slices.Sorted(slices.Values(values)))) < n+m
		if least := LeastP(n, m); !ties && math.Abs(ps[0]-least) > 1e-12 {
			t.Errorf("%d of %v: the least p is %v, not %v", n, values, ps[0], least)
		}
	})
}

// When only chance decided on the samples, the interval covers 0 in exactly the
// promised part of all splits, and in no fewer with ties.
func TestShiftCoversByEnumeration(t *testing.T) {
	separately(func(n, m int, values []float64) {
		ties := len(slices.Compact(slices.Sorted(slices.Values(values)))) < n+m
		for _, asked := range []float64{0.85, 0.95, 0.99} {
			covered, all, confidence := 0, 0, 0.0
			eachSplit(values, n, func(a, b []float64) {
				e := Shift(a, b, asked)
				confidence = e.Confidence
				all++
				if e.Lo <= 0 && 0 <= e.Hi {
					covered++
				}
			})
			if reachable := LeastP(n, m) <= 1-asked+1e-12; reachable != (confidence > 0) || reachable && confidence < asked-1e-12 {
				t.Errorf("%d and %d at %v: confidence %v", n, m, asked, confidence)
			}
			got := float64(covered) / float64(all)
			if got < confidence-1e-12 || !ties && confidence > 0 && got > confidence+1e-12 {
				t.Errorf("%d of %v at %v: covers %v of all splits, says %v", n, values, asked, got, confidence)
			}
		}
	})
}

// Critical values from Hollander, Wolfe & Chicken, table A.6, and R's qwilcox:
// the largest k with P(U < k) ≤ 0.025.
func TestMannWhitneyCutAgainstTables(t *testing.T) {
	for sizes, want := range map[[2]int]int{
		{3, 3}: 0, {4, 4}: 1, {5, 5}: 3, {6, 6}: 6, {5, 8}: 7, {8, 8}: 14, {10, 10}: 24, {12, 20}: 70, {20, 20}: 128,
	} {
		for _, s := range [][2]int{sizes, {sizes[1], sizes[0]}} {
			if k, _ := mannWhitneyCut(s[0], s[1], 0.95); k != want {
				t.Errorf("%v: k=%d, want %d", s, k, want)
			}
		}
	}
}

func TestShiftByHand(t *testing.T) {
	a, b := []float64{1, 2, 4, 8}, []float64{20, 10, 12, 11}
	// Differences: 2 3 4 6 7 8 8 9 9 10 10 11 12 16 18 19; one of 70 splits lies
	// beyond on either side.
	want := record.Estimate{Center: 9, Lo: 2, Hi: 19, Confidence: 1 - 2.0/70, N: 8}
	if got := Shift(a, b, 0.95); math.Abs(got.Confidence-want.Confidence) > 1e-12 || got.Center != 9 || got.Lo != 2 || got.Hi != 19 || got.N != 8 {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if p := MannWhitney(a, b); math.Abs(p-2.0/70) > 1e-12 {
		t.Errorf("p = %v", p)
	}
	if !slices.Equal(b, []float64{20, 10, 12, 11}) {
		t.Errorf("the caller's values were reordered: %v", b)
	}
	if got := Shift(nil, b, 0.95); got != (record.Estimate{}) || MannWhitney(nil, b) != 1 || LeastP(0, 4) != 1 {
		t.Errorf("an empty sample: %+v", got)
	}
}

// Where counting ends, the approximation goes on at nearly the same values.
func TestSeparateApproximations(t *testing.T) {
	for _, s := range [][2]int{{26, 26}, {16, 70}, {8, 150}, {4, 310}} {
		n, m := s[0], s[1]
		exact, approximate := mannWhitneyExact(n, m), mannWhitneyNormal(n, m)
		k, _ := mannWhitneyCut(n, m, 0.95)
		if math.Abs(exact(k)-approximate(k)) > 0.0015 {
			t.Errorf("%v: P(U < %d) is %v, approximated %v", s, k, exact(k), approximate(k))
		}
	}
	for levels, tolerance := range map[int]float64{4: 0.01, 10: 0.003, 1 << 30: 0.003} {
		values := sample(23, 52, func(r *rand.Rand) float64 { return float64(r.IntN(levels)) })
		for i := range 26 {
			values[i] += math.Floor(0.14 * float64(levels) * float64(i%4))
		}
		ranks := doubledRanks(values)
		exact, approximate := rankSumExact(ranks, 26), rankSumNormal(ranks, 26)
		if math.Abs(approximate-exact) > tolerance {
			t.Errorf("%d levels: p = %v, approximated %v", levels, exact, approximate)
		}
	}
	if p := MannWhitney(make([]float64, 50), make([]float64, 50)); p != 1 {
		t.Errorf("constant: p = %v", p)
	}
}

func TestSeparateInvariances(t *testing.T) {
	draw := func(r *rand.Rand) float64 { return float64(r.IntN(100)) }
	for n := 1; n < 12; n++ {
		a, b := sample(31, n, draw), sample(32, 12-n, draw)
		e, p := Shift(a, b, 0.9), MannWhitney(a, b)
		// Powers of two and whole numbers leave no rounding to allow for.
		moved := Shift(mapped(a, func(v float64) float64 { return 4 * v }), mapped(b, func(v float64) float64 { return 4*v + 8 }), 0.9)
		if want := (record.Estimate{Center: 4*e.Center + 8, Lo: 4*e.Lo + 8, Hi: 4*e.Hi + 8, Confidence: e.Confidence, N: 12}); moved != want {
			t.Errorf("n=%d: scaled and shifted: %+v, want %+v", n, moved, want)
		}
		swapped := Shift(b, a, 0.9)
		if want := (record.Estimate{Center: -e.Center, Lo: -e.Hi, Hi: -e.Lo, Confidence: e.Confidence, N: 12}); swapped != want {
			t.Errorf("n=%d: swapped: %+v, want %+v", n, swapped, want)
		}
		cubed := func(v float64) float64 { return v * v * v }
		if got := MannWhitney(mapped(a, cubed), mapped(b, cubed)); got != p {
			t.Errorf("n=%d: more than order matters: %v and %v", n, p, got)
		}
	}
}
