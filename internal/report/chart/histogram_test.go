package chart

import (
	"html/template"
	"testing"
)

func TestHistogramStaysInItsPlot(t *testing.T) {
	h := Histogram{ID: "h", Classes: []Class{{From: "1µs", N: 1}, {From: "2µs", N: 312}, {From: "5µs"}, {From: "10µs", N: 40}},
		Quantiles: []Quantile{{At: 1.5, Text: "median 3µs"}, {At: 3.9, Text: "99 % 12µs"}}}
	l := h.lay()
	if len(l.Bars) != 3 {
		t.Fatalf("%d bars, want one for each class with values: 3", len(l.Bars))
	}
	end := Coord(-1)
	for _, b := range l.Bars {
		if b.X < end-1e-9 || b.Width <= 0 || b.Y < histogramTop-1e-9 || b.Y+b.Height > l.Bottom+1e-9 {
			t.Errorf("bar %+v overlaps the one before, which ends at %v, or leaves the plot", b, end)
		}
		end = b.X + b.Width
	}
	if l.Bars[1].Height != histogramHeight {
		t.Errorf("the fullest class is %v px high, want %d", l.Bars[1].Height, histogramHeight)
	}
	if l.Lines[0].Anchor != "start" || l.Lines[1].Anchor != "end" || l.Lines[0].TextY == l.Lines[1].TextY {
		t.Errorf("names of quantiles meet: %+v", l.Lines)
	}
}

func TestNothingToDraw(t *testing.T) {
	for _, drawn := range []template.HTML{Histogram{}.HTML(), Bars{}.HTML(), Bars{Rows: []Bar{{Name: "a", Text: "?"}}}.HTML()} {
		if drawn != "" {
			t.Errorf("nothing is drawn as %s", drawn)
		}
	}
}
