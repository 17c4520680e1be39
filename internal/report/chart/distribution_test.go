package chart

import (
	"testing"
)

func TestDistributionPilesUpEqualValues(t *testing.T) {
	var d Distribution
	sample := Sample{Class: "net", Height: 44}
	for range 20 {
		sample.Points = append(sample.Points, Point{Value: 100, Tip: "tip"})
	}
	b := d.Add(Scale{Lo: 90, Hi: 110}, nil, 50, sample)
	if len(b.Strips[0].Dots) != 20 {
		t.Fatalf("%d dots for 20 values", len(b.Strips[0].Dots))
	}
	seen := map[Coord]bool{}
	for _, dot := range b.Strips[0].Dots {
		if dot.Y < b.Top || dot.Y > b.Strips[0].Base || seen[dot.Y] {
			t.Errorf("dot at %v is outside of its strip or covers another", dot.Y)
		}
		seen[dot.Y] = true
	}
}

func TestValuesWithoutTipsAreOnePath(t *testing.T) {
	var d Distribution
	b := d.Add(Scale{Lo: 0, Hi: 4}, nil, 50, Sample{Height: 20, Points: []Point{{Value: 1}, {Value: 3}, {Value: 9}}})
	s := b.Strips[0]
	if want := "m250 16h0m500 0h0"; s.Path != want {
		t.Errorf("path %s, want %s", s.Path, want)
	}
	if len(s.Dots) != 1 || s.Dots[0].Edge != 1 {
		t.Errorf("dots %+v, want the one beyond the axis", s.Dots)
	}
}

func TestCurveIsTheECDF(t *testing.T) {
	s := Sample{Points: []Point{{Value: 3}, {Value: 1}, {Value: 1}, {Value: 2}}}
	if got, want := newCurve(s, Scale{Lo: 0, Hi: 4}).Path, "M0 1000h250v-250v-250h250v-250h250v-250H1000"; got != want {
		t.Errorf("path %s, want %s", got, want)
	}
}
