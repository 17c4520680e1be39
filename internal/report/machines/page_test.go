package machines

import (
	"strings"
	"testing"

	"tare/internal/record"
	"tare/internal/report/chart"
	"tare/internal/report/model"
	"tare/internal/report/page"
	"tare/internal/report/skintest"
	"tare/internal/test/golden"
)

func draw(t *testing.T, doc model.Document) string {
	t.Helper()
	var b strings.Builder
	if err := page.Write(&b, doc); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestPage(t *testing.T) {
	for name, r := range map[string]record.MachineReport{"pod": pod(), "guest": guest(), "blind": blind(), "nothing": {}} {
		t.Run(name, func(t *testing.T) {
			got := draw(t, Document(r))
			golden.Page(t, name+".html", got)
			skintest.WellFormed(t, got)
			skintest.SelfContained(t, got)
		})
	}
}

// TestSentences: no skin leaves out what a machine report says.
func TestSentences(t *testing.T) {
	for name, r := range map[string]record.MachineReport{"pod": pod(), "guest": guest(), "blind": blind(), "quiet": quiet()} {
		t.Run(name, func(t *testing.T) { skintest.Sentences(t, Document(r), skintest.Text, skintest.Page) })
	}
}

// TestPageEscapes fills every text of a machine report with an attack.
func TestPageEscapes(t *testing.T) {
	r := pod()
	skintest.Poison(&r, skintest.Attack)
	skintest.Escaped(t, draw(t, Document(r)))
}

// barsOf returns the bars of the first picture of r, by name.
func barsOf(t *testing.T, r record.MachineReport) (chart.Bars, map[string]chart.Bar) {
	t.Helper()
	all := pictures(r).Blocks
	if len(all) == 0 {
		t.Fatal("no pictures")
	}
	bars := all[0].(model.Figure).Picture.(chart.Bars)
	named := make(map[string]chart.Bar)
	for _, b := range bars.Rows {
		named[b.Name] = b
	}
	return bars, named
}

func TestBars(t *testing.T) {
	all, got := barsOf(t, pod())
	for name, want := range map[string]struct {
		value float64
		class string
	}{
		"machine": {16, ""}, "affinity": {8, ""}, "a program gets": {2, gotten}, "GOMAXPROCS": {4, excess}, "recommended": {2, advice},
	} {
		if b := got[name]; b.Value != want.value || b.Class != want.class {
			t.Errorf("%s: %v of class %s, want %v of %s", name, b.Value, b.Class, want.value, want.class)
		}
	}
	if all.Limit != 2 {
		t.Errorf("limit at %v, want 2", all.Limit)
	}
	if some := pictures(blind()).Blocks; len(some) > 0 {
		t.Errorf("pictures without values: %v", some)
	}
}

func TestHistograms(t *testing.T) {
	if h := histogram("g", "gaps", podNoise().Gaps).(chart.Histogram); len(h.Classes) != 11 || h.Quantiles[0].At <= 1 || h.Quantiles[0].At >= 3 {
		t.Errorf("%d classes, median at %v", len(h.Classes), h.Quantiles)
	}
	for _, h := range []record.Histogram{{}, {Status: record.Measured}, {Status: record.Measured, Counts: []int{3}}} {
		if p := histogram("g", "", h); p != nil {
			t.Errorf("%+v: drawn as %+v", h, p)
		}
	}
	for name, h := range map[string]record.Histogram{
		"one value":     {Bounds: []float64{0, 10}, Counts: []int{0, 1}, N: 1, Min: 10, Median: 10, P99: 10, Max: 10},
		"zeros":         {Bounds: []float64{0}, Counts: []int{5}, N: 5},
		"from zero":     {Bounds: []float64{0, 1e3, 1e6}, Counts: []int{5, 1, 1}, N: 7, Min: 2, Median: 20, P99: 2e6, Max: 2e6},
		"zero and more": {Bounds: []float64{0, 1e3}, Counts: []int{5, 1}, N: 6, Median: 20, P99: 2e6, Max: 2e6},
	} {
		t.Run(name, func(t *testing.T) {
			r := pod()
			h.Status = record.Measured
			r.Noise.Gaps = h
			got := draw(t, Document(r))
			skintest.Drawable(t, got)
			if !strings.Contains(got, `id="gaps-ht"`) {
				t.Error("there is no histogram")
			}
		})
	}
}
