package runs

import (
	"fmt"
	"math"

	"tare/internal/record"
	"tare/internal/report/chart"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// intervalColumn draws net of all benchmarks on one axis, where there are several.
func intervalColumn(all []record.Summary) []column {
	lo, hi := math.Inf(1), math.Inf(-1)
	n := 0
	for _, s := range all {
		if !logarithmic(s.Net) {
			continue
		}
		n++
		lo, hi = min(lo, math.Log10(s.Net.Center)), max(hi, math.Log10(s.Net.Center))
		if low, high := bounds(s.Net); !math.IsNaN(low) {
			lo, hi = min(lo, low), max(hi, high)
		}
	}
	if n < 2 {
		return nil
	}
	if hi-lo < fewDecades { // that the axis has ticks
		lo, hi = math.Floor(lo), math.Ceil(hi)
	}
	pad := max(0.04*(hi-lo), 0.1)
	sc := chart.Scale{Lo: lo - pad, Hi: hi + pad}
	return []column{{
		Column: model.Column{Title: "net/op, logarithmic", Detail: model.Paged, Wide: true, Narrow: true, Foot: chart.Ruler{Ticks: sc.Decades(chart.Times, chart.NarrowPlot/2)}},
		cell:   func(s record.Summary) model.Cell { return model.Cell{}.By(centerOf(s.Net)) },
		picture: func(s record.Summary, shown bool) model.Picture {
			if !logarithmic(s.Net) {
				return nil
			}
			low, high := bounds(s.Net)
			drawn := chart.Interval{Class: "net", Scale: sc, Lo: low, At: math.Log10(s.Net.Center), Hi: high}
			if shown {
				drawn.Label = fmt.Sprintf("net %s, %s", wording.Ns(s.Net.Center), intervalOf(s.Net, "ns/op"))
			}
			return drawn
		},
	}}
}

// fewDecades is how many of them an axis must span to have ticks wherever it begins.
const fewDecades = 3

// logarithmic reports whether e can be drawn on a logarithmic axis.
func logarithmic(e record.Estimate) bool { return wording.HasCenter(e) && e.Center > 0 }

// bounds are the decimal logarithms of an interval's ends, NaN without an interval.
func bounds(e record.Estimate) (low, high float64) {
	if !wording.HasInterval(e) || !(e.Lo > 0) {
		return nan, nan
	}
	return math.Log10(e.Lo), math.Log10(e.Hi)
}
