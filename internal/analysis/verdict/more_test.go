package verdict

import (
	"math"
	"math/rand/v2"
	"testing"

	"tare/internal/analysis/stats"
	"tare/internal/record"
)

// even is n differences with this location and scatter, as even as a normal sample
// can be.
func even(n int, center, sd float64) []float64 {
	all := make([]float64, n)
	for i := range all {
		all[i] = center + sd*math.Sqrt2*math.Erfinv(2*(float64(i)+0.5)/float64(n)-1)
	}
	return all
}

// changeBy is what differences come to.
func changeBy(r Rules, differences []float64) record.Change {
	m := newMachine(1)
	var trials []record.Trial
	for i, d := range differences {
		pair := []record.Trial{m.trial(bench(0), i+1, 0, 0), m.trial(bench(0), i+1, 1, 0)}
		pair[0].Bill.Net, pair[1].Bill.Net = 100, 100*math.Exp(d)
		trials = append(trials, pair...)
	}
	return r.change(1, trials, "net-ns/op", len(differences))
}

// decides reports whether a comparison with up to so many rounds, one of m, comes to a
// verdict.
func decides(r *rand.Rand, effect, sd float64, most, m int) bool {
	looks := stats.Looks(most)
	plan, p := stats.Plan{Alpha: 0.05, Looks: len(looks)}, 1.0
	var d []float64
	for _, n := range looks {
		for len(d) < n {
			d = append(d, effect+sd*r.NormFloat64())
		}
		now := plan.Test(d)
		p = min(p, now.P)
		e := now.Estimate
		within := e.Confidence > 0 && e.Lo >= math.Log1p(-0.02) && e.Hi <= math.Log1p(0.02)
		if within || n >= plan.Fewest(m) && float64(m)*p <= 0.05 && (e.Lo > 0 || e.Hi < 0) {
			return true
		}
	}
	return false
}

// Whoever follows the recommendation has a verdict in four of five cases, whether
// the change is beyond the margin or within, alone or among others, and although more
// rounds mean more looks, and stricter ones. Those looks come before the last one find
// a few more.
func TestRecommendedRounds(t *testing.T) {
	const sd, tries = 0.05, 120
	random := rand.New(rand.NewPCG(3, 14))
	for _, c := range []struct {
		effect float64
		m      int
	}{{0, 1}, {0.008, 1}, {0.012, 1}, {0.03, 1}, {-0.035, 1}, {0, 20}, {-0.01, 20}, {0.03, 20}, {0.04, 20}} {
		r := rules(14)
		more := r.more(changeBy(r, even(14, c.effect, sd)), 14, c.m, 0.02)
		found := 0
		for range tries {
			if decides(random, c.effect, sd, 14+more, c.m) {
				found++
			}
		}
		share := float64(found) / tries
		t.Logf("%+.3f among %d: %d rounds, a verdict in %.2f", c.effect, c.m, 14+more, share)
		if more < 1 || share < 0.70 || share > 0.95 {
			t.Errorf("%+.3f among %d: %d more than 14 rounds bring a verdict in %.2f of cases", c.effect, c.m, more, share)
		}
	}
}

// The same, when nobody knows the change but from the first rounds.
func TestRecommendedRoundsFromFew(t *testing.T) {
	const sd, first = 0.05, 21
	random := rand.New(rand.NewPCG(1, 5))
	found, tries := 0, 0
	for i := range 160 {
		effect := []float64{0, 0.005, 0.01, 0.03}[i%4]
		d := make([]float64, first)
		for k := range d {
			d[k] = effect + sd*random.NormFloat64()
		}
		r := rules(first)
		c := changeBy(r, d)
		if more := r.more(c, first, 1, 0.02); more > 0 && c.Ratio.Lo < 1 && c.Ratio.Hi > 1 {
			tries++
			if decides(random, effect, sd, first+more, 1) {
				found++
			}
		}
	}
	if share := float64(found) / float64(tries); tries < 100 || share < 0.70 || share > 0.95 {
		t.Errorf("a verdict in %.2f of %d cases", share, tries)
	}
}

// Rounds that are dropped, and a plan that is not used up, count as what they are.
func TestMoreRounds(t *testing.T) {
	r := rules(400)
	whole := r.more(changeBy(r, even(32, 0.001, 0.04)), 32, 1, 0.02)
	dropped := r.more(changeBy(r, even(32, 0.001, 0.04)), 64, 1, 0.02)
	if whole < 20 || whole > 200 || math.Abs(float64(dropped)/float64(whole)-2) > 0.1 {
		t.Errorf("%d more rounds, and %d where every second one is dropped", whole, dropped)
	}
	for name, change := range map[string]record.Change{
		"no pairs": {}, "no scatter": changeBy(r, even(32, 0.03, 0)), "no end": changeBy(r, even(32, 0.02, 40)),
	} {
		if more := r.more(change, 32, 1, 0.02); more != 0 {
			t.Errorf("%s: %d more", name, more)
		}
	}
	if n := (prospect{Center: 1, Spread: 1e-3, Alpha: 0.05, Comparisons: 1, Looks: func(int) int { return 9 }}).Needed(1); n < 8 || n > 9+1 {
		t.Errorf("%d pairs tell what is far apart; nine can, at nine looks", n)
	}
}
