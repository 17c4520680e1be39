package comparisons

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"tare/internal/record"
)

// simulated is a benchmark whose change was estimated from n normal pairs, with the
// interval of ±z standard errors.
func simulated(r *rand.Rand, log, sd float64, n int, z float64) record.Compared {
	se := sd / math.Sqrt(float64(n))
	at := log + se*r.NormFloat64()
	c := record.Change{Variant: 1, Verdict: record.Inconclusive, New: record.Estimate{Center: 100, N: n},
		Ratio: record.Estimate{Center: math.Exp(at), Lo: math.Exp(at - z*se), Hi: math.Exp(at + z*se), Confidence: 0.95, N: n}}
	return record.Compared{Metric: "ns/op", Old: record.Estimate{Center: 100, N: n}, Changes: []record.Change{c}}
}

// The interval of the geometric mean holds the true one as often as those that it comes
// from hold theirs, whether they are alike or one is much wider, and is narrower.
func TestIntervalOfTheMean(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 7))
	const z, tries = 1.96, 4000
	for _, sds := range [][]float64{{0.05, 0.05}, {0.01, 0.02, 0.3, 0.02}, {0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05}} {
		holds := 0
		for range tries {
			var m mean
			truth := 0.0
			for i, sd := range sds {
				log := 0.01 * float64(i)
				truth += log / float64(len(sds))
				b := simulated(r, log, sd, 20, z)
				m.add(b, b.Changes[0], b.Changes[0].New)
			}
			s := m.change()
			if s.lo <= math.Expm1(truth) && math.Expm1(truth) <= s.hi {
				holds++
			}
		}
		if share := float64(holds) / tries; share < 0.94 || share > 0.96 {
			t.Errorf("%v: holds the true mean in %.3f", sds, share)
		}
	}
}

// A mean over a change without an interval has none either.
func TestMeanWithoutAnInterval(t *testing.T) {
	a := compared("BenchmarkA", 100, 3, record.Slower, ratio(3, 2, 4, 40), 0.001)
	b := compared("BenchmarkB", 200, 5, record.Inconclusive, ratio(5, 0, 0, 3), 1)
	for _, known := range []bool{true, false} {
		if b.Changes[0].Ratio = ratio(5, 1, 9, 40); !known {
			b.Changes[0].Ratio.Confidence = 0
		}
		v := newView(comparison(a, b), Options{})
		rows := v.means("net-ns/op")
		if len(rows) != 1 || rows[0].change != "+4.0%" || strings.HasPrefix(rows[0].interval, "[+") != known {
			t.Errorf("%v: %+v", known, rows)
		}
	}
}

// The contender's column is the base's with the change, also where the middles of the
// two sides say otherwise.
func TestColumnsAgreeWithTheChange(t *testing.T) {
	b := compared("BenchmarkA", 9.204, 0, record.Faster, ratio(-9, -16, -3, 71), 0.005)
	b.Changes[0].New = estimate(8.055, 0.05, 71)
	for _, design := range []record.Design{record.Paired, record.Separate} {
		c := comparison(b)
		c.Design = design
		v := newView(c, Options{})
		want := map[record.Design]string{record.Paired: "8.376ns", record.Separate: "8.055ns"}[design]
		if got := v.rows()[0]; got.new != want || got.newSpread != "± 5.0%" {
			t.Errorf("%s: new is %s %s beside %s %s, want %s", design, got.new, got.newSpread, got.old, got.change, want)
		}
	}
}
