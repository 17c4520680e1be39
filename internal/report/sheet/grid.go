package sheet

import "strings"

// gap separates the columns of a grid.
const gap = "  "

// Grid is rows of aligned cells. Characters whose width depends on the
// terminal, such as arrows and blocks, belong into the last column, where they
// can push nothing out of line.
type Grid struct {
	Indent string
	Right  []bool // which columns are aligned right
	Rows   [][]Span
}

// Width returns how many columns of the terminal g takes.
func (g Grid) Width() int {
	widest := 0
	widths := g.widths()
	for _, row := range g.Rows {
		w := Width(g.Indent) + len(gap)*(len(row)-1)
		for i := range row {
			if i == len(row)-1 {
				w += Width(Clean(row[i].Text))
			} else {
				w += widths[i]
			}
		}
		widest = max(widest, w)
	}
	return widest
}

// Grid writes the rows of g.
func (s *Sheet) Grid(g Grid) {
	widths := g.widths()
	for _, row := range g.Rows {
		line := []Span{Plain.Of(g.Indent)}
		for i, cell := range row {
			fill := Plain.Of(strings.Repeat(" ", widths[i]-Width(Clean(cell.Text))))
			if i < len(g.Right) && g.Right[i] {
				line = append(line, fill, cell, Plain.Of(gap))
			} else {
				line = append(line, cell, fill, Plain.Of(gap))
			}
		}
		s.Line(line...)
	}
}

func (g Grid) widths() []int {
	var widths []int
	for _, row := range g.Rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], Width(Clean(cell.Text)))
		}
	}
	return widths
}
