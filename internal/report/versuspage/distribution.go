package versuspage

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/benchpage"
	"tare/internal/report/chart"
	"tare/internal/report/wording"
)

// Sizes of the distribution in px.
const (
	stripHeight = 34
	curveHeight = 76
)

// distribution shows how the clean values of both sides and the paired ratios
// spread; nil when there are none.
func (v view) distribution(id string, b record.Compared, c record.Change) *benchpage.Distribution {
	d := &benchpage.Distribution{
		ID:      id,
		Caption: "Distribution", Key: "every clean value, and the share of them at or below",
		Title: fmt.Sprintf("Distribution of %s of %s", b.Metric, benchpage.NewName(b.Benchmark)),
	}
	v.addSides(d, b, c)
	if v.Design != record.Separate {
		v.addRatios(d, c, v.Plan.MarginOf(b.Metric))
	}
	if len(d.Blocks) == 0 {
		return nil
	}
	if v.stride > 1 {
		d.Beyond = append(d.Beyond, fmt.Sprintf("one in %d values is drawn", v.stride))
	}
	return d
}

// addSides puts both sides on one axis in the unit of the verdict.
func (v view) addSides(d *benchpage.Distribution, b record.Compared, c record.Change) {
	olds := sampleOf(v.trials[side{b.Benchmark, 0}], b.Metric).counting()
	news := sampleOf(v.trials[side{b.Benchmark, c.Variant}], b.Metric).counting()
	both := slices.Concat(news, olds)
	if len(both) == 0 {
		return
	}
	number := func(x float64) string { return wording.Number(x, b.Metric) }
	sc := benchpage.Fit(both, both, slices.Concat(boundsOf(b.Old), boundsOf(c.New))...)
	d.Add(sc, sc.Ticks(benchpage.Units(b.Metric)), curveHeight,
		v.strip("new", v.variant(c.Variant), c.New, news), v.strip("old", v.base(), b.Old, olds))
	for _, s := range []struct {
		name   string
		values []float64
	}{{v.base(), olds}, {v.variant(c.Variant), news}} {
		if len(s.values) > 0 {
			d.Desc += fmt.Sprintf("%s: %s from %s to %s, median %s. ", s.name, unit.Plural(len(s.values), "value"),
				number(slices.Min(s.values)), number(slices.Max(s.values)), number(benchpage.Median(s.values)))
		}
	}
	d.Beyond = append(d.Beyond, benchpage.Beyond("value", both, sc, number)...)
}

// addRatios puts the paired ratios on an axis of their own.
func (v view) addRatios(d *benchpage.Distribution, c record.Change, share float64) {
	var clean []float64
	for _, l := range finiteLogs(c.Logs) {
		if l.Clean {
			clean = append(clean, l.Log)
		}
	}
	if len(clean) == 0 {
		return
	}
	e := logs(c.Ratio)
	sc := ratioScale(finiteLogs(c.Logs), e, share)
	block := d.Add(sc, percentTicks(sc, chart.NarrowPlot), curveHeight, v.strip("ratio", "change", e, clean))
	margin := math.Log1p(share)
	around := benchpage.NewXBand("margin", record.Estimate{Lo: -margin, Hi: margin, Confidence: 1, N: 1}, sc)
	block.Bands = slices.Insert(block.Bands, 0, around)
	d.Desc += fmt.Sprintf("%s from %s to %s.", unit.Plural(len(clean), "clean pair"), percentOf(slices.Min(clean)), percentOf(slices.Max(clean)))
	d.Beyond = append(d.Beyond, benchpage.Beyond("pair", clean, sc, percentOf)...)
}

// strip is a sample without tips, thinned as the rounds are.
func (v view) strip(class, name string, e record.Estimate, values []float64) benchpage.Sample {
	s := benchpage.Sample{Class: class, Name: name, Height: stripHeight, Estimate: e}
	for i := 0; i < len(values); i += v.stride {
		s.Points = append(s.Points, benchpage.Point{Value: values[i]})
	}
	slices.SortFunc(s.Points, func(a, b benchpage.Point) int { return cmp.Compare(a.Value, b.Value) }) // for a short path
	return s
}
