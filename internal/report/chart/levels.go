package chart

import (
	_ "embed"
	"html/template"
	"math"
)

// Levels is estimates with their intervals, side by side in categories.
type Levels struct {
	styled
	Label  string // what it shows, for those who do not see it
	Height Coord  // of the plot, px
	Scale  Scale
	Units  []Unit // of the y axis
	Levels []Level
	Across float64 // a line across all, at what they are held against; NaN for none
}

// Level is one category.
type Level struct {
	Name, Tip  string
	Class      string  // picks its colour
	Lo, At, Hi float64 // on the scale; At is NaN without a value, Lo and Hi without an interval
	Hollow     bool    // it no longer took part
	Joined     bool    // it has a place in an order: a line leads to the next one that has
	Mark       string  // a word above it
}

//go:embed levels.tmpl
var levelsTemplate string

// Sizes of the picture in px, and the letters of a name.
const (
	levelsTop = 18 // for the words above intervals
	levelName = 14
)

// laidLevel is x in percent and y in px.
type laidLevel struct {
	Level
	X, Width, Mid      Coord
	Y1, Y, Y2, MarkY   Coord
	Known, Interval    bool
	Shown              string // of its name
	NameY, Top, Bottom Coord
}

// HTML implements model.Picture.
func (l Levels) HTML() template.HTML {
	bottom := levelsTop + l.Height
	drawn := struct {
		Levels
		Left, Bottom, Whole Coord
		Ticks               []Tick
		Laid                []laidLevel
		Curve               string
		Held                *Coord
	}{Levels: l, Bottom: bottom}
	at, labels := l.Scale.Axis(max(2, int(l.Height)/36), l.Units)
	for i := range at {
		drawn.Ticks = append(drawn.Ticks, Tick{bottom - Coord(at[i])*l.Height, labels[i]})
	}
	lines := l.lines()
	drawn.Left, drawn.Whole = Coord(Widest(labels)+tickGap), bottom+axisHeight+Coord(lines-1)*lineHeight
	var curve Path
	for i := range l.Levels {
		laid := l.lay(i, lines)
		drawn.Laid = append(drawn.Laid, laid)
		if laid.Known && laid.Joined {
			curve.Line(laid.Mid, laid.Y)
		}
	}
	drawn.Curve = curve.String()
	if !math.IsNaN(l.Across) {
		y := l.y(l.Across)
		drawn.Held = &y
	}
	return draw("levels", drawn)
}

// lines is over how many lines names are spread, so that neighbours keep apart.
func (l Levels) lines() int {
	var names []string
	for _, one := range l.Levels {
		names = append(names, cut(one.Name, levelName))
	}
	return max(1, int(math.Ceil((Widest(names)+6)*float64(len(names))/NarrowPlot)))
}

func (l Levels) y(v float64) Coord { return levelsTop + Coord(1-l.Scale.At(v))*l.Height }

func (l Levels) lay(i, lines int) laidLevel {
	one, width := l.Levels[i], Percent(1/float64(len(l.Levels)))
	bottom := levelsTop + l.Height
	laid := laidLevel{Level: one, X: Coord(i) * width, Width: width, Mid: (Coord(i) + 0.5) * width, Known: !math.IsNaN(one.At),
		Shown: cut(one.Name, levelName), NameY: bottom + 15 + Coord(i%lines)*lineHeight, Top: levelsTop, Bottom: bottom}
	if laid.Interval = laid.Known && !math.IsNaN(one.Lo) && !math.IsNaN(one.Hi); laid.Interval {
		laid.Y1, laid.Y2 = l.y(one.Hi), l.y(one.Lo)
	}
	if laid.Known {
		laid.Y = l.y(one.At)
		laid.MarkY = laid.Y - 8
		if laid.Interval {
			laid.MarkY = min(laid.MarkY, laid.Y1-5)
		}
	}
	return laid
}
