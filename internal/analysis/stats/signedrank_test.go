package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"tare/internal/record"
)

// enumerated returns how many of all patterns of signs give a rank sum at least
// as far from its mean as that of values.
func enumerated(values []float64) float64 {
	ranks := absoluteRanks(values)
	statistic := func(positive func(i int) bool) float64 {
		sum := 0
		for i, v := range values {
			if v == 0 {
				continue
			}
			if positive(i) {
				sum += ranks[i]
			} else {
				sum -= ranks[i]
			}
		}
		return math.Abs(float64(sum))
	}
	observed := statistic(func(i int) bool { return values[i] > 0 })
	extreme := 0
	for signs := range 1 << len(values) {
		if statistic(func(i int) bool { return signs>>i&1 == 1 }) >= observed {
			extreme++
		}
	}
	return float64(extreme) / float64(int(1)<<len(values))
}

func TestSignedRankAgainstEnumeration(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for n := 1; n <= 12; n++ {
		for round := range 20 {
			values := make([]float64, n)
			for i := range values {
				values[i] = r.NormFloat64() + 0.5
				if round%2 == 1 { // ties and zeros
					values[i] = math.Round(2 * values[i])
				}
			}
			if got, want := SignedRank(values), enumerated(values); math.Abs(got-want) > 1e-12 {
				t.Errorf("%v: p = %v, by enumeration %v", values, got, want)
			}
		}
	}
}

func TestSignedRankOfNothing(t *testing.T) {
	for name, values := range map[string][]float64{"nothing": nil, "zeros": {0, 0, 0}} {
		if got := SignedRank(values); got != 1 {
			t.Errorf("%s: p = %v", name, got)
		}
	}
}

// The test rejects exactly where the interval of the same level leaves zero out.
func TestSignedRankAgreesWithTheInterval(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	rejected := 0
	for range 500 {
		n := 6 + r.IntN(maxExact-6)
		values := make([]float64, n)
		for i := range values {
			values[i] = r.NormFloat64() + 0.4
		}
		for _, confidence := range []float64{0.95, 0.995} {
			e := HodgesLehmann(values, confidence)
			outside := e.Confidence > 0 && (e.Lo > 0 || e.Hi < 0)
			if p := SignedRank(values); (p <= 1-confidence) != outside {
				t.Errorf("n=%d at %v: p = %v, interval [%v, %v]", n, confidence, p, e.Lo, e.Hi)
			}
			if outside {
				rejected++
			}
		}
	}
	if rejected < 200 || rejected > 800 {
		t.Errorf("%d of 1000 rejected: the cases do not try both sides", rejected)
	}
}

// sample returns n values that draw makes, the same ones on every run.
func sample(seed uint64, n int, draw func(*rand.Rand) float64) []float64 {
	r := rand.New(rand.NewPCG(seed, uint64(n)))
	values := make([]float64, n)
	for i := range values {
		values[i] = draw(r)
	}
	return values
}

func normal(r *rand.Rand) float64 { return r.NormFloat64() }

func TestHodgesLehmannByHand(t *testing.T) {
	values := []float64{6, 1, 4, 2, 9, 3}
	// Walsh averages: 1 1.5 2 2 2.5 2.5 3 3 3.5 3.5 3.5 4 4 4.5 5 5 5.5 6 6 6.5
	// 7.5 9. P(W < 1) = 2⁻⁶ on either side leaves 1 − 2/64.
	got := HodgesLehmann(values, 0.95)
	want := record.Estimate{Center: 4, Lo: 1, Hi: 9, Confidence: 1 - 2.0/64, N: 6}
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if !slices.Equal(values, []float64{6, 1, 4, 2, 9, 3}) {
		t.Errorf("the caller's values were reordered: %v", values)
	}
}

func TestHodgesLehmannTooFewValues(t *testing.T) {
	if got := HodgesLehmann(nil, 0.95); got != (record.Estimate{}) {
		t.Errorf("no values: %+v", got)
	}
	for n := 1; n <= 5; n++ {
		values := sample(1, n, normal)
		e := HodgesLehmann(values, 0.95)
		if e.Confidence != 0 || e.N != n || e.Lo != slices.Min(values) || e.Hi != slices.Max(values) {
			t.Errorf("%d values: %+v from %v", n, e, values)
		}
	}
	// The same five do for a lower confidence: 1 − 2/32.
	if e := HodgesLehmann(sample(1, 5, normal), 0.9375); e.Confidence != 0.9375 {
		t.Errorf("5 values at 0.9375: %+v", e)
	}
}

