package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestLooks(t *testing.T) {
	for most, want := range map[int][]int{
		1: {1}, 9: {9}, 10: {9, 10}, 200: {9, 14, 21, 32, 48, 72, 108, 162, 200},
	} {
		if got := Looks(most); !slices.Equal(got, want) {
			t.Errorf("Looks(%d) = %v, want %v", most, got, want)
		}
	}
}

func TestLayoutLooks(t *testing.T) {
	for _, c := range []struct {
		layouts, most int
		want          []int
	}{
		{8, 200, []int{8, 32, 200}}, {12, 200, []int{12, 48, 192}}, {50, 200, []int{50, 200}}, {8, 16, []int{8, 16}},
		{8, 15, []int{8}}, {150, 200, []int{150}}, {8, 1000, []int{8, 32, 128, 1000}},
	} {
		if got := LayoutLooks(c.layouts, c.most); !slices.Equal(got, c.want) {
			t.Errorf("%d layouts, %d rounds: %v, want %v", c.layouts, c.most, got, c.want)
		}
	}
}

// sizes of differences that no theory of independent values would allow.
func adversarial(n int) map[string][]float64 {
	series := map[string]func(i int) float64{
		"equal":     func(int) float64 { return 1 },
		"growing":   func(i int) float64 { return math.Pow(3, float64(i)) },
		"shrinking": func(i int) float64 { return math.Pow(3, -float64(i)) },
		"bursts":    func(i int) float64 { return 1 + 0.01*float64(i) + 1000*float64(i/4%2) },
		"outlier":   func(i int) float64 { return 1 + 0.1*float64(i) + 1e9*float64(i%7/6) },
	}
	all := map[string][]float64{}
	for name, size := range series {
		for i := range n {
			all[name] = append(all[name], size(i))
		}
	}
	return all
}

// prefixes returns what stood at each look.
func prefixes(d []float64, counts []int) [][]float64 {
	var looks [][]float64
	for _, n := range counts {
		looks = append(looks, d[:n])
	}
	return looks
}

// Whatever the sizes are, of all patterns of signs at most a share α ever leads
// to a rejection, and 0 lies in all intervals for at least 1−α of them.
func TestErrorRateByEnumeration(t *testing.T) {
	const n = 12
	for name, sizes := range adversarial(n) {
		for _, c := range []struct {
			alpha  float64
			counts []int
		}{
			{0.05, []int{12}}, {0.05, []int{9, 12}}, {0.3, []int{4, 6, 9, 12}}, {0.2, []int{7, 8, 9, 10, 11, 12}},
		} {
			p := Plan{Alpha: c.alpha, Looks: len(c.counts)}
			rejected, missed := 0, 0
			for signs := range 1 << n {
				d := slices.Clone(sizes)
				for i := range d {
					if signs>>i&1 == 1 {
						d[i] = -d[i]
					}
				}
				if p.Test(prefixes(d, c.counts)...).P <= c.alpha {
					rejected++
				}
				for k := range c.counts {
					if e := p.Test(prefixes(d, c.counts[:k+1])...).Estimate; e.Confidence > 0 && (e.Lo > 0 || e.Hi < 0) {
						missed++
						break
					}
				}
			}
			most := int(c.alpha * (1 << n))
			if rejected > most || missed > most {
				t.Errorf("%s, α=%v, looks %v: rejects %d, misses %d; at most %d", name, c.alpha, c.counts, rejected, missed, most)
			}
			if name == "growing" && rejected < most/6 { // no ties: not timid either
				t.Errorf("%s, α=%v, looks %v: rejects only %d; allowed %d", name, c.alpha, c.counts, rejected, most)
			}
		}
	}
}

// machine makes up the times of two variants that run in rounds in coin-flip
// order. true is the effect of the second, as a difference of logarithms.
type machine func(r *rand.Rand, effect float64, rounds int) []float64

func noisy(noise func(r *rand.Rand) func() float64) machine {
	return func(r *rand.Rand, effect float64, rounds int) []float64 {
		next := noise(r)
		d := make([]float64, rounds)
		for i := range d {
			first, second := next(), next()
			if r.IntN(2) == 0 {
				first, second = second, first
			}
			d[i] = second + effect - first
		}
		return d
	}
}

