package chart

import (
	"html/template"
	"math"
	"strconv"
)

// Histogram is counts of classes, on an axis of their logarithms, so that classes of a few
// values are visible beside those of thousands. Classes are equally wide, whatever they
// span.
type Histogram struct {
	styled
	ID          string // unique on the page
	Title, Desc string // for those who do not see it
	Classes     []Class
	Quantiles   []Quantile // at most two keep their names apart
}

// Class is one class of a histogram.
type Class struct {
	From string // where it begins, as the axis says it
	N    int
	Tip  string
}

// Quantile is a line across a histogram.
type Quantile struct {
	At   float64 // in classes from the left
	Text string
}

// Sizes of a histogram in px.
const (
	histogramTop    = 30 // room for the names of the quantiles
	histogramHeight = 110
)

// laidHistogram is x in percent of the plot's width, y in px from its top.
type laidHistogram struct {
	Histogram
	Bottom, Height Coord
	Bars           []histogramBar
	Lines          []quantileLine
	XTicks, YTicks []Tick
}

type histogramBar struct {
	X, Width, Y, Height Coord
	Tip                 string
}

type quantileLine struct {
	X, TextY Coord
	Anchor   string
	Text     string
}

// HTML implements model.Picture. Without classes there is nothing to draw.
func (h Histogram) HTML() template.HTML {
	if len(h.Classes) == 0 {
		return ""
	}
	return draw("histogram", h.lay())
}

func (h Histogram) lay() laidHistogram {
	l := laidHistogram{Histogram: h, Bottom: histogramTop + histogramHeight}
	l.Height = l.Bottom + axisHeight
	most := 1
	for _, c := range h.Classes {
		most = max(most, c.N)
	}
	width := Percent(1 / float64(len(h.Classes)))
	for i, c := range h.Classes {
		if y := countAt(c.N, most); c.N > 0 {
			l.Bars = append(l.Bars, histogramBar{X: Coord(i) * width, Width: width, Y: y, Height: l.Bottom - y, Tip: c.Tip})
		}
	}
	l.XTicks = h.ticks()
	for n := 1; n <= most; n *= 10 {
		l.YTicks = append(l.YTicks, Tick{At: countAt(n, most), Label: strconv.Itoa(n)})
	}
	for i, q := range h.Quantiles {
		line := quantileLine{X: Percent(q.At / float64(len(h.Classes))), TextY: Coord(histogramTop - 6 - lineHeight*(len(h.Quantiles)-1-i)), Anchor: "start", Text: q.Text}
		if line.X > 50 {
			line.Anchor = "end"
		}
		l.Lines = append(l.Lines, line)
	}
	return l
}

// countAt returns where a count is drawn. One more than the count has a logarithm even
// when there are none.
func countAt(n, most int) Coord {
	return histogramTop + histogramHeight*Coord(1-math.Log1p(float64(n))/math.Log1p(float64(most)))
}

// ticks names the beginnings of as many classes as there is room for.
func (h Histogram) ticks() []Tick {
	labels := make([]string, len(h.Classes))
	for i, c := range h.Classes {
		labels[i] = c.From
	}
	every := int(math.Ceil((Widest(labels) + 10) * float64(len(labels)) / NarrowPlot))
	var ticks []Tick
	for i := 0; i < len(labels); i += every {
		ticks = append(ticks, Tick{At: Percent(float64(i) / float64(len(labels))), Label: labels[i]})
	}
	return ticks
}
