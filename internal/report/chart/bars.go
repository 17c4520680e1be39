package chart

import "html/template"

// Bars is quantities as horizontal bars on one axis from zero, one below the other, each
// between its name and its value.
type Bars struct {
	styled
	Units []Unit // of the axis
	Rows  []Bar
	Limit float64 // a line across all of them, at what they are held against; 0 for none
}

// Bar is one quantity.
type Bar struct {
	Class string // picks its colour; empty for one that only gives context
	Name  string
	Tip   string // for a name that may be cut; empty for none
	Text  string // its value
	Value float64
	Known bool // there is a value to draw
}

// laidBars is x in percent of the plot's width.
type laidBars struct {
	Rows  []laidBar
	Ticks []Tick
	Limit *Coord
}

type laidBar struct {
	Bar
	Width Coord
}

// HTML implements model.Picture. It draws up to the longest bar, and nothing when none has
// a length.
func (b Bars) HTML() template.HTML {
	axis := Scale{Hi: b.Limit}
	for _, r := range b.Rows {
		axis.Hi = max(axis.Hi, r.Value)
	}
	if axis.Hi == 0 {
		return ""
	}
	l := laidBars{Ticks: axis.Ticks(b.Units)}
	for _, r := range b.Rows {
		l.Rows = append(l.Rows, laidBar{r, Percent(axis.At(r.Value))})
	}
	if b.Limit > 0 {
		at := Percent(axis.At(b.Limit))
		l.Limit = &at
	}
	return draw("bars", l)
}
