package text

import (
	"strings"

	"tare/internal/report/plain"
)

// cell is what stands in one place of a grid.
type cell []span

func (c cell) width() int {
	w := 0
	for _, s := range c {
		w += plain.Width(plain.Clean(s.text))
	}
	return w
}

// grid is rows of aligned cells. Characters whose width depends on the terminal, such as
// arrows and blocks, belong into the last column, where they can push nothing out of line.
type grid struct {
	indent string
	right  []bool // which columns are aligned right
	rows   [][]cell
	last   cell // heading of what follows the columns
}

// Width returns how many columns of the terminal g takes.
func (g grid) Width() int {
	widths := g.widths()
	total := plain.Width(g.indent) + len(gap)*max(0, len(widths)-1)
	for _, w := range widths {
		total += w
	}
	return total
}

// lines returns the rows of g laid out, for Sheet.Line.
func (g grid) lines() [][]span {
	widths := g.widths()
	lines := make([][]span, len(g.rows))
	for i, row := range g.rows {
		line := []span{normal.Of(g.indent)}
		for j, c := range row {
			fill := normal.Of(strings.Repeat(" ", widths[j]-c.width()))
			if g.right[j] {
				line = append(append(append(line, fill), c...), normal.Of(gap))
			} else {
				line = append(append(line, c...), fill, normal.Of(gap))
			}
		}
		if i == 0 {
			line = append(line, g.last...)
		}
		lines[i] = line
	}
	return lines
}

func (g grid) widths() []int {
	var widths []int
	for _, row := range g.rows {
		for i, c := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], c.width())
		}
	}
	return widths
}
