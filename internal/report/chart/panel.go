package chart

import (
	"cmp"
	"slices"

	"tare/internal/record"
	"tare/internal/report/wording"
)

// Panel is one y axis over rounds, with what stands on it.
type Panel struct {
	Title  string // above it; may be empty
	Height Coord  // px
	Scale  Scale
	// Axis returns about n ticks, as fractions of the scale from its low end.
	Axis    func(n int) (at []float64, labels []string)
	Margin  float64 // the half of a band around a line at zero; 0 for neither
	Centers []Center
	Series  []Series
	Line    []Dot // joined: how something went on
}

// Center is an estimate across a panel. At most two centers keep their labels apart.
type Center struct {
	Class, Name, Value string
	Estimate           record.Estimate
}

// Series is dots of one look.
type Series struct {
	Class  string
	Square bool
	Hollow bool // what does not count
	Ring   bool // what stands out
	Dots   []Dot
}

// Dot is a value Y of round X.
type Dot struct{ X, Y float64 }

// tickGap is the room between an axis and its labels, in px.
const tickGap = 8

// laidPanel is a panel with its place.
type laidPanel struct {
	Panel
	Top, Bottom Coord
	Ticks       []Tick
	Around      *band // the margin
	Bands       []band
	Labels      []centerLabel
	Drawn       []path
	Curve       string
	Edges       []edge
}

// band is an interval with its center.
type band struct {
	Class          string
	Y, Height, Mid Coord
	Interval       bool // false when there is only the center
}

// centerLabel names a center in the right gutter.
type centerLabel struct {
	Y                  Coord
	Class, Name, Value string
}

// path is the dots of a series.
type path struct {
	Class        string
	Hollow, Ring bool
	Data         string
}

// edge is a mark for a value beyond the axis: 1 above, −1 below.
type edge struct {
	Class string
	X, Y  Coord
	Edge  int
}

// lay gives p its place from y = top down, over rounds on the scale x.
func (p Panel) lay(top Coord, x Scale) *laidPanel {
	l := &laidPanel{Panel: p, Top: top, Bottom: top + p.Height}
	at, labels := p.Axis(max(2, int(p.Height)/36))
	for i := range at {
		l.Ticks = append(l.Ticks, Tick{l.at(at[i]), labels[i]})
	}
	if p.Margin > 0 {
		l.Around = &band{Y: l.y(p.Margin), Height: l.y(-p.Margin) - l.y(p.Margin), Mid: l.y(0)}
	}
	for _, c := range p.Centers {
		l.center(c)
	}
	l.spreadLabels()
	for _, s := range p.Series {
		l.dots(s, x)
	}
	var line Path
	for _, d := range p.Line {
		line.Line(Percent(x.At(d.X)), l.y(d.Y))
	}
	l.Curve = line.String()
	return l
}

// y returns the position of a value, at the edge for one beyond it.
func (l *laidPanel) y(v float64) Coord { return l.at(l.Scale.At(v)) }

func (l *laidPanel) at(fraction float64) Coord {
	return l.Bottom - Coord(fraction)*(l.Bottom-l.Top)
}

// center draws an estimate and labels it with its value and, in a second line, its name.
// One without a center draws nothing.
func (l *laidPanel) center(c Center) {
	e := c.Estimate
	if !wording.HasCenter(e) {
		return
	}
	b := band{Class: c.Class, Mid: l.y(e.Center)}
	if wording.HasInterval(e) {
		b.Interval = true
		b.Y = l.y(e.Hi)
		b.Height = l.y(e.Lo) - b.Y
	}
	l.Bands = append(l.Bands, b)
	l.Labels = append(l.Labels, centerLabel{Y: b.Mid, Class: c.Class, Name: c.Name, Value: c.Value})
}

// spreadLabels moves the labels of neighbouring centers apart, so that their two lines
// never meet.
func (l *laidPanel) spreadLabels() {
	if len(l.Labels) < 2 {
		return
	}
	slices.SortFunc(l.Labels, func(a, b centerLabel) int { return cmp.Compare(a.Y, b.Y) })
	upper, lower := &l.Labels[0], &l.Labels[1]
	const apart = 2*lineHeight + 4
	if lack := apart - (lower.Y - upper.Y); lack > 0 {
		upper.Y = max(upper.Y-lack/2, l.Top)
		lower.Y = upper.Y + apart
	}
}

// dots draws a series as one path, and marks at the edge for what lies beyond.
func (l *laidPanel) dots(s Series, x Scale) {
	class := s.Class
	if s.Square {
		class += " square"
	}
	var p Path
	for _, d := range s.Dots {
		if beyond := l.Scale.Beyond(d.Y); beyond != 0 {
			mark := edge{class, Percent(x.At(d.X)), l.y(d.Y), beyond}
			if s.Hollow {
				mark.Class += " hollow"
			}
			l.Edges = append(l.Edges, mark)
			continue
		}
		p.Dot(Percent(x.At(d.X)), l.y(d.Y))
	}
	if data := p.String(); data != "" {
		l.Drawn = append(l.Drawn, path{class, s.Hollow, s.Ring, data})
	}
}

// gutters returns the widths in px that the labels on the left and on the right need.
func (l *laidPanel) gutters() (left, right Coord) {
	for _, t := range l.Ticks {
		left = max(left, Coord(textWidth(t.Label)+tickGap))
	}
	for _, c := range l.Labels {
		right = max(right, Coord(max(textWidth(c.Name), textWidth(c.Value))+tickGap))
	}
	return left, right
}
