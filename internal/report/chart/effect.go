package chart

import (
	"fmt"
	"html/template"
	"math"
)

// Effect is a change with its interval, for the cell of a table. Those of a column share
// their scale, on which 0 is no change, and an Effects below them.
type Effect struct {
	styled
	Class      string // picks its colour
	Label      string // all of it in one sentence; empty for one that is only seen
	Scale      Scale
	Lo, At, Hi float64 // on the scale; Lo and Hi are NaN without an interval
	Open       bool    // nothing is known of it for sure
	Floor      float64 // no change up to there, either way, is more than error; 0 when that is not known
}

// laidEffect is x in percent of the cell's width.
type laidEffect struct {
	Effect
	X1, X2, X   Coord
	Edge        int // 1 when the change lies right of the scale, −1 left, 0 on it
	Known       bool
	Left, Right bool // the interval goes on beyond the scale
	F1, FW      Coord
}

func (e Effect) lay() laidEffect {
	l := laidEffect{Effect: e, X: Percent(e.Scale.At(e.At)), Edge: e.Scale.Beyond(e.At), Known: !math.IsNaN(e.Lo) && !math.IsNaN(e.Hi)}
	if l.Known {
		l.X1, l.X2 = Percent(e.Scale.At(e.Lo)), Percent(e.Scale.At(e.Hi))
		l.Left, l.Right = e.Scale.Beyond(e.Lo) < 0, e.Scale.Beyond(e.Hi) > 0
	}
	if e.Floor > 0 {
		l.F1 = Percent(e.Scale.At(-e.Floor))
		l.FW = Percent(e.Scale.At(e.Floor)) - l.F1
	}
	return l
}

// Beyond reports whether a part of e does not show on its scale.
func (e Effect) Beyond() bool {
	l := e.lay()
	return l.Edge != 0 || l.Left || l.Right
}

// HTML implements model.Picture.
func (e Effect) HTML() template.HTML { return draw("effect", e.lay()) }

// Effects is the axis below a column of them, and the band of what does not matter behind.
type Effects struct {
	Fine, Coarse []Tick // of a wide column, and of a narrow one
	Lo, Zero, Hi Coord  // of the band, and no change
}

// HTML implements model.Picture.
func (e Effects) HTML() template.HTML { return draw("effects", e) }

// Look implements model.Styled.
func (e Effects) Look() (css, script string) {
	return fmt.Sprintf(":root { --lo: %s%%; --zero: %s%%; --hi: %s%%; }\n", e.Lo, e.Zero, e.Hi), ""
}
