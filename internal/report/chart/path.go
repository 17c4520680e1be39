package chart

import (
	"math"
	"strconv"
)

// Path is the data of an SVG path with many points, each in seven bytes or so.
// Its x are thousandths of the plot's width and its y are px: it belongs into a
// viewBox of 1000 by the plot's height that is stretched over the plot, and its
// strokes must not scale.
type Path struct {
	data []byte
	x, y int64 // where the pen is
}

// Dot draws a line of no length, which the style sheet gives round or square
// ends; x in percent of the plot's width, y in px.
func (p *Path) Dot(x, y Coord) {
	p.to('m', x, y)
	p.data = append(p.data, "h0"...)
}

// Line draws a line from the point before, if there is one.
func (p *Path) Line(x, y Coord) {
	if len(p.data) == 0 {
		p.to('m', x, y)
		return
	}
	p.to('l', x, y)
}

// Rule draws a vertical line.
func (p *Path) Rule(x, top, bottom Coord) {
	p.to('m', x, top)
	p.to('l', x, bottom)
}

// to goes to a point, relative to the one before; the first m of a path is one
// from the origin.
func (p *Path) to(command byte, x, y Coord) {
	toX, toY := int64(math.Round(10*float64(x))), int64(math.Round(float64(y)))
	p.data = append(p.data, command)
	p.data = strconv.AppendInt(p.data, toX-p.x, 10)
	if toY >= p.y { // a minus separates, too
		p.data = append(p.data, ' ')
	}
	p.data = strconv.AppendInt(p.data, toY-p.y, 10)
	p.x, p.y = toX, toY
}

// String is the attribute d.
func (p *Path) String() string { return string(p.data) }
