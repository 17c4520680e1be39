package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// However many looks there are, their levels never sum to more than α.
func TestLevelsSumToAlpha(t *testing.T) {
	for _, looks := range []int{1, 9} {
		p := Plan{Alpha: 0.05, Looks: looks, Kept: Kept}
		sum, planned := 0.0, 0.0
		for i := range 200 {
			if sum += p.Level(i); i == looks-1 {
				planned = sum
			}
		}
		if math.Abs(planned-0.045) > 1e-12 || sum > p.Alpha+1e-12 || sum < p.Alpha-1e-12 {
			t.Errorf("%d looks get %v; with all that follow %v", looks, planned, sum)
		}
	}
	if got := (Plan{Alpha: 0.05, Looks: 2}).Level(2); got != 0 {
		t.Errorf("a look that nothing was kept back for has the level %v", got)
	}
}

func TestLooksAt(t *testing.T) {
	planned := Looks(32) // 9 14 21 32, and then 48 72 108
	p := Plan{Alpha: 0.05, Looks: len(planned), Kept: Kept}
	for _, c := range []struct {
		name       string
		first, now int
		want       []int
	}{
		{"nothing yet", 0, 0, []int{0}},
		{"as planned", 21, 21, []int{9, 14, 21}},
		{"stopped in between", 20, 20, []int{9, 14, 20}},
		{"stopped early", 4, 4, []int{4}},
		{"it goes on after the last look", 32, 72, []int{9, 14, 21, 32, 48, 72}},
		{"a look that was not planned has taken the place of one", 17, 40, []int{9, 14, 17, 32}},
		{"a later session that brought nothing", 17, 17, []int{9, 14, 17}},
		{"a later session that stopped in between", 32, 100, []int{9, 14, 21, 32, 48, 72}},
		{"stopped before anything could be told", 4, 15, []int{9, 14}},
		{"and again", 4, 7, []int{4}},
		{"stopped before the first look", 8, 15, []int{8, 14}},
	} {
		if got := p.LooksAt(planned, c.first, c.now); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// sessions plays a comparison of equals that goes on five times after its planned
// looks, now and then interrupted between two looks, and returns the smallest α
// that rejects: after the first session, and in the end. Goes on says whether
// anybody would want it to, having seen p.
func sessions(r *rand.Rand, p Plan, planned []int, goesOn func(p float64) bool) (first, all float64) {
	var d []float64
	upTo := func(n int) {
		for len(d) < n { // sizes that drift, and come in bursts; the coin decides on the sign
			size := (1 + 0.01*float64(len(d))) * math.Exp(r.NormFloat64()) * (1 + 20*float64(len(d)/5%2))
			d = append(d, size*float64(2*r.IntN(2)-1))
		}
	}
	rejects := func(end, now int) float64 {
		least := 1.0
		for i, n := range p.LooksAt(planned, end, now) {
			upTo(n)
			least = min(least, p.Alpha/p.Level(i)*SignedRank(d[:n]))
		}
		return least
	}
	end := planned[len(planned)-1]
	if r.IntN(3) == 0 {
		end = 1 + r.IntN(end)
	}
	first = rejects(end, end)
	all = first
	for now, resumed := end, 0; resumed < 5 && all > p.Alpha && goesOn(all); resumed++ {
		now += 1 + r.IntN(now) // wherever that ends
		all = min(all, rejects(end, now))
	}
	return first, all
}

// The error rate holds over all sessions together, also for somebody who goes on
// only where it looks promising.
func TestErrorRateOverSessions(t *testing.T) {
	const runs = 500
	planned := Looks(21)
	p := Plan{Alpha: 0.2, Looks: len(planned), Kept: Kept}
	for name, goesOn := range map[string]func(float64) bool{
		"always": func(float64) bool { return true }, "when promising": func(p float64) bool { return p < 0.8 },
	} {
		r := rand.New(rand.NewPCG(7, 11))
		wrong, early := 0, 0
		for range runs {
			first, all := sessions(r, p, planned, goesOn)
			if first <= p.Alpha {
				early++
			}
			if all <= p.Alpha {
				wrong++
			}
		}
		t.Logf("%s: %.3f in the first session, %.3f in all", name, float64(early)/runs, float64(wrong)/runs)
		if rate := float64(wrong) / runs; rate > p.Alpha || wrong <= early {
			t.Errorf("%s: %.3f wrong rejections, %d of %d in the first session", name, rate, early, wrong)
		}
	}
}

// What is kept back costs little power in the first session, and buys as much as
// one expects of more rounds later.
func TestPowerOfSessions(t *testing.T) {
	const runs = 200
	planned := Looks(108)
	with, without := Plan{Alpha: 0.05, Looks: len(planned), Kept: Kept}, Plan{Alpha: 0.05, Looks: len(planned)}
	r := rand.New(rand.NewPCG(5, 3))
	var kept, spent, later int
	for range runs {
		var d []float64
		for range Rounds(planned, len(planned)+1) {
			d = append(d, 0.3+r.NormFloat64())
		}
		found := func(p Plan, looks int) bool {
			for i := range looks {
				if p.Alpha/p.Level(i)*SignedRank(d[:Rounds(planned, i)]) <= p.Alpha {
					return true
				}
			}
			return false
		}
		kept += count(found(with, len(planned)))
		spent += count(found(without, len(planned)))
		later += count(found(with, len(planned)+2))
	}
	t.Logf("found: %d without anything kept back, %d with it, %d after two more looks, of %d", spent, kept, later, runs)
	if spent-kept > runs*3/100 || later < kept+runs/10 {
		t.Errorf("found %d instead of %d in the first session, %d later, of %d", kept, spent, later, runs)
	}
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}
