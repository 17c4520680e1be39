package factorial

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"tare/internal/record"
)

// world is a machine on which the time of a point is known.
type world struct {
	Rules
	time  func(levels []int) float64 // ns/op
	noise float64                    // standard deviation of its logarithm
	r     *rand.Rand
}

// grid makes a world of factors with so many levels each; those that are given come last.
func grid(seed uint64, chosen, given []int, time func([]int) float64) *world {
	w := &world{time: time, noise: 0.02, r: rand.New(rand.NewPCG(seed, 1))}
	w.Plan = record.SweepPlan{Metric: "ns/op", Alpha: 0.05, Margin: 0.05, Looks: []int{100}}
	w.Values = func(t record.Trial) []record.Value { return []record.Value{{Unit: "ns/op", Value: t.Extra["ns/op"]}} }
	for i, n := range slices.Concat(chosen, given) {
		f := record.Factor{Name: fmt.Sprint("f", i), Given: i >= len(chosen)}
		for l := range n {
			f.Levels, f.Ranks = append(f.Levels, fmt.Sprint(l)), append(f.Ranks, l)
		}
		w.Factors = append(w.Factors, f)
	}
	w.points(nil, 0)
	return w
}

func (w *world) points(levels []int, group int) {
	f := len(levels)
	if f == len(w.Factors) {
		w.Points = append(w.Points, record.SweepPoint{Levels: slices.Clone(levels), Group: group})
		return
	}
	for l := range w.Factors[f].Levels {
		g := group
		if w.Factors[f].Given {
			g = group*len(w.Factors[f].Levels) + l
		}
		w.points(append(slices.Clone(levels), l), g)
	}
}

var name = record.Benchmark{Package: "p", Name: "BenchmarkX", Procs: 2}

// run measures the benchmark as package rounds does.
func (w *world) run() (record.Swept, *Race) {
	race := NewRace(w.Rules)
	race.Begin(1)
	b := Benchmark{Name: name}
	for round := 1; b.Stop == ""; round++ {
		gone := race.Gone(name)
		phase := w.r.NormFloat64() * 0.1 // of the machine: all points share it
		for i, p := range w.Points {
			if slices.Contains(gone, i) {
				continue
			}
			v := w.time(p.Levels) * math.Exp(phase+w.noise*w.r.NormFloat64())
			b.Trials = append(b.Trials, record.Trial{Benchmark: name, Variant: i, Round: round, Outcome: record.OK, N: 1, Extra: map[string]float64{"ns/op": v}})
		}
		b.Stop, _ = race.Round(name, b.Trials)
	}
	return race.Rules().Conclude(b), race
}

// What is far from the best leaves at the first look; the best and the choice are found.
func TestSweep(t *testing.T) {
	// More of the first setting is faster up to level 2, a fifth of the effect of the second.
	times := []float64{150, 110, 100, 99.8, 130}
	w := grid(1, []int{5, 2}, nil, func(l []int) float64 { return times[l[0]] * []float64{1, 2}[l[1]] })
	s, race := w.run()
	looks := race.Rules().Plan.Looks
	if looks[0] < 8 || looks[0] > 14 || looks[len(looks)-1] != 100 {
		t.Errorf("looks after %v rounds", looks)
	}
	if len(s.Groups) != 1 || !s.Groups[0].Settled || s.Stop != record.StopDecided {
		t.Fatalf("%+v, stop %s", s.Groups, s.Stop)
	}
	g := s.Groups[0]
	if best := w.Points[g.Best].Levels; best[0] != 2 && best[0] != 3 || best[1] != 0 {
		t.Errorf("best %v", best)
	}
	if choice := w.Points[g.Choice].Levels; choice[0] != 2 || choice[1] != 0 {
		t.Errorf("choice %v", choice)
	}
	if len(g.Knees) != 1 || g.Knees[0].Factor != 0 || g.Knees[0].Level != 2 {
		t.Errorf("knees %+v", g.Knees)
	}
	for i, p := range s.Points {
		slow := w.time(w.Points[i].Levels) > 1.05*99.8
		if slow != (p.Dropped == looks[0]) {
			t.Errorf("point %v: dropped after %d rounds", w.Points[i].Levels, p.Dropped)
		}
		true := w.time(w.Points[i].Levels) / 99.8
		if p.Ratio.Confidence == 0 || p.Ratio.Lo > true || true > p.Ratio.Hi || p.Ratio.Hi > true*1.1 || p.Rounds == 0 {
			t.Errorf("point %v: %.3f [%.3f, %.3f], truly %.3f", w.Points[i].Levels, p.Ratio.Center, p.Ratio.Lo, p.Ratio.Hi, true)
		}
	}
	if s.Complete != looks[0] {
		t.Errorf("%d complete rounds", s.Complete)
	}
}

