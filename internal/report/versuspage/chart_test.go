package versuspage

import (
	"math"
	"slices"
	"strings"
	"testing"

	"tare/internal/record"
	"tare/internal/report/benchpage"
	"tare/internal/report/chart"
)

func TestPercents(t *testing.T) {
	for _, c := range []struct {
		lo, hi float64 // changes
		n      int
		want   string
	}{
		{-0.025, 0.025, 5, "-2 -1 0 +1 +2 %"},
		{-0.1, 0.2, 3, "-10 0 +10 +20 %"},
		{-0.6, 1.5, 6, "−50% 0% +100%"},
		{-0.95, 20, 4, "−90% 0% +900%"},
		{-0.3, 1e9, 4, "0% +9900% +999.9k% +100.0M% +10.00G%"},
	} {
		sc := chart.Scale{Lo: math.Log1p(c.lo), Hi: math.Log1p(c.hi)}
		at, labels := percents(sc, c.n)
		if got := strings.Join(labels, " "); got != c.want {
			t.Errorf("from %g to %g: %q, want %q", c.lo, c.hi, got, c.want)
		}
		if !slices.IsSorted(at) || slices.Min(at) < 0 || slices.Max(at) > 1 {
			t.Errorf("from %g to %g: ticks at %v", c.lo, c.hi, at)
		}
	}
}

func TestForestClipsWhatIsFarOut(t *testing.T) {
	c := comparisonOf(2, fixtures...)
	for i, ratio := range []float64{1.01, 0.99, 10} {
		e := &c.Benchmarks[i].Changes[0].Ratio
		e.Center, e.Lo, e.Hi = ratio, ratio*0.995, ratio*1.005
	}
	f := newView(c).overview()
	if m := f.Rows[2].Mark; m.Edge != 1 || !m.Right || m.At != 100 || !f.Clipped {
		t.Errorf("a tenfold time is drawn as %+v among changes of 1%%", m)
	}
	for _, r := range f.Rows[:2] {
		if r.Mark.clipped() {
			t.Errorf("a change of 1%% is clipped: %+v", r.Mark)
		}
	}
	if f.Lo >= f.Zero || f.Zero >= f.Hi {
		t.Errorf("the margin goes from %v to %v around %v", f.Lo, f.Hi, f.Zero)
	}
}

func TestForestSharesFootnotes(t *testing.T) {
	c := comparisonOf(2, fixtures...)
	c.Benchmarks[0].Changes[0].Why, c.Benchmarks[2].Changes[0].Why = "all is relative", "all is relative"
	f := newView(c).overview()
	if len(f.Notes) != 2 || !slices.Equal(f.Rows[0].Notes, f.Rows[2].Notes) || slices.Equal(f.Rows[0].Notes, f.Rows[1].Notes) {
		t.Errorf("footnotes %v; rows have %v, %v, %v", f.Notes, f.Rows[0].Notes, f.Rows[1].Notes, f.Rows[2].Notes)
	}
}

func TestRatioPanel(t *testing.T) {
	c := comparisonOf(2, fixtures[0])
	v := newView(c)
	ch := c.Benchmarks[0].Changes[0]
	rc := v.roundsChart("id", c.Benchmarks[0], ch)
	if len(rc.Panels) != 3 {
		t.Fatalf("%d panels, want ratio, net and wall", len(rc.Panels))
	}
	marks := map[look]int{}
	for _, d := range rc.Panels[0].Dots {
		marks[look{d.Class, d.Hollow}] += strings.Count(d.Path, "h0")
	}
	for _, l := range ch.Logs {
		class := "ratio"
		if l.First {
			class = "ratio square"
		}
		marks[look{class, !l.Clean}]--
	}
	for l, n := range marks {
		if n != 0 {
			t.Errorf("%d marks too many of %+v", n, l)
		}
	}
	if got := len(strings.Split(rc.Tips, "\n\n")); got != len(ch.Logs) {
		t.Errorf("%d tips for %d rounds", got, len(ch.Logs))
	}
}

func TestMediansAreThoseOfCleanPairs(t *testing.T) {
	c := comparisonOf(2, fixtures[0])
	ch := &c.Benchmarks[0].Changes[0]
	ch.Logs = []record.PairLog{{Round: 1, Log: 0.01, Clean: true}, {Round: 2, Log: 9}, {Round: 3, Log: 0.03, Clean: true}, {Round: 4, Log: -0.01, Clean: true}}
	r := newView(c).rounds(c.Benchmarks[0], *ch)
	p := panel{Panel: benchpage.NewPanel(chart.Scale{Lo: -0.05, Hi: 0.05}, 0, 100, func(int) ([]float64, []string) { return nil, nil })}
	// Over 18 rounds, the 1st, 3rd and 4th lie at 28, 139 and 194 thousandths.
	if got, want := r.medians(&p), "m28 40l111-10l55 10"; got != want {
		t.Errorf("path %s, want %s", got, want)
	}
}

func TestMeasured(t *testing.T) {
	trial := record.Trial{Bill: record.Bill{Wall: 9, Net: 7, CPU: 8, Throttled: 2}, Extra: map[string]float64{"hits/op": 3}}
	for unit, want := range map[string]float64{"ns/op": 9, "net-ns/op": 7, "cpu-ns/op": 8, "throttled-ns/op": 2, "hits/op": 3} {
		if got := measured(trial, unit); got != want {
			t.Errorf("%s = %v, want %v", unit, got, want)
		}
	}
	if got := measured(trial, "B/op"); !math.IsNaN(got) {
		t.Errorf("B/op = %v, which was not measured", got)
	}
	if got := measured(record.Trial{}, "ns/op"); !math.IsNaN(got) {
		t.Errorf("ns/op of a trial without a bill = %v", got)
	}
}

func TestMeanBill(t *testing.T) {
	ok := func(wall float64, s record.Status) record.Trial {
		return record.Trial{Outcome: record.OK, Bill: record.Bill{Wall: wall, OnCPU: wall - 1, Residual: 1, Net: wall, NetStatus: s}}
	}
	polluted := ok(1000, record.Measured)
	polluted.Polluted = []string{"noise"}
	got := meanBill([]record.Trial{ok(10, record.Denied), polluted, {Outcome: record.Failed}, ok(20, record.Measured)})
	if want := (record.Bill{Wall: 15, OnCPU: 14, Residual: 1, Net: 15, NetStatus: record.Denied}); got != want {
		t.Errorf("mean bill %+v, want %+v", got, want)
	}
}
