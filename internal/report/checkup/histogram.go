package checkup

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/chart"
)

// class is one class of a histogram that is drawn.
type class struct {
	Lo, Hi float64 // Hi is +Inf for the last class of a histogram
	N      int
}

// classes returns those of h from the first to the last that has values, at
// most limit of them: where there are more, neighbours are taken together.
func classes(h record.Histogram, limit int) []class {
	var cs []class
	for i, n := range h.Counts[:min(len(h.Counts), len(h.Bounds))] {
		hi := math.Inf(1)
		if i+1 < len(h.Bounds) {
			hi = h.Bounds[i+1]
		}
		cs = append(cs, class{h.Bounds[i], hi, n})
	}
	for len(cs) > 0 && cs[0].N == 0 {
		cs = cs[1:]
	}
	for len(cs) > 0 && cs[len(cs)-1].N == 0 {
		cs = cs[:len(cs)-1]
	}
	if len(cs) <= limit {
		return cs
	}
	var joined []class
	for some := range slices.Chunk(cs, (len(cs)+limit-1)/limit) {
		c := class{Lo: some[0].Lo, Hi: some[len(some)-1].Hi}
		for _, one := range some {
			c.N += one.N
		}
		joined = append(joined, c)
	}
	return joined
}

// fullest returns the count of the class that has the most, at least 1.
func fullest(cs []class) int {
	most := 1
	for _, c := range cs {
		most = max(most, c.N)
	}
	return most
}

// Sizes of a histogram in px.
const (
	plotTop    = 30 // room for the names of the quantiles
	plotHeight = 110
)

// pageClasses is how many classes there may be on the narrowest page.
const pageClasses = 44

// histogram draws a record.Histogram: x in percent of the plot's width, y in
// px from its top. Classes are equally wide, whatever they span.
type histogram struct {
	ID, Title, Desc string
	Missing         string // why there is nothing to draw
	Bottom, Height  chart.Coord
	Bars            []histogramBar
	Marks           []mark
	XTicks, YTicks  []chart.Tick
}

// histogramBar is one class.
type histogramBar struct {
	X, Width, Y, Height chart.Coord
	Tip                 string
}

// mark is a quantile.
type mark struct {
	X, TextY chart.Coord
	Anchor   string
	Text     string
}

// newHistogram draws h with the logarithms of its counts, so that classes of a
// few values are visible beside those of thousands.
func newHistogram(id, title string, h record.Histogram) histogram {
	g := histogram{ID: id, Title: title, Bottom: plotTop + plotHeight, Height: plotTop + plotHeight + chart.AxisHeight}
	cs := classes(h, pageClasses)
	switch {
	case !h.OK():
		g.Missing = notKnown(h.Status, h.Why)
		return g
	case len(cs) == 0:
		g.Missing = "none"
		return g
	}
	width := chart.Percent(1 / float64(len(cs)))
	for i, c := range cs {
		if c.N == 0 {
			continue
		}
		y := countAt(c.N, fullest(cs))
		g.Bars = append(g.Bars, histogramBar{X: chart.Coord(i) * width, Width: width, Y: y, Height: g.Bottom - y,
			Tip: fmt.Sprintf("%d from %s to %s", c.N, unit.Nanoseconds(c.Lo), unit.Nanoseconds(min(c.Hi, h.Max)))})
	}
	g.XTicks = classTicks(cs)
	for n := 1; n <= fullest(cs); n *= 10 {
		g.YTicks = append(g.YTicks, chart.Tick{At: countAt(n, fullest(cs)), Label: strconv.Itoa(n)})
	}
	g.Marks = []mark{newMark("median", h.Median, cs, plotTop-19), newMark("99 %", h.P99, cs, plotTop-6)}
	g.Desc = fmt.Sprintf("%d values from %s to %s, %s", h.N, unit.Nanoseconds(h.Min), unit.Nanoseconds(h.Max), quantiles(h))
	return g
}

// countAt returns where a count is drawn. One more than the count has a
// logarithm even when there are none.
func countAt(n, most int) chart.Coord {
	return plotTop + plotHeight*chart.Coord(1-math.Log1p(float64(n))/math.Log1p(float64(most)))
}

// classTicks names the lower ends of as many classes as there is room for.
func classTicks(cs []class) []chart.Tick {
	var labels []string
	for _, c := range cs {
		labels = append(labels, unit.Nanoseconds(c.Lo))
	}
	every := int(math.Ceil((chart.Widest(labels) + 10) * float64(len(cs)) / chart.NarrowPlot))
	var ticks []chart.Tick
	for i := 0; i < len(cs); i += every {
		ticks = append(ticks, chart.Tick{At: chart.Percent(float64(i) / float64(len(cs))), Label: labels[i]})
	}
	return ticks
}

func newMark(name string, v float64, cs []class, textY chart.Coord) mark {
	at := 0.0 // in classes from the left
	for _, c := range cs {
		at += chart.Scale{Lo: c.Lo, Hi: c.Hi}.At(v)
	}
	m := mark{X: chart.Percent(at / float64(len(cs))), TextY: textY, Anchor: "start", Text: name + " " + unit.Nanoseconds(v)}
	if m.X > 50 {
		m.Anchor = "end"
	}
	return m
}
