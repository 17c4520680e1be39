package stats

import (
	"math"
	"math/rand/v2"
	"testing"
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
