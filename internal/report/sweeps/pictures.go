package sweeps

import (
	"fmt"
	"math"
	"slices"

	"tare/internal/record"
	"tare/internal/report/chart"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// What pictures take of a page, in bytes, for each point of a benchmark, and rows.
const pictureBytes, rowBytes = 1200, 900

// chosen are the benchmarks that have pictures: the first ones, as many as a page has room
// for.
func (v view) chosen() map[int]bool {
	order := make([]int, len(v.Benchmarks))
	for i := range order {
		order[i] = i
	}
	return wording.Room(order, rowBytes*len(v.Points)*len(v.Benchmarks), func(int) int { return pictureBytes * len(v.Points) })
}

// omission says that pictures are left out.
func (v view) omission() model.Prose {
	p := model.Prose{Detail: model.Paged}
	if shown, all := len(v.drawn), len(v.Benchmarks); shown < all {
		p.Lines = []model.Line{{Detail: model.Paged, Text: model.Say(fmt.Sprintf("Pictures are here of the first %s of %s benchmarks: one page has no room for more.",
			wording.Grouped(int64(shown)), wording.Grouped(int64(all))))}}
	}
	return p
}

// pictures draw the metric by the settings that matter most, and the effect of each.
func (v view) pictures(b record.Swept) []model.Block {
	if !slices.ContainsFunc(b.Points, func(p record.PointValue) bool { return wording.HasCenter(p.Value) }) {
		return nil
	}
	order := v.byShare(b)
	switch len(order) {
	case 0:
		return nil
	case 1:
		return []model.Block{v.course(b, order[0])}
	}
	return []model.Block{v.grids(b, order), v.mainEffects(b)}
}

// byShare are the factors with several levels, the one that explains most first.
func (v view) byShare(b record.Swept) []int {
	var order []int
	for _, e := range b.Effects {
		if len(e.Factors) == 1 && v.varies(e) {
			order = append(order, e.Factors[0])
		}
	}
	for _, f := range v.varied {
		if !slices.Contains(order, f) {
			order = append(order, f)
		}
	}
	return order
}

// tip is all about a point.
func (v view) tip(b record.Swept, i int) string {
	text := v.Describe(i)
	if !measured(b, i) {
		return text + "\nno trial counts"
	}
	p := b.Points[i]
	text += "\n" + v.value(p.Value)
	if r := v.ratioOf(b, i); r.known() {
		text += "\n" + r.toBest()
	}
	if share, ok := v.lost(p); ok && share > 0 {
		text += "\n" + wording.Share(share, 0) + " throttled"
	}
	return text + "\n" + v.mark(b, i).Text.String()
}

// course draws the metric over the levels of the only factor.
func (v view) course(b record.Swept, f int) model.Figure {
	c := chart.Levels{Label: fmt.Sprintf("%s at each level of %s", v.Plan.Metric, v.Factors[f].Name), Height: 190,
		Units: v.units(), Across: math.NaN()}
	var all []float64
	for level := range v.Factors[f].Levels {
		i := slices.IndexFunc(v.Points, func(p record.SweepPoint) bool { return p.Levels[f] == level })
		if i < 0 {
			continue
		}
		one := levelOf(v.Factors[f].Levels[level], v.tip(b, i), b.Points[i].Value)
		one.Hollow, one.Joined = b.Points[i].Dropped > 0, v.ordered(f, level)
		v.markLevel(&one, b, i)
		c.Levels = append(c.Levels, one)
		all = append(all, one.Lo, one.At, one.Hi)
	}
	c.Scale = around(all)
	return model.Figure{Detail: model.Paged, Caption: fmt.Sprintf("%s by %s", v.Plan.Metric, v.Factors[f].Name),
		Picture: c, Key: v.courseKey(b)}
}

// ordered reports whether a level of a factor has a place in an order.
func (v view) ordered(f, level int) bool {
	ranks := v.Factors[f].Ranks
	return level < len(ranks) && ranks[level] >= 0
}

// markLevel writes above a point what it is.
func (v view) markLevel(one *chart.Level, b record.Swept, i int) {
	for _, g := range b.Groups {
		for _, k := range g.Knees {
			if k.Point == i {
				one.Mark = "knee"
			}
		}
		if g.Best == i && len(v.rivals) > 0 {
			one.Class = string(model.Good)
			knee := one.Mark
			if one.Mark = "best" + soFar(g); knee != "" {
				one.Mark += ", " + knee
			}
		}
	}
}

func (v view) courseKey(b record.Swept) []model.Key {
	key := []model.Key{{Class: "dot net", Text: fmt.Sprintf("with its interval at %.4g%%", 100*record.Confidence)}}
	if slices.ContainsFunc(b.Points, func(p record.PointValue) bool { return p.Dropped > 0 }) {
		key = append(key, model.Key{Class: "hollow", Text: "dropped"})
	}
	if slices.ContainsFunc(b.Groups, func(g record.GroupBest) bool { return len(g.Knees) > 0 }) {
		key = append(key, model.Key{Text: "knee: more brings no more"})
	}
	return key
}

// levelOf is an estimate as a chart takes it.
func levelOf(name, tip string, e record.Estimate) chart.Level {
	one := chart.Level{Name: name, Tip: tip, Lo: math.NaN(), At: math.NaN(), Hi: math.NaN()}
	if wording.HasCenter(e) {
		one.At = e.Center
	}
	if wording.HasInterval(e) {
		one.Lo, one.Hi = e.Lo, e.Hi
	}
	return one
}

// around is a scale on which all values are that there are.
func around(values []float64) chart.Scale {
	return chart.Fit(nil, nil, slices.DeleteFunc(values, func(x float64) bool { return !wording.Finite(x) })...)
}

// units are what the axis of the metric counts in.
func (v view) units() []chart.Unit {
	switch {
	case wording.IsTime(v.Plan.Metric):
		return chart.Times
	case wording.IsBytes(v.Plan.Metric):
		return chart.Bytes
	}
	return chart.Counts
}

// mainEffects draws what each factor does by itself, all on one scale.
func (v view) mainEffects(b record.Swept) model.Beside {
	beside := model.Beside{Detail: model.Paged}
	all := []float64{1}
	var drawn []chart.Levels
	var figures []model.Figure
	for _, e := range b.Effects {
		if len(e.Factors) != 1 || !v.varies(e) {
			continue
		}
		f := v.Factors[e.Factors[0]]
		c := chart.Levels{Label: "Effect of each level of " + f.Name, Height: 130, Units: []chart.Unit{{Size: 1, Name: "×"}}, Across: 1}
		for level, of := range e.Levels {
			tip := fmt.Sprintf("%s=%s\n%s × the mean %s", f.Name, f.Levels[level], wording.Times(of.Center), bounds(of))
			one := levelOf(f.Levels[level], tip, of)
			one.Joined = v.ordered(e.Factors[0], level)
			c.Levels = append(c.Levels, one)
			all = append(all, one.Lo, one.At, one.Hi)
		}
		drawn = append(drawn, c)
		figures = append(figures, model.Figure{Detail: model.Paged, Caption: "Effect of " + f.Name,
			Key: []model.Key{{Text: "explains " + wording.Share(e.Share, 0)}, {Text: v.Plan.Metric + " in multiples of the mean"}}})
	}
	scale := around(all)
	for i := range figures {
		drawn[i].Scale = scale
		figures[i].Picture = drawn[i]
		beside.Blocks = append(beside.Blocks, figures[i])
	}
	return beside
}
