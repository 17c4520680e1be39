package chart

import "html/template"

// Stack is the parts of a whole, side by side.
type Stack struct {
	styled
	Label string // all of it in one sentence
	Parts []Part
	Mark  *Mark // nil for none
	Small bool  // for the cell of a table: without words
}

// Part is a stretch of a stack.
type Part struct {
	Class string  // picks its colour
	Name  string  // stands on it where there is room
	Width float64 // as a fraction of the plot's
	Tip   string
}

// Mark says how far something reaches from the left.
type Mark struct {
	At    float64 // as a fraction of the plot's width
	Text  string
	Known bool // there is more than the text
}

// segment is a part with its place: x in percent of the plot's width.
type segment struct {
	X, Width Coord
	Class    string
	Text     string // empty where there is no room
	TextX    Coord
	Tip      string
}

// laidStack is a stack with the places of its parts.
type laidStack struct {
	Label    string
	Segments []segment
	Mark     *laidMark
}

type laidMark struct {
	At, TextX    Coord
	Text, Anchor string
	Known        bool
}

// HTML implements model.Picture.
func (s Stack) HTML() template.HTML {
	l := laidStack{Label: s.Label, Segments: segments(s.Parts), Mark: s.Mark.lay()}
	if s.Small {
		return draw("smallStack", l)
	}
	return draw("stack", l)
}

func segments(parts []Part) []segment {
	var all []segment
	at := 0.0
	for _, p := range parts {
		s := segment{X: Percent(at), Width: Percent(p.Width), Class: p.Class, Tip: p.Tip, TextX: Percent(at + p.Width/2)}
		if textWidth(p.Name)+10 <= p.Width*NarrowPlot {
			s.Text = p.Name
		}
		all = append(all, s)
		at += p.Width
	}
	return all
}

// lay puts the text before the mark, or where that has no room, at the left.
func (m *Mark) lay() *laidMark {
	if m == nil {
		return nil
	}
	at := min(max(m.At, 0), 1)
	l := &laidMark{At: Percent(at), TextX: Percent(at), Text: m.Text, Anchor: "end", Known: m.Known}
	if !m.Known || textWidth(m.Text) > at*NarrowPlot {
		l.Anchor, l.TextX = "start", 0
	}
	return l
}
