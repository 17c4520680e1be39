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
	widths := g.widths()
	total := Width(g.Indent) + len(gap)*max(0, len(widths)-1)
	for _, w := range widths {
		total += w
	}
	return total
}

// Grid writes the rows of g.
func (s *Sheet) Grid(g Grid) {
	for _, line := range g.Lines() {
		s.Line(line...)
	}
}

// Lines returns the rows of g laid out, for Line.
func (g Grid) Lines() [][]Span {
	widths := g.widths()
	lines := make([][]Span, len(g.Rows))
	for i, row := range g.Rows {
		line := []Span{Plain.Of(g.Indent)}
		for j, cell := range row {
			fill := Plain.Of(strings.Repeat(" ", widths[j]-Width(Clean(cell.Text))))
			if j < len(g.Right) && g.Right[j] {
				line = append(line, fill, cell, Plain.Of(gap))
			} else {
				line = append(line, cell, fill, Plain.Of(gap))
			}
		}
		lines[i] = line
	}
	return lines
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
