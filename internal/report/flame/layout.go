package flame

import (
	"math"

	"tare/internal/record"
)

// The size of a graph. Positions along x are percentages, so that it is as wide
// as its page; what would be invisible on a page of the usual width is left out.
const (
	rowHeight = 17               // px, with the gap to the next row
	maxRows   = 256              // Go keeps the innermost 64 calls of a sample (runtime.maxCPUProfStack), and what was inlined in them
	leastX    = 0.5 / 1200 * 100 // percent
	labelled  = 2                // percent: room for three letters; flame.js knows it too
)

// Box is a function below its callers: x in percent of the graph, y in px.
type Box struct {
	X, Width float64
	Y        int
	Class    string // its colour in the style sheet
	Label    string // its name, as short as can be; empty where there is no room
	Tip      string
}

// sized is a frame with its width in ns per op: that of its children, and the
// larger of both sides' own time. So nothing that either side did is lost, and
// children always have room below their parent, however times moved among them.
type sized struct {
	record.Frame
	width    float64
	children []sized
}

func measure(f record.Frame) sized {
	s := sized{Frame: f}
	s.Old, s.New = sound(f.Old), sound(f.New)
	own := [2]float64{s.Old, s.New}
	for _, child := range f.Children {
		c := measure(child)
		s.width += c.width
		own[0] -= c.Old
		own[1] -= c.New
		s.children = append(s.children, c)
	}
	s.width += max(0, own[0], own[1])
	return s
}

// sound is a time, 0 for what is none.
func sound(ns float64) float64 {
	if !(ns > 0) || math.IsInf(ns, 0) {
		return 0
	}
	return ns
}

// layout places boxes, callers above callees.
type layout struct {
	look  look
	scale float64 // percent per ns
	boxes []Box
	rows  int
	cut   bool
}

// place puts s and what is below it at x, in percent.
func (l *layout) place(s sized, x float64, row int) {
	width := s.width * l.scale
	if width < leastX {
		return
	}
	if row == maxRows {
		l.cut = true
		return
	}
	l.rows = max(l.rows, row+1)
	box := Box{X: x, Width: width, Y: row * rowHeight, Class: l.look.class(s.Name), Tip: l.look.tip(s.Name, s.Old, s.New)}
	if width >= labelled {
		box.Label = label(s.Name)
	}
	l.boxes = append(l.boxes, box)
	for _, c := range s.children {
		l.place(c, x, row+1)
		x += c.width * l.scale
	}
}
