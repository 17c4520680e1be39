package chart

import (
	_ "embed"
	"html/template"
	"math"
	"slices"

	"tare/internal/record"
	"tare/internal/report/wording"
)

// Categories shows estimates of things that have names along x, in panels one above the
// other. Each panel has an axis of its own: a logarithmic one where its values span much.
type Categories struct {
	ID          string // unique on the page
	Title, Desc string // for those who do not see it
	Axis        string // what the names are of
	Names       []string
	Panels      []CategoryPanel
}

// CategoryPanel is one y axis with what stands on it.
type CategoryPanel struct {
	Title  string // above it
	Units  []Unit // of the axis
	Series []CategorySeries
}

// CategorySeries is dots of one colour: class s1 to s6.
type CategorySeries struct {
	Class  string
	Joined bool // neighbours are joined by a line
	Points []CategoryPoint
}

// CategoryPoint is an estimate of the thing with that index. One without a center is not
// drawn.
type CategoryPoint struct {
	Name     int
	Tip      string
	Estimate record.Estimate
}

var (
	//go:embed categories.tmpl
	categoriesTemplate string
	//go:embed categories.css
	categoriesStyle string
)

// CategoryColors is how many colours series have.
const CategoryColors = 6

// Look implements model.Styled.
func (Categories) Look() (css, script string) { return look + categoriesStyle, "" }

// Measures of categories: px, and what share of a name's room the dots of all series take.
const (
	categoryPanel = 132
	categoryGap   = 34 // above a panel, for its title
	dodgeRoom     = 0.24
	tilt          = math.Pi / 5 // of names that have no room side by side
)

// laidCategories is x in percent of the plot's width, y in px from its top.
type laidCategories struct {
	Categories
	Left, Height, Bottom, AxisY Coord
	Labels                      []Tick
	Tilted                      bool
	Laid                        []laidCategoryPanel
}

type laidCategoryPanel struct {
	Title       string
	Top, Bottom Coord
	Ticks       []Tick
	Marks       []categoryMark
	Lines       []categoryLine
}

// categoryMark is a dot with its interval.
type categoryMark struct {
	Class, Tip   string
	X, Y, Lo, Hi Coord
	Interval     bool
}

// categoryLine joins two dots.
type categoryLine struct {
	Class          string
	X1, Y1, X2, Y2 Coord
}

// HTML implements model.Picture. Panels without a value are left out.
func (c Categories) HTML() template.HTML {
	l := laidCategories{Categories: c}
	top := Coord(titledGap)
	for _, p := range c.Panels {
		axis, ok := p.axis()
		if !ok {
			continue
		}
		laid := p.lay(top, axis, len(c.Names))
		l.Laid = append(l.Laid, laid)
		l.Bottom, top = laid.Bottom, laid.Bottom+categoryGap
		for _, t := range laid.Ticks {
			l.Left = max(l.Left, Coord(textWidth(t.Label)+tickGap))
		}
	}
	if len(l.Laid) == 0 {
		return ""
	}
	l.label()
	return draw("categories", l)
}

// label puts the names below the panels, tilted where the narrowest plot has no room for
// them side by side.
func (l *laidCategories) label() {
	room := float64(NarrowPlot) / float64(len(l.Names))
	widest := Widest(l.Names)
	l.Tilted = widest+6 > room
	for i, name := range l.Names {
		l.Labels = append(l.Labels, Tick{Percent((float64(i) + 0.5) / float64(len(l.Names))), name})
	}
	below := Coord(axisHeight)
	if l.Tilted {
		below = Coord(widest*math.Sin(tilt)) + lineHeight + 4
		l.Left = max(l.Left, Coord(widest*math.Cos(tilt)-room/2))
	}
	l.AxisY = l.Bottom + below + lineHeight - 4
	l.Height = l.AxisY + 6
}

// categoryAxis places values of a panel: by their decimal logarithms when Log is set.
type categoryAxis struct {
	Scale
	log   bool
	ticks []Tick // At is a percentage from the low end
}

// wide is how many times the least value the greatest one is where an axis becomes
// logarithmic.
const wide = 30

// axis has room for all values and intervals of the panel; false without any.
func (p CategoryPanel) axis() (categoryAxis, bool) {
	var all []float64
	for _, s := range p.Series {
		for _, at := range s.Points {
			if !wording.HasCenter(at.Estimate) {
				continue
			}
			all = append(all, at.Estimate.Center)
			if wording.HasInterval(at.Estimate) {
				all = append(all, at.Estimate.Lo, at.Estimate.Hi)
			}
		}
	}
	if len(all) == 0 {
		return categoryAxis{}, false
	}
	lo, hi := slices.Min(all), slices.Max(all)
	if lo > 0 && hi/lo > wide {
		a := categoryAxis{log: true, Scale: Scale{math.Floor(math.Log10(lo)), math.Ceil(math.Log10(hi))}}
		a.ticks = a.Decades(p.Units, categoryPanel*runeWidth/2)
		return a, true
	}
	a := categoryAxis{Scale: padded(min(lo, 0), max(hi, 0))}
	at, labels := a.Axis(4, p.Units)
	for i := range at {
		a.ticks = append(a.ticks, Tick{Percent(at[i]), labels[i]})
	}
	return a, true
}

// at is where a value stands, as a fraction of the axis from its low end.
func (a categoryAxis) at(v float64) float64 {
	if a.log {
		return a.At(math.Log10(v))
	}
	return a.At(v)
}

// lay gives a panel its place below top, over so many names.
func (p CategoryPanel) lay(top Coord, axis categoryAxis, names int) laidCategoryPanel {
	l := laidCategoryPanel{Title: p.Title, Top: top, Bottom: top + categoryPanel}
	y := func(fraction float64) Coord { return l.Bottom - Coord(fraction)*categoryPanel }
	for _, t := range axis.ticks {
		l.Ticks = append(l.Ticks, Tick{y(float64(t.At) / 100), t.Label})
	}
	for i, s := range p.Series {
		dodge := dodgeRoom * ((float64(i)+0.5)/float64(len(p.Series)) - 0.5)
		var before *categoryMark
		for _, point := range s.Points {
			e := point.Estimate
			if !wording.HasCenter(e) {
				before = nil
				continue
			}
			m := categoryMark{Class: s.Class, Tip: point.Tip, X: Percent((float64(point.Name) + 0.5 + dodge) / float64(names)), Y: y(axis.at(e.Center))}
			if m.Interval = wording.HasInterval(e); m.Interval {
				m.Lo, m.Hi = y(axis.at(e.Lo)), y(axis.at(e.Hi))
			}
			if s.Joined && before != nil {
				l.Lines = append(l.Lines, categoryLine{s.Class, before.X, before.Y, m.X, m.Y})
			}
			l.Marks = append(l.Marks, m)
			before = &m
		}
	}
	return l
}