var machines = map[string]machine{
	"independent": noisy(func(r *rand.Rand) func() float64 { return func() float64 { return 0.03 * r.NormFloat64() } }),
	"autocorrelated": noisy(func(r *rand.Rand) func() float64 {
		x := 0.0
		return func() float64 { x = 0.95*x + 0.02*r.NormFloat64(); return x }
	}),
	"drift": noisy(func(r *rand.Rand) func() float64 {
		i := 0.0
		return func() float64 { i++; return 0.002*i + 0.02*r.NormFloat64() }
	}),
	"throttled": noisy(func(r *rand.Rand) func() float64 {
		return func() float64 {
			if r.IntN(5) == 0 {
				return 0.8 + 0.1*r.NormFloat64()
			}
			return 0.02 * r.NormFloat64()
		}
	}),
}

// judge goes through the looks until zero or everything beyond the margin is
// ruled out, as a comparison does.
func judge(p Plan, looks []int, d []float64) (rejected, equivalent bool, last Result, rounds int) {
	const margin = 0.02
	for k := range looks {
		last = p.Test(prefixes(d, looks[:k+1])...)
		rounds = looks[k]
		rejected = last.P <= p.Alpha
		equivalent = last.Estimate.Confidence > 0 && -margin <= last.Estimate.Lo && last.Estimate.Hi <= margin
		if rejected || equivalent {
			break
		}
	}
	return rejected, equivalent, last, rounds
}

// Simulated comparisons: 1000 of each pin a rate of 0.05 down to ±0.02 (three
// standard errors). The seeds are fixed.
func TestSimulatedComparisons(t *testing.T) {
	const runs, most = 1000, 200
	looks := Looks(most)
	p := Plan{Alpha: 0.05, Looks: len(looks)}
	for name, m := range machines {
		for _, effect := range []float64{0, 0.03} {
			r := rand.New(rand.NewPCG(7, uint64(1000*effect)))
			var rejected, wrong, missed, falselyEqual, rounds int
			for range runs {
				reject, equivalent, last, n := judge(p, looks, m(r, effect, most))
				rounds += n
				if reject {
					rejected++
					if last.Estimate.Center < 0 && effect > 0 {
						wrong++
					}
				}
				if equivalent && effect > 0.02 {
					falselyEqual++
				}
				if e := last.Estimate; e.Confidence > 0 && (e.Lo > effect || e.Hi < effect) {
					missed++
				}
			}
			summary := fmt.Sprintf("%s, effect %v: rejects %d, wrong sign %d, misses %d, falsely equal %d of %d; %d rounds",
				name, effect, rejected, wrong, missed, falselyEqual, runs, rounds/runs)
			t.Log(summary)
			limit := runs / 20
			if missed > limit || wrong > runs/500 || falselyEqual > limit/2 ||
				effect == 0 && rejected > limit || effect > 0 && name != "throttled" && rejected < runs*95/100 {
				t.Error(summary)
			}
		}
	}
}

func TestDetectable(t *testing.T) {
	p := Plan{Alpha: 0.05, Looks: 1}
	for _, comparisons := range []int{1, 20} {
		r := rand.New(rand.NewPCG(3, 3))
		found, runs := 0, 400
		for range runs {
			d := make([]float64, 50)
			for i := range d {
				d[i] = r.NormFloat64()
			}
			size, known := p.Detectable(p.Test(d).Estimate, comparisons)
			if !known {
				t.Fatal("not known")
			}
			for i := range d { // the same noise and an effect of just that size
				d[i] = r.NormFloat64() + size
			}
			if p.Test(d).P <= p.Alpha/float64(comparisons) {
				found++
			}
		}
		if share := float64(found) / float64(runs); share < 0.72 || share > 0.88 {
			t.Errorf("among %d, a difference said to be found four times in five is found in a share of %v", comparisons, share)
		}
	}
	if _, known := p.Detectable(p.Test([]float64{1, 2}).Estimate, 1); known {
		t.Error("two pairs cannot tell what is detectable")
	}
}

// So many differences of one sign are rejected, and one less is not.
func TestFewest(t *testing.T) {
	for _, looks := range []int{1, 4, 9} {
		for _, comparisons := range []int{1, 2, 20, 500} {
			p := Plan{Alpha: 0.05, Looks: looks}
			n := p.Fewest(comparisons)
			d := slices.Repeat([]float64{1}, n)
			level := p.Alpha / float64(comparisons)
			if p.Test(d).P > level || p.Test(d[1:]).P <= level {
				t.Errorf("%d looks, %d comparisons: not %d differences", looks, comparisons, n)
			}
		}
	}
}
