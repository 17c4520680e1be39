package comparisons

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"tare/internal/record"
	"tare/internal/report/chart"
	"tare/internal/report/model"
)

func TestPercentTicks(t *testing.T) {
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
	c := comparisonOf(2, drawnFixtures...)
	for i, ratio := range []float64{1.01, 0.99, 10} {
		e := &c.Benchmarks[i].Changes[0].Ratio
		e.Center, e.Lo, e.Hi = ratio, ratio*0.995, ratio*1.005
	}
	clipped := 0
	rows := newView(c, Options{}).rows()
	for _, r := range rows {
		if r.effect == nil || !r.effect.Beyond() {
			continue
		}
		if clipped++; r.size != 9 {
			t.Errorf("%s is clipped, a change of %s", r.name, r.change)
		}
	}
	if clipped != 1 || !strings.Contains(fmt.Sprint(effectKey(rows)), "beyond the axis") {
		t.Errorf("%d are clipped, and the key is %v", clipped, effectKey(rows))
	}
}

func TestRatioPanel(t *testing.T) {
	c := comparisonOf(2, drawnFixtures[0])
	ch := c.Benchmarks[0].Changes[0]
	rounds := newView(c, Options{}).roundsFigure("id", c.Benchmarks[0], ch).(model.Figure).Picture.(chart.Rounds)
	if len(rounds.Panels) != 3 {
		t.Fatalf("%d panels, want ratio, net and wall", len(rounds.Panels))
	}
	marks := map[look]int{}
	for _, s := range rounds.Panels[0].Series {
		marks[look{s.Class, s.Square, s.Hollow}] += len(s.Dots)
	}
	for _, l := range ch.Logs {
		marks[look{"ratio", l.First, !l.Clean}]--
	}
	for l, n := range marks {
		if n != 0 {
			t.Errorf("%d marks too many of %+v", n, l)
		}
	}
	if got := len(rounds.Tips); got != len(ch.Logs) {
		t.Errorf("%d tips for %d rounds", got, len(ch.Logs))
	}
}

func TestMediansAreThoseOfCleanPairs(t *testing.T) {
	c := comparisonOf(2, drawnFixtures[0])
	ch := &c.Benchmarks[0].Changes[0]
	ch.Logs = []record.PairLog{{Round: 1, Log: 0.01, Clean: true}, {Round: 2, Log: 9}, {Round: 3, Log: 0.03, Clean: true}, {Round: 4, Log: -0.01, Clean: true}}
	want := []chart.Dot{{X: 1, Y: 0.01}, {X: 3, Y: 0.02}, {X: 4, Y: 0.01}}
	if got := newView(c, Options{}).rounds(c.Benchmarks[0], *ch).medians(); !slices.Equal(got, want) {
		t.Errorf("medians %v, want %v", got, want)
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