// Shares of the variance are those of the world; what two settings do together is told apart.
func TestEffects(t *testing.T) {
	logs := func(l []int) float64 {
		both := 0.0
		if l[0] == 1 && l[1] == 1 {
			both = 0.4 // adds 0.1 to either main effect
		}
		return 0.6*float64(l[0]) + 0.2*float64(l[1]) + both
	}
	w := grid(2, []int{2, 2, 3}, nil, func(l []int) float64 { return math.Exp(logs(l)) })
	s, _ := w.run()
	// Half contrasts are 0.4, 0.2 and 0.1: squares 16, 4 and 1.
	for _, e := range s.Effects {
		if among := e.Share > 0.04; among != (e.P < 0.001) {
			t.Errorf("factors %v: share %.3f, p = %.3g", e.Factors, e.Share, e.P)
		}
		want := map[string]float64{"[0]": 16. / 21, "[1]": 4. / 21, "[0 1]": 1. / 21}[fmt.Sprint(e.Factors)]
		if math.Abs(e.Share-want) > 0.01 {
			t.Errorf("factors %v: share %.3f, want %.3f", e.Factors, e.Share, want)
		}
	}
	if f := s.Effects[0]; fmt.Sprint(f.Factors) != "[0]" || len(f.Levels) != 2 || f.Levels[1].Lo > math.Exp(0.4) || math.Exp(0.4) > f.Levels[1].Hi {
		t.Errorf("first effect %+v", f)
	}
	if s.Noise <= 0 || s.Noise > 0.01 {
		t.Errorf("noise %v", s.Noise)
	}
}

// Where nothing matters, points are the same, and nothing is said to matter, but for one
// sweep in twenty: of 200, 10, and three standard errors more are 19.
func TestNothingMatters(t *testing.T) {
	said := 0
	for seed := range uint64(200) {
		w := grid(seed, []int{3, 2}, nil, func([]int) float64 { return 100 })
		s, _ := w.run()
		if slices.ContainsFunc(s.Effects, func(e record.Effect) bool { return e.P < 0.05 }) {
			said++
		}
		if g := s.Groups[0]; seed == 3 && (!g.Settled || w.Points[g.Choice].Levels[0] != 0 || len(g.Knees) != 0) {
			t.Errorf("%+v", s)
		}
	}
	t.Logf("%d sweeps of 200 find an effect", said)
	if said > 19 {
		t.Errorf("%d sweeps of 200 find an effect", said)
	}
}

// Values of an F distribution, from tables; and none without noise.
func TestTail(t *testing.T) {
	for _, c := range []struct {
		f               float64
		between, within int
		want            float64
	}{{4.965, 1, 10, 0.05}, {3.098, 3, 20, 0.05}, {5.390, 2, 30, 0.01}, {2.996, 2, 1 << 40, 0.05}, {0, 3, 20, 1}, {math.Inf(1), 3, 20, 0}, {math.NaN(), 3, 20, 1}} {
		if got := tail(c.f, c.between, c.within); math.Abs(got-c.want) > 2e-4 {
			t.Errorf("F(%d, %d) > %v: %.5f, want %v", c.between, c.within, c.f, got, c.want)
		}
	}
}

// What does not vary at all is compared, too.
func TestConstant(t *testing.T) {
	for _, time := range []func([]int) float64{func([]int) float64 { return 8 }, func(l []int) float64 { return 8 + float64(l[0]) }} {
		w := grid(9, []int{2, 2}, nil, time)
		var trials []record.Trial
		for round := range 20 {
			for i, p := range w.Points {
				trials = append(trials, record.Trial{Benchmark: name, Variant: i, Round: round + 1, Outcome: record.OK, N: 1, Extra: map[string]float64{"ns/op": time(p.Levels)}})
			}
		}
		for _, e := range w.Conclude(Benchmark{Name: name, Trials: trials}).Effects {
			if math.IsNaN(e.Share) || math.IsNaN(e.P) || e.P > 1 {
				t.Errorf("%+v", e)
			}
		}
	}
}

