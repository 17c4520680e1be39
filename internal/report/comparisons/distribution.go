package comparisons

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/chart"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// Sizes of the distribution in px.
const (
	stripHeight = 34
	curveHeight = 76
)

// distributionFigure shows how the clean values of both sides and the paired ratios spread;
// a sentence stands for it when there are none.
func (v view) distributionFigure(id string, b record.Compared, c record.Change) model.Block {
	d := &chart.Distribution{ID: id, Title: fmt.Sprintf("Distribution of %s of %s", b.Metric, b.Benchmark.Short())}
	notes := v.addSides(d, b, c)
	if v.Design != record.Separate {
		notes = append(notes, v.addRatios(d, c, v.Plan.MarginOf(b.Metric))...)
	}
	if len(d.Blocks) == 0 {
		return aside("No clean value to show a distribution of.")
	}
	if v.stride > 1 {
		notes = append(notes, model.Say(fmt.Sprintf("one in %d values is drawn", v.stride)))
	}
	return model.Figure{Detail: model.Paged, Caption: "Distribution", Picture: d, Notes: notes,
		Key: []model.Key{{Text: "every clean value, and the share of them at or below"}}}
}

// addSides puts both sides on one axis in the unit of the verdict.
func (v view) addSides(d *chart.Distribution, b record.Compared, c record.Change) []model.Text {
	olds := sampleOf(v.trialsOf(b, 0), b.Metric).counting()
	news := sampleOf(v.trialsOf(b, c.Variant), b.Metric).counting()
	both := slices.Concat(news, olds)
	if len(both) == 0 {
		return nil
	}
	number := func(x float64) string { return wording.Number(x, b.Metric) }
	sc := chart.Fit(both, both, slices.Concat(boundsOf(b.Old), boundsOf(c.New))...)
	d.Add(sc, sc.Ticks(axisOf(b.Metric)), curveHeight,
		v.strip("new", v.variant(c.Variant), c.New, news), v.strip("old", v.base(), b.Old, olds))
	for _, s := range []struct {
		name   string
		values []float64
	}{{v.base(), olds}, {v.variant(c.Variant), news}} {
		if len(s.values) > 0 {
			d.Desc += fmt.Sprintf("%s: %s from %s to %s, median %s. ", s.name, unit.Plural(len(s.values), "value"),
				number(slices.Min(s.values)), number(slices.Max(s.values)), number(chart.Median(s.values)))
		}
	}
	return wording.Beyond("value", both, sc.Beyond, number)
}

// addRatios puts the paired ratios on an axis of their own.
func (v view) addRatios(d *chart.Distribution, c record.Change, share float64) []model.Text {
	var clean []float64
	for _, l := range finiteLogs(c.Logs) {
		if l.Clean {
			clean = append(clean, l.Log)
		}
	}
	if len(clean) == 0 {
		return nil
	}
	e := logs(c.Ratio)
	sc := ratioScale(finiteLogs(c.Logs), e, share)
	block := d.Add(sc, percentTicks(sc, chart.NarrowPlot), curveHeight, v.strip("ratio", "change", e, clean))
	margin := math.Log1p(share)
	around := chart.NewXBand("margin", record.Estimate{Lo: -margin, Hi: margin, Confidence: 1, N: 1}, sc)
	block.Bands = slices.Insert(block.Bands, 0, around)
	d.Desc += fmt.Sprintf("%s from %s to %s.", unit.Plural(len(clean), "clean pair"), percentOf(slices.Min(clean)), percentOf(slices.Max(clean)))
	return wording.Beyond("pair", clean, sc.Beyond, percentOf)
}

// strip is a sample without tips, thinned as the rounds are.
func (v view) strip(class, name string, e record.Estimate, values []float64) chart.Sample {
	s := chart.Sample{Class: class, Name: name, Height: stripHeight, Estimate: e}
	for i := 0; i < len(values); i += v.stride {
		s.Points = append(s.Points, chart.Point{Value: values[i]})
	}
	slices.SortFunc(s.Points, func(a, b chart.Point) int { return cmp.Compare(a.Value, b.Value) }) // for a short path
	return s
}
