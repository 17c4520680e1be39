package sweeps

import (
	"fmt"
	"math"
	"slices"

	"tare/internal/record"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// valueColumns are the metric and its interval.
func (v view) valueColumns(b record.Swept) []column {
	return []column{
		{model.Column{Title: v.Plan.Metric, Legend: "the median of the means of all pairs (Hodges–Lehmann) of the values in the clean rounds"}, func(i int) model.Cell {
			e := b.Points[i].Value
			if !wording.HasCenter(e) {
				return unknown()
			}
			return model.Cell{Text: lit(wording.Number(e.Center, v.Plan.Metric))}.By(e.Center)
		}},
		{model.Column{Kind: spread, Title: "±", Under: true, Legend: fmt.Sprintf("half the width of its interval at %.4g%% confidence, that of each point alone", 100*record.Confidence)},
			func(i int) model.Cell { return spreadCell(b.Points[i].Value) }},
	}
}

// ratioColumns are the metric in terms of the best point, where points compete.
func (v view) ratioColumns(b record.Swept) []column {
	if len(v.rivals) == 0 {
		return nil
	}
	title, legend := "× best", "the value in multiples of that of the best point"
	if b.Larger {
		title, legend = "of best", "the value as a share of that of the best point"
	}
	if len(v.groups) > 1 {
		legend += " under the same limits"
	}
	return []column{
		{model.Column{Title: title, Legend: legend + ", from the differences within rounds (Hodges–Lehmann)"}, func(i int) model.Cell {
			r := v.ratioOf(b, i)
			if !r.known() {
				return unknown()
			}
			return model.Cell{Text: lit(r.number(r.Center))}.By(r.Center)
		}},
		{model.Column{Title: "interval", Left: true, Under: true, Legend: v.intervalLegend()}, func(i int) model.Cell {
			r := v.ratioOf(b, i)
			if !wording.HasInterval(r.Estimate) {
				return model.Cell{}
			}
			return model.Cell{Text: lit(r.interval()), Below: r.interval()}
		}},
	}
}

// unknown is the cell of a point without a value.
func unknown() model.Cell { return model.Cell{Text: lit(wording.None)}.By(math.NaN()) }

func spreadCell(e record.Estimate) model.Cell {
	if !wording.HasCenter(e) {
		return model.Cell{}
	}
	around := wording.PlusMinus(e)
	return model.Cell{Text: lit(around), Below: around}
}

func (v view) intervalLegend() string {
	return fmt.Sprintf("of that ratio; all of them together hold at %.4g%% confidence, whichever point is the best", 100*(1-v.Plan.Alpha))
}

// extraColumns are net time and the throttled share, where these say more than the metric.
func (v view) extraColumns(b record.Swept) []column {
	var cs []column
	add := func(kind model.Kind, title, legend string, print func(float64) string, of func(record.PointValue) (float64, bool)) {
		if !slices.ContainsFunc(b.Points, func(p record.PointValue) bool { _, ok := of(p); return ok }) {
			return
		}
		cs = append(cs, column{model.Column{Kind: kind, Title: title, Legend: legend, Narrow: true, Spare: true}, func(i int) model.Cell {
			x, ok := of(b.Points[i])
			if !ok {
				return unknown()
			}
			return model.Cell{Text: lit(print(x))}.By(x)
		}})
	}
	if v.Plan.Metric != netUnit {
		add(netTime, "net/op", "the median of net time: wall time without the container's share", wording.Ns,
			func(p record.PointValue) (float64, bool) { return v.inUnit(p, netUnit) })
	}
	add(throttled, "throttled", "share of wall time that the CPU quota took, by medians", func(x float64) string { return wording.Share(x, 0) }, v.lost)
	return cs
}

// Units that points have besides the metric.
const (
	netUnit       = "net-ns/op"
	wallUnit      = "ns/op"
	throttledUnit = "throttled-ns/op"
)

// lost is the share of wall time that a quota took.
func (v view) lost(p record.PointValue) (share float64, known bool) {
	wall, has := v.inUnit(p, wallUnit)
	lost, have := v.inUnit(p, throttledUnit)
	if !has || !have || !(wall > 0) {
		return 0, false
	}
	return min(1, max(0, lost/wall)), true
}