// When all signs of given distances from the true center are equally likely,
// the interval covers the center in exactly the promised part of the cases,
// whatever the distances are.
func TestHodgesLehmannCoversByEnumeration(t *testing.T) {
	for n := 4; n <= 11; n++ {
		for _, asked := range []float64{0.8, 0.9, 0.95, 0.99} {
			sizes := sample(2, n, func(r *rand.Rand) float64 { return r.ExpFloat64() })
			covered, confidence := 0, 0.0
			for signs := range 1 << n {
				flipped := slices.Clone(sizes)
				for i := range flipped {
					if signs>>i&1 == 1 {
						flipped[i] = -flipped[i]
					}
				}
				e := HodgesLehmann(flipped, asked)
				confidence = e.Confidence
				if e.Lo <= 0 && 0 <= e.Hi {
					covered++
				}
			}
			if confidence == 0 {
				continue
			}
			if confidence < asked {
				t.Errorf("n=%d: confidence %v is below %v", n, confidence, asked)
			}
			if got := float64(covered) / float64(int(1)<<n); got != confidence {
				t.Errorf("n=%d, asked %v: covers %v of all sign flips, says %v", n, asked, got, confidence)
			}
		}
	}
}

func TestSignedRankCutIsTheTightest(t *testing.T) {
	for n := 6; n <= 100; n++ {
		k, reached := signedRankCut(n, 0.95)
		below := signedRankExact(n)
		if reached < 0.95 || k < 1 {
			t.Fatalf("n=%d: k=%d reaches %v", n, k, reached)
		}
		// The approximation may be off by one step, to the safe side only.
		if exact := 1 - 2*below(k); exact < 0.95 || math.Abs(exact-reached) > 0.0006 {
			t.Errorf("n=%d: k=%d reaches %v, not %v", n, k, exact, reached)
		}
		slack := 1
		if n > maxExact {
			slack = 2
		}
		if wider := 1 - 2*below(k+slack); wider >= 0.95 {
			t.Errorf("n=%d: k=%d would reach %v too", n, k+slack, wider)
		}
	}
}

// Critical values from Hollander, Wolfe & Chicken, table A.4, and R's
// qsignrank: the largest k with P(W < k) ≤ 0.025.
func TestSignedRankCutAgainstTables(t *testing.T) {
	for n, want := range map[int]int{5: 0, 6: 1, 8: 4, 10: 9, 12: 14, 15: 26, 20: 53, 25: 90, 30: 138, 50: 435} {
		if k, _ := signedRankCut(n, 0.95); k != want {
			t.Errorf("n=%d: k=%d, want %d", n, k, want)
		}
	}
}

func TestHodgesLehmannInvariances(t *testing.T) {
	for n := range 40 {
		values := sample(3, n, func(r *rand.Rand) float64 { return float64(r.IntN(1000)) })
		e := HodgesLehmann(values, 0.95)

		shuffled := slices.Clone(values)
		rand.New(rand.NewPCG(4, 4)).Shuffle(n, func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		if got := HodgesLehmann(shuffled, 0.95); got != e {
			t.Errorf("n=%d: order matters: %+v and %+v", n, e, got)
		}
		// Powers of two and whole numbers leave no rounding to allow for.
		moved := mapped(values, func(v float64) float64 { return 8*v + 64 })
		want := record.Estimate{Center: 8*e.Center + 64, Lo: 8*e.Lo + 64, Hi: 8*e.Hi + 64, Confidence: e.Confidence, N: n}
		if got := HodgesLehmann(moved, 0.95); n > 0 && got != want {
			t.Errorf("n=%d: scaled and shifted: %+v, want %+v", n, got, want)
		}
		mirrored := mapped(values, func(v float64) float64 { return -v })
		want = record.Estimate{Center: -e.Center, Lo: -e.Hi, Hi: -e.Lo, Confidence: e.Confidence, N: n}
		if got := HodgesLehmann(mirrored, 0.95); got != want {
			t.Errorf("n=%d: mirrored: %+v, want %+v", n, got, want)
		}
	}
}

func mapped(values []float64, f func(float64) float64) []float64 {
	out := slices.Clone(values)
	for i := range out {
		out[i] = f(out[i])
	}
	return out
}
