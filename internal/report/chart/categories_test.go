package chart

import (
	"math"
	"strings"
	"testing"

	"tare/internal/record"
)

func categoriesOf(values ...float64) Categories {
	s := CategorySeries{Class: "s1", Joined: true}
	c := Categories{ID: "c", Axis: "size"}
	for i, v := range values {
		c.Names = append(c.Names, strings.Repeat("n", 1+i))
		s.Points = append(s.Points, CategoryPoint{Name: i, Estimate: record.Estimate{Center: v, Lo: v * 0.9, Hi: v * 1.1, Confidence: 0.95, N: 7}})
	}
	c.Panels = []CategoryPanel{{Title: "time", Units: Times, Series: []CategorySeries{s}}}
	return c
}

func TestCategoryAxis(t *testing.T) {
	for _, c := range []struct {
		values []float64
		log    bool
	}{
		{[]float64{1, 20}, false},
		{[]float64{1, 40}, true},
		{[]float64{0, 40}, false},
		{[]float64{-5, 5}, false},
		{[]float64{7}, false},
		{[]float64{0}, false},
		{[]float64{1e-300, 1e300}, true},
	} {
		a, ok := categoriesOf(c.values...).Panels[0].axis()
		if !ok || a.log != c.log || len(a.ticks) < 2 {
			t.Errorf("%v: log %v with ticks %v, want %v", c.values, a.log, a.ticks, c.log)
		}
		for _, v := range c.values {
			if at := a.at(v); math.IsNaN(at) || at < 0 || at > 1 {
				t.Errorf("%v: %v stands at %v", c.values, v, at)
			}
		}
	}
}

func TestCategoriesJoin(t *testing.T) {
	c := categoriesOf(1, 2, 3, 4)
	c.Panels[0].Series[0].Points[2].Estimate = record.Estimate{Center: math.NaN(), N: 3}
	got := string(c.HTML())
	if n := strings.Count(got, `class="join`); n != 1 {
		t.Errorf("%d lines: what has no value joins nothing", n)
	}
	if n := strings.Count(got, "<circle"); n != 3 {
		t.Errorf("%d dots of three values", n)
	}
	c.Panels[0].Series[0].Points = nil
	if got := c.HTML(); got != "" {
		t.Errorf("a picture of nothing: %s", got)
	}
}

func TestCategoryNames(t *testing.T) {
	short, long := categoriesOf(1, 2), categoriesOf(1, 2)
	long.Names[0] = "a name that is long"
	for c, tilted := range map[*Categories]bool{&short: false, &long: true} {
		if got := strings.Contains(string(c.HTML()), "rotate"); got != tilted {
			t.Errorf("%q: tilted %v", c.Names, got)
		}
	}
}
