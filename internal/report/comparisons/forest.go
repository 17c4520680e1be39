package comparisons

import (
	"math"

	"tare/internal/record"
	"tare/internal/report/chart"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// Widths of the forest's plot in px, the least ones that its axis is laid out for: in a
// usual window, and in a narrow one.
const (
	wideForest   = 200
	narrowForest = 72
)

// clipFrom is how many times farther from no change than the median one a bound
// may lie and still be on the axis of the forest.
const clipFrom = 4

// effectColumn draws each change with its interval, on an axis that all rows share.
func (v view) effectColumn() column {
	sc, margin := v.scale, math.Log1p(v.Plan.Margin)
	c := model.Column{Detail: model.Paged, Title: "effect", Left: true, Wide: true, Foot: chart.Effects{
		Fine: percentTicks(sc, wideForest), Coarse: percentTicks(sc, narrowForest),
		Lo: chart.Percent(sc.At(-margin)), Zero: chart.Percent(sc.At(0)), Hi: chart.Percent(sc.At(margin)),
	}}
	return column{c, func(r row) model.Cell {
		if r.effect == nil {
			return model.Cell{}
		}
		return model.Cell{Text: model.Lit(model.Plain, r.change), Picture: *r.effect}.By(r.size)
	}}
}

// effectKey explains the marks of that column.
func effectKey(rows []row) []model.Key {
	key := []model.Key{{Class: "margin", Text: "margin"}}
	floors, clipped := false, false
	for _, r := range rows {
		if r.effect != nil {
			floors, clipped = floors || r.effect.Floor > 0, clipped || r.effect.Beyond()
		}
	}
	if floors {
		key = append(key, model.Key{Class: "floor", Text: "what the baseline differs from itself by"})
	}
	if clipped {
		key = append(key, model.Key{Text: "arrows: beyond the axis"})
	}
	return key
}

// effect draws c, nil for a change that is not known. Where the benchmark has no section,
// nothing is said about it: a page with so many has no room.
func (v view) effect(b record.Compared, c record.Change, told bool) *chart.Effect {
	e := logs(c.Ratio)
	if !wording.HasCenter(e) {
		return nil
	}
	drawn := &chart.Effect{Class: string(moodOf(wording.OutcomeOf(c))), Scale: v.scale, Lo: math.NaN(), At: e.Center, Hi: math.NaN(),
		Open: c.Verdict == record.Inconclusive || c.Verdict == record.Invalid}
	if told {
		drawn.Label = wording.OutcomeOf(c).String() + ": " + ofRatio(c.Ratio).both()
	}
	if wording.HasInterval(e) {
		drawn.Lo, drawn.Hi = e.Lo, e.Hi
	}
	if reach := v.reach(b, record.Copy, record.Relinked); reach > 0 {
		drawn.Floor = math.Log1p(reach)
	}
	return drawn
}

// forestScale spans the bounds of all changes, the margin and no change. Bounds
// that are much farther out than most do not squeeze the others: they are
// clipped.
func (v view) forestScale() chart.Scale {
	var bounds, away []float64
	for _, b := range v.listed {
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
		limit = max(limit, clipFrom*chart.Median(away))
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

// logs turns an estimate of a ratio into one of its logarithm; one without any
// is an estimate of nothing.
func logs(ratio record.Estimate) record.Estimate {
	e := record.Estimate{Center: math.Log(ratio.Center), Lo: math.Log(ratio.Lo), Hi: math.Log(ratio.Hi), Confidence: ratio.Confidence, N: ratio.N}
	if !wording.HasCenter(e) {
		return record.Estimate{}
	}
	return e
}

// percentOf prints the change that a log ratio stands for.
func percentOf(log float64) string { return wording.Signed(math.Expm1(log), 1) }
