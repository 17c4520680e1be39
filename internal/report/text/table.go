package text

import (
	"slices"
	"strings"

	"tare/internal/report/model"
	"tare/internal/report/sheet"
	"tare/internal/report/wording"
)

// gap separates columns, and indents what belongs to the line above.
const gap = "  "

// table draws t as it fits, with its footnotes.
func (p *printer) table(t model.Table) {
	rows := p.rows(t)
	if len(rows) == 0 {
		if len(t.Empty) > 0 {
			p.Blank()
			p.Item(nil, spans(t.Empty)...)
		}
		return
	}
	notes := footnotes{asked: p.asked}
	marks := notes.choose(rows)
	l := p.fit(t, rows, marks)
	lines := l.grid(rows, marks)
	if t.Title != "" {
		p.Heading(t.Title)
	}
	for i, r := range rows {
		if i == 0 || r.Group != rows[i-1].Group {
			p.group(r.Group, t.Title != "" && i == 0)
			p.Line(lines[0]...)
		}
		p.row(l, r, lines[i+1])
	}
	if t.Legends {
		p.legends = append(p.legends, l.legends()...)
	}
	notes.write(p)
}

// rows returns those to show; their cells may be written to.
func (p *printer) rows(t model.Table) []model.Row {
	var rows []model.Row
	for _, r := range t.Rows {
		if p.shows(r.Detail) {
			r.Cells = slices.Clone(r.Cells)
			rows = append(rows, r)
		}
	}
	return rows
}

func (p *printer) group(name string, titled bool) {
	switch {
	case name != "":
		p.Heading(name)
	case !titled:
		p.Blank()
	}
}

// layout says which columns of a table, by index, go where.
type layout struct {
	table              model.Table
	main, below, above []int
}

// fit puts all columns on the main line if they fit, else takes the first move that makes
// them fit, else the last.
func (p *printer) fit(t model.Table, rows []model.Row, marks []string) (l layout) {
	for _, m := range append([]model.Move{{}}, t.Moves...) {
		l = layout{table: t}
		for i, c := range t.Columns {
			switch {
			case !p.showsColumn(c) || slices.Contains(m.Drop, c.Kind):
			case slices.Contains(m.Above, c.Kind):
				l.above = append(l.above, i)
			case !slices.Contains(m.Below, c.Kind):
				l.main = append(l.main, i)
			}
		}
		for _, kind := range m.Below {
			for i, c := range t.Columns {
				if c.Kind == kind && p.showsColumn(c) {
					l.below = append(l.below, i)
				}
			}
		}
		l.fill(rows, marks, p.Width())
		if l.width(rows, marks) <= p.Width() {
			break
		}
	}
	return l
}

// showsColumn reports whether a column is shown: a table that -q leaves has all those that
// it has without it.
func (p *printer) showsColumn(c model.Column) bool {
	return p.shows(c.Detail) || c.Level() == model.Normal
}

// fill draws the cells that take the room that is left.
func (l layout) fill(rows []model.Row, marks []string, width int) {
	for _, r := range rows {
		for _, i := range l.main {
			if r.Cells[i].Fill != nil {
				r.Cells[i].Text = nil
			}
		}
	}
	left := min(width, usualWidth) - l.width(rows, marks)
	for _, r := range rows {
		for _, i := range l.main {
			if fill := r.Cells[i].Fill; fill != nil {
				r.Cells[i].Text = fill(max(left, leastFill))
			}
		}
	}
}

// usualWidth is that of a terminal that does not say, and leastFill that of a drawing that
// can still be read.
const (
	usualWidth = 120
	leastFill  = 20
)

func (l layout) width(rows []model.Row, marks []string) int {
	g := l.cells(rows, marks)
	return g.Width()
}

// grid returns the heading, and after it the main lines of rows.
func (l layout) grid(rows []model.Row, marks []string) [][]sheet.Span {
	return l.cells(rows, marks).lines()
}

func (l layout) cells(rows []model.Row, marks []string) grid {
	g := grid{rows: make([][]cell, 1+len(rows))}
	if len(l.above) > 0 {
		g.indent = gap
	}
	for _, i := range l.main {
		c := l.table.Columns[i]
		g.right = append(g.right, !c.Left)
		g.rows[0] = append(g.rows[0], cell{sheet.Dim.Of(c.Title)})
		for n, r := range rows {
			g.rows[n+1] = append(g.rows[n+1], spans(r.Cells[i].Text))
		}
	}
	for n, mark := range marks {
		if mark != "" {
			g.rows[n+1] = append(g.rows[n+1], cell{sheet.Plain.Of(mark)})
		}
	}
	g.right = append(g.right, false)
	return g
}

// row writes r, whose main line is line, with what l put above and below it.
func (p *printer) row(l layout, r model.Row, line []sheet.Span) {
	for _, i := range l.above {
		if text := r.Cells[i].Text; len(text) > 0 {
			p.Line(spans(text)...)
		}
	}
	p.Line(line...)
	var pieces []sheet.Span
	for _, i := range l.below {
		if text := below(l.table.Columns[i], r.Cells[i]); text != "" {
			pieces = append(pieces, sheet.Plain.Of(text+","))
		}
	}
	if last := len(pieces) - 1; last >= 0 {
		pieces[last].Text = strings.TrimSuffix(pieces[last].Text, ",")
		p.Pieces([]sheet.Span{sheet.Plain.Of(gap + gap)}, pieces...)
	}
}

// below names a number, since no heading does.
func below(c model.Column, of model.Cell) string {
	switch {
	case of.Trivial:
		return ""
	case of.Below != "":
		return of.Below
	}
	if text := of.Text.String(); text != "" && text != wording.None {
		return strings.TrimSpace(c.Title + " " + text)
	}
	return ""
}

func (l layout) legends() []legend {
	var all []legend
	for _, i := range slices.Concat(l.above, l.main, l.below) {
		if c := l.table.Columns[i]; c.Legend != "" {
			all = append(all, legend{c.Title, c.Legend})
		}
	}
	return all
}
