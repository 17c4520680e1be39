package verdict

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tare/internal/analysis/stats"
	"tare/internal/record"
)

// values stands in for package summary: what bills and a few readings say.
func values(t record.Trial) []record.Value {
	vs := []record.Value{{Value: t.Bill.Wall, Unit: "ns/op"}}
	if t.Bill.NetStatus == record.Measured {
		vs = append(vs, record.Value{Value: t.Bill.Net, Unit: "net-ns/op"})
	}
	for unit, value := range t.Extra {
		vs = append(vs, record.Value{Value: value, Unit: unit})
	}
	if n, ok := t.Readings.Value(record.Mallocs); ok {
		vs = append(vs, record.Value{Value: n / float64(t.N), Unit: "allocs/op"})
	}
	return vs
}

var variants = []record.Variant{
	{Name: "old", Role: record.Base}, {Name: "new", Role: record.Contender},
	{Name: "copy", Role: record.Copy}, {Name: "relinked", Role: record.Relinked},
}

func rules(most int) Rules {
	return Rules{
		Plan:     record.ComparisonPlan{Metric: "auto", Alpha: 0.05, Margin: 0.02, Looks: stats.Looks(most)},
		Variants: variants, Values: values,
	}
}

// machine makes trials. Speeds wander, so that neighbours in time are alike.
type machine struct {
	r     *rand.Rand
	speed float64
	order int
}

func newMachine(seed uint64) *machine { return &machine{r: rand.New(rand.NewPCG(seed, 1))} }

func (m *machine) trial(b record.Benchmark, round, variant int, effect float64) record.Trial {
	m.speed = 0.9*m.speed + 0.01*m.r.NormFloat64()
	net := 100 * math.Exp(m.speed+0.02*m.r.NormFloat64()) * (1 + effect)
	m.order++
	return record.Trial{Benchmark: b, Variant: variant, Round: round, Order: m.order, Outcome: record.OK, N: 10,
		Bill:     record.Bill{Wall: 1.1 * net, Net: net, NetStatus: record.Measured},
		Readings: record.Readings{record.Mallocs: record.Of(float64(30 + 20*min(variant, 1)))}}
}

// round adds one round of the variants with their effects.
func (m *machine) round(trials []record.Trial, b record.Benchmark, effects map[int]float64) []record.Trial {
	round := 1
	if len(trials) > 0 {
		round = trials[len(trials)-1].Round + 1
	}
	var vs []int
	for v := range effects {
		vs = append(vs, v)
	}
	slices.Sort(vs)
	m.r.Shuffle(len(vs), func(i, j int) { vs[i], vs[j] = vs[j], vs[i] })
	for _, v := range vs {
		trials = append(trials, m.trial(b, round, v, effects[v]))
	}
	return trials
}

func bench(i int) record.Benchmark {
	return record.Benchmark{Package: "p", Name: fmt.Sprintf("Benchmark%d", i), Procs: 2}
}

// compare runs a whole comparison of benchmarks with these effects of variant 1
// and returns the conclusion.
func compare(t *testing.T, r Rules, seed uint64, effects ...float64) record.Comparison {
	t.Helper()
	m, j := newMachine(seed), NewJudge(r)
	benchmarks := make([]Benchmark, len(effects))
	for open := len(effects); open > 0; {
		for i := range benchmarks {
			b := &benchmarks[i]
			if b.Stop != "" {
				continue
			}
			b.Name = bench(i)
			b.Trials = m.round(b.Trials, b.Name, map[int]float64{0: 0, 1: effects[i]})
			var more int
			if b.Stop, more = j.Round(b.Name, b.Trials); b.Stop != "" {
				open--
			} else if more < 1 {
				t.Fatalf("%d further rounds", more)
			}
		}
	}
	var c record.Comparison
	r.Conclude(&c, benchmarks)
	for i, said := range j.benchmarks { // the judge's own last word
		if got := c.Benchmarks[i].Changes[0]; got.P != said[0].Changes[0].P || got.Ratio != said[0].Changes[0].Ratio {
			t.Errorf("concluded %+v, judged %+v", got, said[0].Changes[0])
		}
	}
	return c
}

func TestVerdictsOfAComparison(t *testing.T) {
	c := compare(t, rules(200), 1, 0, 0.03, -0.03, 0.5, 0.005)
	want := []record.Verdict{record.Equivalent, record.Slower, record.Faster, record.Slower, record.Equivalent}
	for i, b := range c.Benchmarks {
		got := b.Changes[0]
		if got.Verdict != want[i] || b.Stop != record.StopDecided || b.Metric != "net-ns/op" || got.MDE <= 0 {
			t.Errorf("%s: %s after %d rounds (%s): %+v", b.Benchmark.Name, got.Verdict, b.Rounds, b.Stop, got.Ratio)
		}
	}
	if huge := c.Benchmarks[3]; huge.Rounds != 14 || math.Abs(huge.Changes[0].Ratio.Center-1.5) > 0.05 {
		t.Errorf("+50%%: %d rounds, %+v", huge.Rounds, huge.Changes[0].Ratio)
	}
	units := c.Benchmarks[1].Changes[0].Units
	if len(units) != 2 || units[0].Unit != "ns/op" || !units[0].Moved || units[1].Unit != "allocs/op" || units[1].Diff.Center != 2 || !units[1].Moved {
		t.Errorf("units: %+v", units)
	}
}

