package verdict

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tare/internal/record"
)

// side is what one side has: values by unit, as many of each, in the order of the units.
func side(units string, values ...[]float64) *Series {
	s := &Series{Units: strings.Fields(units), Values: map[string][]float64{}}
	for i, unit := range s.Units {
		s.Values[unit] = values[i]
	}
	for range values[0] {
		s.Iterations = append(s.Iterations, 100)
	}
	return s
}

// concluded is what the sides come to.
func concluded(r Rules, all ...Matched) (record.Comparison, []Drift) {
	c := record.Comparison{Plan: r.Plan}
	drifts := r.ConcludeSeparate(&c, all)
	return c, drifts
}

// separate are the rules of a comparison of results.
func separate() Rules {
	return Rules{Plan: record.ComparisonPlan{Metric: Auto, Alpha: 0.05, Margin: 0.02}, Variants: variants[:2]}
}

func TestSeparateVerdicts(t *testing.T) {
	old := []float64{100, 103, 101, 99, 102, 98}
	times := func(f float64) []float64 {
		moved := slices.Clone(old)
		for i := range moved {
			moved[i] = moved[i]*f + 0.01*float64(i%3)
		}
		return moved
	}
	steady := []float64{1000, 1001, 1002, 1003, 1004, 1005}
	for _, c := range []struct {
		name, unit string
		old, new   []float64
		want       record.Verdict
		why        string
		more       bool
	}{
		{"slower", "ns/op", old, times(1.2), record.Slower, "", false},
		{"faster", "ns/op", old, times(0.8), record.Faster, "", false},
		{"more of a rate", "MB/s", old, times(1.2), record.Faster, "", false},
		{"less of a rate", "reqs/s", old, times(0.8), record.Slower, "", false},
		{"the same", "ns/op", steady, steady, record.Equivalent, "", false},
		{"significant, within the margin", "ns/op", steady, []float64{1010, 1011, 1012, 1013, 1014, 1015}, record.Equivalent, "", false},
		{"slower, within the margin", "ns/op", steady, []float64{1002, 1008, 1014, 1020, 1026, 1032}, record.Slower, "", false},
		{"noisy", "ns/op", old, times(1.01), record.Inconclusive, "", true},
		{"three values", "ns/op", old[:3], times(2)[:3], record.Inconclusive, "3 and 3 values are too few for a verdict among 1 comparison at 5%: each side needs at least 4", true},
		{"none allocates", "allocs/op", make([]float64, 6), make([]float64, 6), record.Equivalent, "no ratio", false},
		{"one allocates", "allocs/op", make([]float64, 6), []float64{1, 1, 1, 1, 1, 1}, record.Slower, "no ratio", false},
		{"most allocate nothing", "allocs/op", make([]float64, 20), append(make([]float64, 14), 1, 1, 1, 1, 1, 1), record.Inconclusive, "most values are the same on both sides", false},
		{"some allocate", "allocs/op", make([]float64, 6), []float64{0, 1, 0, 1, 0, 0}, record.Inconclusive, "no ratio", false},
	} {
		got, _ := concluded(separate(), Matched{bench(1), []*Series{side(c.unit, c.old), side(c.unit, c.new)}})
		change := got.Benchmarks[0].Changes[0]
		if change.Verdict != c.want || change.Within != (c.name == "slower, within the margin") || c.why == "" && change.Why != "" || !strings.Contains(change.Why, c.why) || (change.More > 0) != c.more {
			t.Errorf("%s: %s, %q, %d more; want %s, %q", c.name, change.Verdict, change.Why, change.More, c.want, c.why)
		}
	}
}

// Ten values on each side tell 10 benchmarks apart, five do not, and say so.
func TestSeparateTogether(t *testing.T) {
	for _, c := range []struct {
		values int
		want   record.Verdict
		why    string
	}{
		{10, record.Slower, ""},
		{5, record.Inconclusive, "5 and 5 values are too few for a verdict among 10 comparisons at 5%: each side needs at least 6"},
	} {
		var all []Matched
		for b := range 10 {
			var old, new []float64
			for i := range c.values {
				old, new = append(old, float64(100+i)), append(new, float64(200+i))
			}
			all = append(all, Matched{bench(b), []*Series{side("ns/op", old), side("ns/op", new)}})
		}
		got, _ := concluded(separate(), all...)
		for _, b := range got.Benchmarks {
			if change := b.Changes[0]; change.Verdict != c.want || !strings.HasPrefix(change.Why, c.why) {
				t.Errorf("%d values: %s, %q", c.values, change.Verdict, change.Why)
			}
		}
	}
}

// Verdicts about several units are corrected for all of them together. A unit that no
// side has was not meant for a benchmark; one that vanished is named.
func TestSeparateMetrics(t *testing.T) {
	ns := []float64{1000, 1001, 1002, 1003, 1004, 1005}
	constant := func(v float64) []float64 { return slices.Repeat([]float64{v}, 6) }
	r := separate()
	r.Plan.Metric, r.Plan.Margins = "auto,allocs/op,p99-ns", map[string]float64{"allocs/op": 0}
	got, _ := concluded(r,
		Matched{bench(1), []*Series{side("ns/op allocs/op p99-ns", ns, constant(100), constant(9)), side("ns/op allocs/op", ns, constant(101))}},
		Matched{bench(2), []*Series{side("ns/op", ns), side("ns/op", ns)}})
	var said []string
	for _, b := range got.Benchmarks {
		c := b.Changes[0]
		said = append(said, fmt.Sprintf("%s %s %s %.3f", b.Benchmark.Name, b.Metric, c.Verdict, c.Adjusted/c.P))
	}
	for _, u := range got.Unmatched {
		said = append(said, fmt.Sprint(u.Benchmark.Name, " ", u.Metric, u.Missing))
	}
	want := []string{"Benchmark1 ns/op equivalent 1.000", "Benchmark1 allocs/op slower 3.000", "Benchmark2 ns/op equivalent 1.000", "Benchmark1 p99-ns[1]"}
	if !slices.Equal(said, want) {
		t.Errorf("got %q, want %q", said, want)
	}
}

// What a side says of a unit counts for more than its name.
func TestSeparateDirection(t *testing.T) {
	old, new := side("score", []float64{1, 2, 3, 4}), side("score", []float64{11, 12, 13, 14})
	for said, want := range map[int]record.Verdict{1: record.Faster, 0: record.Slower, -1: record.Slower} {
		old.Better = map[string]int{"score": said}
		if got, _ := concluded(separate(), Matched{bench(1), []*Series{old, new}}); got.Benchmarks[0].Changes[0].Verdict != want {
			t.Errorf("better %d: %+v", said, got.Benchmarks)
		}
	}
}

func TestDrifts(t *testing.T) {
	rising, steady := []float64{100, 101, 102, 103, 104, 105, 106, 107}, []float64{103, 101, 104, 102, 103, 101, 104, 102}
	_, got := concluded(separate(), Matched{bench(1), []*Series{side("ns/op", steady), side("ns/op", rising)}})
	if want := []Drift{{1, bench(1), "ns/op", 100, 107}}; !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}
