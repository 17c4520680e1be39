package table

import (
	"strings"
	"unicode/utf8"
)

func (p *page) header(l layout) {
	p.cells(l, func(c column) (style, string) { return dim, c.title })
}

// row writes one benchmark: its main line, and before and after it what the
// layout moved to lines of their own.
func (p *page) row(l layout, r row) {
	if l.nameAbove {
		p.line(plain, nameCell(r))
	}
	p.cells(l, func(c column) (style, string) { return c.style, c.cell(r) })
	if pieces := belowLine(l, r); len(pieces) > 0 {
		p.fill(plain, gap+gap, pieces)
	}
}

// belowLine names each number, since no heading does, and leaves out items of
// the bill that are zero.
func belowLine(l layout, r row) []string {
	var pieces []string
	for _, c := range l.below {
		text := c.cell(r)
		if text == absent || c.kind == bill && text == nothing {
			continue
		}
		pieces = append(pieces, c.title+" "+text+",")
	}
	if last := len(pieces) - 1; last >= 0 {
		pieces[last] = strings.TrimSuffix(pieces[last], ",")
	}
	return pieces
}

// cells writes a line of the grid. Blanks wait for the next text, so that they
// stay unpainted and none trail the line.
func (p *page) cells(l layout, cell func(column) (style, string)) {
	var line, blanks strings.Builder
	if l.nameAbove {
		blanks.WriteString(gap)
	}
	for i, c := range l.columns {
		s, text := cell(c)
		fill := strings.Repeat(" ", l.widths[i]-utf8.RuneCountInString(text))
		if !c.left {
			blanks.WriteString(fill)
		}
		if text != "" {
			line.WriteString(blanks.String() + p.paint(s, text))
			blanks.Reset()
		}
		if c.left {
			blanks.WriteString(fill)
		}
		blanks.WriteString(gap)
	}
	p.line(plain, line.String())
}