// One benchmark in twenty would be called different by chance, were each judged
// alone.
func TestManyBenchmarks(t *testing.T) {
	wrong := 0
	for seed := range uint64(40) {
		c := compare(t, rules(48), seed+10, make([]float64, 20)...)
		if slices.ContainsFunc(c.Benchmarks, func(b record.Compared) bool {
			v := b.Changes[0].Verdict
			return v == record.Slower || v == record.Faster
		}) {
			wrong++
		}
	}
	if wrong > 4 {
		t.Errorf("%d of 40 comparisons of the same found a difference", wrong)
	}
}

func TestInconclusive(t *testing.T) {
	c := compare(t, rules(14), 4, 0.012)
	got := c.Benchmarks[0]
	if got.Changes[0].Verdict != record.Inconclusive || got.Stop != record.StopRounds || got.Changes[0].More < 10 || got.Changes[0].More > 500 {
		t.Errorf("%s, %+v", got.Stop, got.Changes[0])
	}
	r := rules(4)
	c = compare(t, r, 3, 0.5)
	if got := c.Benchmarks[0].Changes[0]; got.Verdict != record.Inconclusive || !strings.Contains(got.Why, "fewer than the 6 pairs") {
		t.Errorf("four pairs: %+v", got)
	}
}

func chosen(r Rules, trials []record.Trial) (unit, why string) {
	m := r.metrics(trials)[0]
	return m.unit, m.why
}

func TestMetric(t *testing.T) {
	m := newMachine(1)
	trials := m.round(nil, bench(1), map[int]float64{0: 0, 1: 0})
	r := rules(9)
	if unit, why := chosen(r, trials); unit != "net-ns/op" || why != "" {
		t.Errorf("%s: %s", unit, why)
	}
	trials[0].Bill.NetStatus, trials[0].Bill.NetWhy = record.Denied, "no schedstat"
	if unit, why := chosen(r, trials); unit != "ns/op" || !strings.Contains(why, "no schedstat") {
		t.Errorf("%s: %s", unit, why)
	}
	r.Variants = []record.Variant{{Role: record.Base}, {Role: record.Contender, Cell: record.Cell{Quota: 0.5}}}
	if unit, why := chosen(r, nil); unit != "ns/op" || !strings.Contains(why, "limits") {
		t.Errorf("%s: %s", unit, why)
	}
	r.Plan.Metric = "B/op"
	if unit, _ := chosen(r, nil); unit != "B/op" {
		t.Error(unit)
	}
}

// A benchmark that failed, and one without the unit, take nothing from the others;
// the latter stops at the first look.
func TestNoVerdictToCome(t *testing.T) {
	r := rules(200)
	r.Plan.Metric = "x"
	m, j := newMachine(3), NewJudge(r)
	all := []Benchmark{{Name: bench(0)}, {Name: bench(1)}, {Name: bench(2), Stop: record.StopFailed}}
	for n := range 9 {
		for i := range all[:2] {
			b := &all[i]
			b.Trials = m.round(b.Trials, b.Name, map[int]float64{0: 0, 1: 0.5})
			if last := b.Trials[len(b.Trials)-2:]; i == 0 {
				for k := range last {
					last[k].Extra = map[string]float64{"x": float64(10 + n + 5*last[k].Variant)}
				}
			}
			b.Stop, _ = j.Round(b.Name, b.Trials)
		}
	}
	if all[0].Stop != "" || all[1].Stop != record.StopDecided {
		t.Errorf("stopped: %q, without the unit %q", all[0].Stop, all[1].Stop)
	}
	var done record.Comparison
	r.Conclude(&done, all)
	for i, want := range []record.Verdict{record.Slower, record.Invalid, record.Invalid} {
		if got := done.Benchmarks[i].Changes[0]; got.Verdict != want {
			t.Errorf("%d: %s, %s", i, got.Verdict, got.Why)
		}
	}
}

// Holm's own step-down procedure, followed literally.
func TestHolm(t *testing.T) {
	got := holm([]float64{0.01, 0.04, 0.03, 0.005})
	for i, want := range []float64{0.03, 0.06, 0.06, 0.02} {
		if math.Abs(got[i]-want) > 1e-12 {
			t.Errorf("%v", got)
		}
	}
	if got := holm([]float64{0.9, 0.8}); got[0] != 1 || got[1] != 1 {
		t.Errorf("not capped: %v", got)
	}
	if got := holm(nil); len(got) != 0 {
		t.Error(got)
	}
}

func TestRatesAreBetterWhenLarger(t *testing.T) {
	r := rules(9)
	for unit, want := range map[string]record.Verdict{"MB/s": record.Faster, "ns/op": record.Slower} {
		c := record.Change{Pairs: 9, P: 0.001, Adjusted: 0.001, Ratio: record.Estimate{Center: 1.1, Lo: 1.05, Hi: 1.15, Confidence: 0.99, N: 9}}
		r.decide(&c, record.Compared{Metric: unit, Larger: largerIsBetter(unit), Rounds: 9}, 1)
		if c.Verdict != want {
			t.Errorf("%s up: %s", unit, c.Verdict)
		}
	}
}
