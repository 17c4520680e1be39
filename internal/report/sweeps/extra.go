package sweeps

import (
	"slices"

	"tare/internal/record"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

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