// Points compete with those under the same limits only.
func TestGroups(t *testing.T) {
	w := grid(4, []int{2}, []int{3}, func(l []int) float64 { return []float64{100, 130}[(l[0]+l[1])%2] * float64(4-l[1]) })
	s, _ := w.run()
	if len(s.Groups) != 3 {
		t.Fatalf("%d groups", len(s.Groups))
	}
	for i, g := range s.Groups {
		if best := w.Points[g.Best].Levels; best[1] != i || best[0] != i%2 || !g.Settled {
			t.Errorf("group %d: %+v", i, g)
		}
	}
}

// The default is recommended wherever it is good enough.
func TestDefaultFirst(t *testing.T) {
	w := grid(5, []int{4}, nil, func(l []int) float64 { return []float64{100, 100, 98, 120}[l[0]] })
	w.Points[1].Default = true
	s, _ := w.run()
	if g := s.Groups[0]; g.Choice != 1 || g.Default != 1 {
		t.Errorf("%+v", g)
	}
}

func TestRates(t *testing.T) {
	w := grid(6, []int{3}, nil, func(l []int) float64 { return []float64{50, 100, 80}[l[0]] })
	w.Plan.Metric = "req/s"
	w.Values = func(t record.Trial) []record.Value { return []record.Value{{Unit: "req/s", Value: t.Extra["ns/op"]}} }
	s, _ := w.run()
	if !s.Larger || s.Groups[0].Best != 1 || s.Points[0].Ratio.Center > 0.53 || s.Points[0].Ratio.Center < 0.47 || s.Points[0].Ratio.Lo > s.Points[0].Ratio.Center {
		t.Errorf("larger %t, %+v", s.Larger, s.Points)
	}
}

// Of few rounds nothing is said, and no value breaks anything.
func TestTooLittle(t *testing.T) {
	w := grid(7, []int{3}, nil, func([]int) float64 { return 100 })
	w.Plan.Looks = []int{3}
	s, _ := w.run()
	if g := s.Groups[0]; g.Settled || s.Stop != record.StopRounds || s.Points[0].Ratio.Confidence != 0 || g.Best < 0 {
		t.Errorf("%+v", s)
	}
	w = grid(7, []int{3}, nil, func(l []int) float64 { return float64(l[0]) })
	if s, _ := w.run(); s.Points[0].Dropped != 0 || s.Points[0].Ratio.N != 0 || s.Groups[0].Best != 1 || s.Complete != 0 {
		t.Errorf("a value of zero: %+v", s)
	}
	w = grid(7, []int{3}, nil, nil)
	if s := w.Conclude(Benchmark{Name: name}); s.Groups[0].Best != -1 || s.Groups[0].Choice != -1 || s.Points[0].Value.N != 0 {
		t.Errorf("no trial: %+v", s)
	}
}

// The best point is dropped, or any interval is wrong, no more often than planned: of 400
// sweeps 5 % are 20, and three standard errors more are 33. Points that are equal and noise
// with long tails are the hardest case.
func TestErrorRate(t *testing.T) {
	const sweeps = 400
	lost, wrong := 0, 0
	for i := range sweeps {
		w := grid(uint64(100+i), []int{6}, nil, func(l []int) float64 { return []float64{100, 100, 100, 101, 103, 110}[l[0]] })
		w.Plan.Looks = []int{60}
		tail := w.r
		inner := w.time
		w.time = func(l []int) float64 { return inner(l) * math.Exp(0.01*tail.ExpFloat64()*tail.ExpFloat64()) }
		s, _ := w.run()
		for k, p := range s.Points {
			truth := inner(w.Points[k].Levels) / 100
			if k < 3 && p.Dropped > 0 {
				lost++
				break
			}
			if p.Ratio.Confidence > 0 && (p.Ratio.Lo > truth || truth > p.Ratio.Hi) {
				wrong++
				break
			}
		}
	}
	t.Logf("of %d sweeps, %d lost the best point, %d have a wrong interval", sweeps, lost, wrong)
	if lost+wrong > 33 {
		t.Errorf("%d of %d sweeps lost the best point, %d have a wrong interval", lost, sweeps, wrong)
	}
}
