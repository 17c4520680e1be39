package checkup

import (
	"fmt"
	"math"
	"strconv"

	"tare/internal/record"
	"tare/internal/unit"
)

// Sizes of a histogram in px.
const (
	plotTop    = 30 // room for the names of the quantiles
	plotHeight = 110
	axisHeight = 20
)

// pageClasses is how many classes there may be in 220 px.
const pageClasses = 44

// logFrom is how many times the least the most must be for a logarithmic axis.
const logFrom = 5

// histogram draws a record.Histogram: x in percent of the plot's width, y in
// px from its top.
type histogram struct {
	ID, Title, Desc string
	Missing         string // why there is nothing to draw
	Bottom, Height  coord
	Bars            []histogramBar
	Marks           []mark
	XTicks, YTicks  []tick
	Log             bool // counts are on a logarithmic scale
}

// histogramBar is one class.
type histogramBar struct {
	X, Width, Y, Height coord
	Tip                 string
}

// mark is a quantile.
type mark struct {
	X, TextY coord
	Anchor   string
	Text     string
}

// newHistogram draws h. With logCounts, classes of a few values are visible
// beside those of thousands.
func newHistogram(id, title string, h record.Histogram, logCounts bool) histogram {
	g := histogram{ID: id, Title: title, Bottom: plotTop + plotHeight, Height: plotTop + plotHeight + axisHeight, Log: logCounts}
	cs := classes(h, pageClasses)
	switch {
	case !h.OK():
		g.Missing = notKnown(h.Status, h.Why)
		return g
	case len(cs) == 0:
		g.Missing = "none"
		return g
	}
	cs = bounded(cs, h)
	x := axis{lo: cs[0].Lo, hi: cs[len(cs)-1].Hi}
	x.log = x.lo > 0 && x.hi/x.lo >= logFrom
	y := countAxis(fullest(cs), logCounts)
	for _, c := range cs {
		if c.N > 0 {
			g.Bars = append(g.Bars, newHistogramBar(c, x, y))
		}
	}
	g.XTicks = x.ticks(short)
	g.YTicks = y.ticks()
	g.Marks = []mark{newMark("median", h.Median, x, plotTop-19), newMark("99 %", h.P99, x, plotTop-6)}
	g.Desc = fmt.Sprintf("%d values from %s to %s, median %s, 99th percentile %s", h.N,
		unit.Nanoseconds(h.Min), unit.Nanoseconds(h.Max), unit.Nanoseconds(h.Median), unit.Nanoseconds(h.P99))
	return g
}

// bounded gives the first class a lower end above zero, where values have one,
// and the last class an upper end: a logarithmic axis knows neither zero nor
// infinity.
func bounded(cs []class, h record.Histogram) []class {
	first, last := &cs[0], &cs[len(cs)-1]
	if math.IsInf(last.Hi, 1) {
		last.Hi = h.Max
	}
	if last.Hi <= last.Lo {
		last.Hi = 1.1*last.Lo + 1e-9
	}
	if first.Lo <= 0 && h.Min > 0 && h.Min < first.Hi {
		first.Lo = h.Min
	}
	return cs
}

func newHistogramBar(c class, x axis, y counts) histogramBar {
	from, to := 100*x.at(c.Lo), 100*x.at(c.Hi)
	height := coord(max(1, plotHeight*y.at(float64(c.N))))
	return histogramBar{X: coord(from), Width: coord(to - from), Y: plotTop + plotHeight - height, Height: height,
		Tip: fmt.Sprintf("%d from %s to %s", c.N, unit.Nanoseconds(c.Lo), unit.Nanoseconds(c.Hi))}
}

func newMark(name string, v float64, x axis, textY coord) mark {
	m := mark{X: coord(100 * x.at(v)), TextY: textY, Anchor: "start", Text: name + " " + unit.Nanoseconds(v)}
	if m.X > 50 {
		m.Anchor = "end"
	}
	return m
}

// counts is the y axis: from zero up to most, linear, or by the logarithm of
// one more than the count, which zero and one have, too.
type counts struct {
	most float64
	log  bool
}

func countAxis(most int, log bool) counts { return counts{float64(most), log} }

// at returns how high n is drawn, 1 for the most.
func (c counts) at(n float64) float64 {
	if c.log {
		return math.Log1p(n) / math.Log1p(c.most)
	}
	return n / c.most
}

// ticks returns the powers of ten, or about three round counts.
func (c counts) ticks() []tick {
	var values []float64
	if c.log {
		for v := 1.0; v <= c.most; v *= 10 {
			values = append(values, v)
		}
	} else {
		values = axis{hi: c.most}.values(3)
	}
	var ts []tick
	for _, v := range values {
		if v == math.Trunc(v) {
			ts = append(ts, tick{coord(plotTop + plotHeight*(1-c.at(v))), strconv.Itoa(int(v))})
		}
	}
	return ts
}
