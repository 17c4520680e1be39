package comparisons

import (
	"fmt"
	"math"
	"slices"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/chart"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// Sizes of the rounds chart in px.
const (
	ratioHeight = 128
	valueHeight = 92
	wallHeight  = 60
)

// series is what the rounds chart of a change draws.
type series struct {
	first, last int
	stride      int
	logs        []record.PairLog
	old, new    []record.Trial
}

// rounds returns nil when the change has no rounds.
func (v view) rounds(b record.Compared, c record.Change) *series {
	r := &series{stride: v.stride, logs: finiteLogs(c.Logs), old: v.trialsOf(b, 0), new: v.trialsOf(b, c.Variant)}
	var all []int
	for _, l := range r.logs {
		all = append(all, l.Round)
	}
	for _, t := range slices.Concat(r.old, r.new) {
		all = append(all, t.Round)
	}
	if v.Design == record.Separate || len(all) == 0 {
		return nil
	}
	r.first, r.last = slices.Min(all), slices.Max(all)
	return r
}

func finiteLogs(logs []record.PairLog) []record.PairLog {
	return slices.DeleteFunc(slices.Clone(logs), func(l record.PairLog) bool { return !wording.Finite(l.Log) })
}

// drawn reports whether the charts draw a round.
func (r *series) drawn(round int) bool { return (round-r.first)%r.stride == 0 }

// roundsFigure shows the rounds in the order they ran: the paired ratios, and what both
// sides measured. It is nil without any.
func (v view) roundsFigure(id string, b record.Compared, c record.Change) model.Block {
	r := v.rounds(b, c)
	if r == nil {
		return nil
	}
	drawn := chart.Rounds{ID: id, Axis: "round", First: r.first, Last: r.last,
		Title: fmt.Sprintf("%s ÷ %s of %s by round", v.variant(c.Variant), v.base(), b.Benchmark.Short()), Desc: roundsDesc(r.logs, c)}
	figure := model.Figure{Detail: model.Paged, Caption: "Rounds, in order", Key: v.roundsKey(r, c)}
	stack := func(p chart.Panel, notes []model.Text) {
		if len(p.Series) > 0 {
			drawn.Panels, figure.Notes = append(drawn.Panels, p), append(figure.Notes, notes...)
		}
	}
	stack(v.ratioPanel(r, c, v.Plan.MarginOf(b.Metric)))
	stack(v.sidesPanel(r, valueHeight, b.Metric, b.Old, c.New, c))
	if b.Metric != wallUnit {
		wall, _ := find(c.Units, wallUnit)
		stack(v.sidesPanel(r, wallHeight, wallUnit, located(wall.Old, wall.Diff.N), located(wall.New, wall.Diff.N), c))
	}
	if len(drawn.Panels) == 0 {
		return nil
	}
	for _, n := range v.Plan.Looks { // a verdict could fall after each
		if after := r.first + n; after <= r.last {
			drawn.Rules = append(drawn.Rules, float64(after)-0.5)
		}
	}
	drawn.Tips = v.tips(r, b)
	if v.stride > 1 {
		figure.Notes = append(figure.Notes, model.Say(fmt.Sprintf("one in %d rounds is drawn", v.stride)))
	}
	figure.Picture = drawn
	return figure
}

func (v view) roundsKey(r *series, c record.Change) []model.Key {
	sides := []model.Key{{Class: "dot old", Text: v.base()}, {Class: "dot new", Text: v.variant(c.Variant)}, {Class: "hollow", Text: "contaminated"}}
	if len(r.logs) == 0 {
		return sides
	}
	pairs := []model.Key{{Class: "dot ratio", Text: v.base() + " first"}, {Class: "dot ratio square", Text: v.variant(c.Variant) + " first"}}
	return append(append(pairs, sides...), model.Key{Class: "line", Text: "median so far"})
}

// located is an estimate with a center only.
func located(v float64, n int) record.Estimate { return record.Estimate{Center: v, N: n} }

func roundsDesc(logs []record.PairLog, c record.Change) string {
	if len(logs) == 0 {
		return "No pairs."
	}
	values := make([]float64, len(logs))
	for i, l := range logs {
		values[i] = l.Log
	}
	return fmt.Sprintf("%s from %s to %s; estimate %s. %s dropped.",
		unit.Plural(len(logs), "pair"), percentOf(slices.Min(values)), percentOf(slices.Max(values)), ofRatio(c.Ratio).both(), unit.Plural(c.Dropped, "pair"))
}

// look is how marks of a panel are drawn; each look is one series.
type look struct {
	class          string
	square, hollow bool
}

// looks sorts marks by look, in order of first appearance.
type looks struct{ series []chart.Series }

func (l *looks) add(k look, x int, y float64) {
	i := slices.IndexFunc(l.series, func(s chart.Series) bool { return (look{s.Class, s.Square, s.Hollow}) == k })
	if i < 0 {
		i = len(l.series)
		l.series = append(l.series, chart.Series{Class: k.class, Square: k.square, Hollow: k.hollow})
	}
	l.series[i].Dots = append(l.series[i].Dots, chart.Dot{X: float64(x), Y: y})
}

// ratioScale holds no change, the margin, and most of the pairs.
func ratioScale(logs []record.PairLog, e record.Estimate, share float64) chart.Scale {
	var core, all []float64
	for _, l := range logs {
		all = append(all, l.Log)
		if l.Clean {
			core = append(core, l.Log)
		}
	}
	margin := max(math.Log1p(share), 0.005)
	return chart.Fit(core, all, append(boundsOf(e), -margin, 0, margin)...)
}

// ratioPanel shows the pairs, and notes on what is beyond its axis.
func (v view) ratioPanel(r *series, c record.Change, share float64) (chart.Panel, []model.Text) {
	e := logs(c.Ratio)
	sc := ratioScale(r.logs, e, share)
	var marks looks
	var values []float64
	for _, l := range r.logs {
		values = append(values, l.Log)
		if r.drawn(l.Round) {
			marks.add(look{"ratio", l.First, !l.Clean}, l.Round, l.Log)
		}
	}
	return chart.Panel{
		Title: fmt.Sprintf("%s ÷ %s − 1, each pair", v.variant(c.Variant), v.base()), Height: ratioHeight, Scale: sc,
		Axis:    func(n int) ([]float64, []string) { return percents(sc, n) },
		Margin:  math.Log1p(share),
		Centers: []chart.Center{{Class: "ratio", Name: "estimate", Value: ofRatio(c.Ratio).String(), Estimate: e}},
		Series:  marks.series, Line: r.medians(),
	}, wording.Beyond("pair", values, sc.Beyond, percentOf)
}

// medians are those of the clean pairs so far.
func (r *series) medians() []chart.Dot {
	var sorted []float64
	var line []chart.Dot
	for _, l := range r.logs {
		if !l.Clean {
			continue
		}
		i, _ := slices.BinarySearch(sorted, l.Log)
		sorted = slices.Insert(sorted, i, l.Log)
		if r.drawn(l.Round) {
			n := len(sorted)
			line = append(line, chart.Dot{X: float64(l.Round), Y: (sorted[n/2] + sorted[(n-1)/2]) / 2})
		}
	}
	return line
}

// sidesPanel shows what both sides measured in a unit, and notes likewise.
func (v view) sidesPanel(r *series, height chart.Coord, unit string, oldAt, newAt record.Estimate, c record.Change) (chart.Panel, []model.Text) {
	olds, news := sampleOf(r.old, unit), sampleOf(r.new, unit)
	all := slices.Concat(olds.values, news.values)
	sc := chart.Fit(slices.Concat(olds.counting(), news.counting()), all, slices.Concat(boundsOf(oldAt), boundsOf(newAt))...)
	p := chart.Panel{Title: unit, Height: height, Scale: sc, Axis: func(n int) ([]float64, []string) { return sc.Axis(n, axisOf(unit)) }}
	if unit == wallUnit {
		p.Title = unit + " (wall)"
	}
	var marks looks
	for _, s := range []struct {
		class, name string
		at          record.Estimate
		sample
	}{{"old", v.base(), oldAt, olds}, {"new", v.variant(c.Variant), newAt, news}} {
		p.Centers = append(p.Centers, chart.Center{Class: s.class, Name: s.name, Value: wording.Number(s.at.Center, unit), Estimate: s.at})
		for i, round := range s.rounds {
			if r.drawn(round) {
				marks.add(look{class: s.class, hollow: !s.clean[i]}, round, s.values[i])
			}
		}
	}
	p.Series = marks.series
	return p, wording.Beyond(unit+" value", all, sc.Beyond, func(v float64) string { return wording.Number(v, unit) })
}

// axisOf is what an axis of values in that unit counts in.
func axisOf(unit string) []chart.Unit {
	switch {
	case wording.IsTime(unit):
		return chart.Times
	case wording.IsBytes(unit):
		return chart.Bytes
	}
	return chart.Counts
}
