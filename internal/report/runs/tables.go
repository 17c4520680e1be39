package runs

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/report/bills"
	"tare/internal/report/chart"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// billTable lists what a bill has, the items of net before those of the container.
func billTable(b record.Bill) model.Table {
	t := model.Table{Detail: model.Paged, Columns: []model.Column{{Title: "item", Head: true}, {Title: "per op"}, {Title: "of wall"}}}
	for _, item := range bills.Items(b) {
		if item.Ns == 0 {
			continue
		}
		t.Rows = append(t.Rows, model.Row{Group: bills.Whose(item), Cells: []model.Cell{
			{Text: words(item.Name), Picture: chart.Swatch{Class: bills.Class(item), Text: item.Name}},
			said(wording.Ns(item.Ns)), said(wording.Share(item.Ns/b.Wall, 0)),
		}})
	}
	return t
}

// ofTheTable are the units that the table of all benchmarks has.
var ofTheTable = []string{"B/op", "allocs/op"}

// unitTable lists the further units of the result lines; those of the bill are in the bill.
func unitTable(s record.Summary) model.Table {
	t := model.Table{Detail: model.Verbose, Title: "Other units",
		Columns: []model.Column{{Title: "unit", Head: true, Left: true}, {Title: "median"}, {Title: "±"}, {Title: "values"}}}
	var none []string
	for _, u := range slices.Sorted(maps.Keys(s.Units)) {
		e := s.Units[u]
		switch {
		case slices.ContainsFunc(s.Bill.Items(), func(item record.BillItem) bool { return item.Unit == u }):
			continue
		case e.Center == 0 && !(e.Hi > e.Lo):
			none = append(none, u)
			continue
		}
		r := model.Row{Detail: model.Verbose, Cells: []model.Cell{
			said(u), said(wording.Number(centerOf(e), u)), {Text: words(wording.PlusMinus(e)), Tip: intervalOf(e, u)}, said(wording.Grouped(int64(e.N))),
		}}
		if slices.Contains(ofTheTable, u) {
			r.Detail = model.Paged
		}
		t.Rows = append(t.Rows, r)
	}
	if len(none) > 0 && len(t.Rows) > 0 {
		t.Under = []model.Text{model.In(model.Quiet, "none at all: "+strings.Join(none, ", "))}
	}
	return t
}

// Fewest rounds for which drift means anything, and the level below which a trend is
// called one.
const (
	driftFrom  = 4
	trendLevel = 0.05
)

// driftTable says how net moved over the rounds, and how the machine did; what is not known
// is left out. What that means, where it means something, is in the notes of the benchmark.
func driftTable(s record.Summary, trials []record.Trial) model.Table {
	t := model.Table{Detail: model.Paged, Title: "Drift", Columns: []model.Column{{Title: "over the rounds", Head: true}, {Title: "moved by"}}}
	add := func(name, value string, alarm bool) {
		mood := model.Plain
		if alarm {
			mood = model.Warn
		}
		t.Rows = append(t.Rows, model.Row{Cells: []model.Cell{said(name), {Text: model.Lit(mood, value)}}})
	}
	d := s.Drift
	if s.Rounds >= driftFrom && wording.Finite(d.Trend) && wording.Finite(d.TrendP) {
		add("net, first to last", fmt.Sprintf("%s (p = %.2g)", wording.Signed(d.Trend, 0), d.TrendP), d.TrendP < trendLevel)
	}
	if s.Rounds >= driftFrom && wording.Finite(d.Lag1) {
		add("net, autocorrelation of neighbours", fmt.Sprintf("%+.2f", d.Lag1), d.Significant)
	}
	for _, c := range []struct {
		name   string
		spread float64
		metric record.Metric
	}{{"arithmetic, slowest to fastest", d.CanaryALU, record.CanaryALU}, {"system calls, slowest to fastest", d.CanaryPipe, record.CanaryPipe}} {
		if readings(trials, c.metric) >= 2 && wording.Finite(c.spread) {
			add(c.name, wording.Signed(c.spread, 0), false)
		}
	}
	return t
}

// readings is how many trials have read m.
func readings(trials []record.Trial, m record.Metric) int {
	n := 0
	for _, t := range trials {
		if _, ok := t.Readings.Value(m); ok {
			n++
		}
	}
	return n
}
