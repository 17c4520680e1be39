package versuspage

import (
	"math"
	"slices"

	"tare/internal/record"
	"tare/internal/report/benchpage"
	"tare/internal/report/chart"
	"tare/internal/report/wording"
)

// Widths of the forest's plot in px, the least ones that its axis is laid out
// for: in a usual window, and in a narrow one. The style sheet picks.
const (
	wideForest   = 260
	narrowForest = 100
)

// clipFrom is how many times farther from no change than the median one a bound
// may lie and still be on the axis of the forest.
const clipFrom = 4

// forest is the table of all changes with an axis that all rows share: x is the
// log ratio, in percent of the plot's width.
type forest struct {
	Fine       []chart.Tick // of a wide plot
	Coarse     []chart.Tick // of a narrow one
	Lo, Hi     chart.Coord  // of the margin
	Zero       chart.Coord
	Rows       []row
	Notes      []footnote
	Unit       string // of all rows; empty when they differ
	Pairs      string // what the last column counts
	Contenders bool   // rows name theirs
	Packages   bool   // rows name theirs
	Units      bool   // likewise
	Floors     bool   // rows show floors
	Clipped    bool   // some mark lies beyond the axis
}

// footnote qualifies verdicts.
type footnote struct {
	Number int // from 1
	Text   string
}

// mark is a change in the plot.
type mark struct {
	Class    string // verdict
	Label    string // what it shows, in words
	At       chart.Coord
	Edge     int // 1 when the center lies right of the axis, −1 left, 0 on it
	X1, X2   chart.Coord
	Interval bool
	Left     bool // the interval goes on beyond the axis
	Right    bool
	Floor    bool
	F1, FW   chart.Coord // of the floor's band
}

func (m mark) clipped() bool { return m.Edge != 0 || m.Left || m.Right }

// forestScale spans the bounds of all changes, the margin and no change. Bounds
// that are much farther out than most do not squeeze the others: they are
// clipped.
func (v view) forestScale() chart.Scale {
	var bounds, away []float64
	for _, b := range v.Benchmarks {
		for _, c := range b.Changes {
			e := logs(c.Ratio)
			far := 0.0
			for _, bound := range boundsOf(e) {
				bounds = append(bounds, bound)
				far = max(far, math.Abs(bound))
			}
			if wording.HasCenter(e) {
				away = append(away, far)
			}
		}
	}
	margin := max(math.Log1p(v.Plan.Margin), 0.005)
	limit := 2 * margin
	if len(away) > 0 {
		limit = max(limit, clipFrom*benchpage.Median(away))
	}
	lo, hi := -1.2*margin, 1.2*margin
	for _, bound := range bounds {
		if math.Abs(bound) <= limit {
			lo, hi = min(lo, bound), max(hi, bound)
		}
	}
	pad := 0.05 * (hi - lo)
	return chart.Scale{Lo: lo - pad, Hi: hi + pad}
}

// boundsOf returns what of an estimate there is.
func boundsOf(e record.Estimate) []float64 {
	switch {
	case wording.HasInterval(e):
		return []float64{e.Lo, e.Center, e.Hi}
	case wording.HasCenter(e):
		return []float64{e.Center}
	}
	return nil
}

// newMark returns nil for a change that is not known.
func newMark(sc chart.Scale, c record.Change, reach float64) *mark {
	e := logs(c.Ratio)
	if !wording.HasCenter(e) {
		return nil
	}
	m := &mark{
		Class: class(wording.OutcomeOf(c)), Label: wording.OutcomeOf(c).String() + ": " + change(c.Ratio) + " " + interval(c.Ratio),
		At: chart.Percent(sc.At(e.Center)), Edge: sc.Beyond(e.Center),
	}
	if wording.HasInterval(e) {
		m.Interval = true
		m.X1, m.X2 = chart.Percent(sc.At(e.Lo)), chart.Percent(sc.At(e.Hi))
		m.Left, m.Right = sc.Beyond(e.Lo) < 0, sc.Beyond(e.Hi) > 0
	}
	if reach > 0 {
		m.Floor = true
		m.F1 = chart.Percent(sc.At(math.Log(max(1-reach, 0))))
		m.FW = chart.Percent(sc.At(math.Log1p(reach))) - m.F1
	}
	return m
}

// reach is how far the base differs from itself, a fraction of one; 0 when that
// was not measured.
func reach(b record.Compared) float64 {
	most := 0.0
	for _, f := range b.Floors {
		if wording.Finite(f.Reach) {
			most = max(most, f.Reach)
		}
	}
	return most
}

func (v view) overview() *forest {
	if len(v.Benchmarks) == 0 {
		return nil
	}
	sc := v.forestScale()
	margin := math.Log1p(v.Plan.Margin)
	f := &forest{
		Fine: percentTicks(sc, wideForest), Coarse: percentTicks(sc, narrowForest),
		Unit: v.unit(), Units: v.unit() == "", Pairs: "Pairs", Contenders: v.several,
		Lo: chart.Percent(sc.At(-margin)), Hi: chart.Percent(sc.At(margin)), Zero: chart.Percent(sc.At(0)),
	}
	if v.Design == record.Separate {
		f.Pairs = "Results"
	}
	for i, b := range v.Benchmarks {
		f.Packages = f.Packages || b.Benchmark.Package != v.Benchmarks[0].Benchmark.Package
		f.Floors = f.Floors || reach(b) > 0
		if len(b.Changes) == 0 {
			f.add(v.row(i, b, record.Change{}), nil)
		}
		for _, c := range b.Changes {
			r := v.row(i, b, c)
			r.Mark = newMark(sc, c, reach(b))
			f.Clipped = f.Clipped || r.Mark != nil && r.Mark.clipped()
			notes := v.footnotes(c)
			if f.Unit == "" && b.MetricWhy != "" {
				notes = append(notes, "judged by "+b.Metric+": "+b.MetricWhy)
			}
			f.add(r, notes)
		}
	}
	return f
}

// unit is that of all verdicts, empty when they differ.
func (v view) unit() string {
	unit := v.Benchmarks[0].Metric
	for _, b := range v.Benchmarks {
		if b.Metric != unit {
			return ""
		}
	}
	return unit
}

// add numbers the footnotes of r; rows with the same one share it.
func (f *forest) add(r row, notes []string) {
	for _, n := range notes {
		i := slices.IndexFunc(f.Notes, func(have footnote) bool { return have.Text == n })
		if i < 0 {
			i = len(f.Notes)
			f.Notes = append(f.Notes, footnote{i + 1, n})
		}
		r.Notes = append(r.Notes, f.Notes[i].Number)
	}
	f.Rows = append(f.Rows, r)
}
