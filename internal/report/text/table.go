package text

import (
	"slices"
	"strings"

	"tare/internal/report/model"
	"tare/internal/report/plain"
	"tare/internal/report/wording"
)

// gap separates columns, and indents what belongs to the line above.
const gap = "  "

// table draws t as it fits, with its footnotes.
func (p *printer) table(t model.Table) {
	if t.ID == model.Overview {
		t.Title = "" // a terminal begins with it
	}
	rows := p.rows(t)
	if len(rows) == 0 {
		if len(t.Empty) > 0 {
			p.apart()
			p.Flow(nil, spans(t.Empty)...)
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
			if l.titled() {
				p.Line(lines[0]...)
			}
		}
		if l.names != nil {
			for _, text := range l.names.over[i] {
				p.Line(spans(text)...)
			}
		}
		p.row(l, r, lines[i+1])
	}
	if t.Legends {
		p.legends = append(p.legends, l.legends()...)
	}
	for _, k := range t.Key {
		if k.Mark.Text != "" && !slices.Contains(p.keys, k) {
			p.keys = append(p.keys, k)
		}
	}
	notes.write(p)
	l.sayWhatIsSpared(p, rows)
	if left := len(t.Rows) - len(rows); left > 0 && t.Noun != "" {
		p.Flow(nil, spans(model.More(left, t.Noun))...)
	}
	for _, text := range t.Under {
		p.Flow(nil, spans(text)...)
	}
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
		p.apart()
	}
}

// layout says which columns of a table, by index, go where.
type layout struct {
	table             model.Table
	main, below, wrap []int
	spared            []int   // are not shown for want of room
	names             *folded // what stands for the cells of one of main; nil for these themselves
}

// titled reports whether the main line has a heading.
func (l layout) titled() bool {
	return slices.ContainsFunc(slices.Concat(l.main, l.wrap), func(i int) bool { return l.table.Columns[i].Title != "" })
}

// fit puts all columns on the main line if they fit, else takes the first move that makes
// them fit, else the last. A line that has no room for any name does not fit.
func (p *printer) fit(t model.Table, rows []model.Row, marks []string) (l layout) {
	for _, m := range append([]model.Move{{}}, t.Moves...) {
		l = p.layout(t, m, rows)
		l.fill(rows, marks, 0)
		if len(m.Above) > 0 {
			l.names.raise(p.width - l.rest(rows, marks))
		}
		l.fill(rows, marks, p.width)
		if l.width(rows, marks) <= p.width && (l.names == nil || !l.names.untitled) {
			break
		}
	}
	return l
}

// layout puts the columns of t where m wants them.
func (p *printer) layout(t model.Table, m model.Move, rows []model.Row) layout {
	l := layout{table: t}
	for i, c := range t.Columns {
		switch {
		case !p.column(c) || slices.Contains(m.Drop, c.Kind):
		case c.Wrap:
			l.wrap = append(l.wrap, i)
		case !slices.Contains(m.Below, c.Kind):
			l.main = append(l.main, i)
		}
		if slices.Contains(m.Fold, c.Kind) || slices.Contains(m.Above, c.Kind) {
			l.names = fold(rows, i)
		}
	}
	for _, kind := range m.Below {
		for i, c := range t.Columns {
			switch {
			case c.Kind != kind || !p.column(c):
			case c.Spare && !p.shows(model.Verbose):
				l.spared = append(l.spared, i)
				fallthrough
			default:
				l.below = append(l.below, i)
			}
		}
	}
	return l
}

// column reports whether c is shown: whoever asks for little gets fewer rows, not less of
// each.
func (p *printer) column(c model.Column) bool {
	return c.Detail == model.Normal || p.shows(c.Detail)
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

// usualWidth is that of a terminal that does not say, leastFill that of a drawing that can
// still be read, and leastWrap the room for a few words.
const (
	usualWidth = 120
	leastFill  = 20
	leastWrap  = 20
)

func (l layout) width(rows []model.Row, marks []string) int {
	width := l.cells(rows, marks).Width()
	longest := 0
	for _, r := range rows {
		for _, i := range l.wrap {
			longest = max(longest, plain.Width(r.Cells[i].Text.String()))
		}
	}
	return width + min(longest, leastWrap)
}

// rest is the width that all but the names take.
func (l layout) rest(rows []model.Row, marks []string) int {
	g := l.cells(rows, marks)
	return g.Width() - g.widths()[slices.Index(l.main, l.names.column)]
}

// grid returns the heading, and after it the main lines of rows.
func (l layout) grid(rows []model.Row, marks []string) [][]span {
	return l.cells(rows, marks).lines()
}

func (l layout) cells(rows []model.Row, marks []string) grid {
	g := grid{rows: make([][]cell, 1+len(rows))}
	if len(l.wrap) > 0 {
		g.last = cell{dim.Of(l.table.Columns[l.wrap[0]].Title)}
	}
	for _, i := range l.main {
		c := l.table.Columns[i]
		g.right = append(g.right, !c.Left)
		named := l.names != nil && l.names.column == i
		if named && l.names.untitled {
			c.Title = ""
		}
		g.rows[0] = append(g.rows[0], cell{dim.Of(c.Title)})
		for n, r := range rows {
			text := r.Cells[i].Text
			if named {
				text = l.names.last[n]
			}
			g.rows[n+1] = append(g.rows[n+1], spans(text))
		}
	}
	for n, mark := range marks {
		if mark != "" {
			g.rows[n+1] = append(g.rows[n+1], cell{normal.Of(mark)})
		}
	}
	g.right = append(g.right, false)
	return g
}

// row writes r, whose main line is line, with what l put below it.
func (p *printer) row(l layout, r model.Row, line []span) {
	p.sentences(l, r, line)
	var pieces []span
	for _, i := range l.below {
		if slices.Contains(l.spared, i) && !r.Cells[i].Kept {
			continue
		}
		if text := below(l.table.Columns[i], r.Cells[i]); text != "" {
			pieces = append(pieces, normal.Of(text+","))
		}
	}
	if last := len(pieces) - 1; last >= 0 {
		pieces[last].text = strings.TrimSuffix(pieces[last].text, ",")
		p.Pieces([]span{normal.Of(gap + gap)}, pieces...)
	}
}

// sentences writes the main line of r with what wraps behind it, and what belongs below that.
func (p *printer) sentences(l layout, r model.Row, line []span) {
	if len(l.wrap) == 0 {
		p.Line(line...)
		return
	}
	for n, i := range l.wrap {
		switch text := spans(r.Cells[i].Text); {
		case n == 0:
			p.Flow(line, text...)
			line = []span{normal.Of(strings.Repeat(" ", cell(line).width()))}
		case len(text) > 0:
			p.Flow(line, text...)
		}
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

// sayWhatIsSpared writes what stands for columns that have no room.
func (l layout) sayWhatIsSpared(p *printer, rows []model.Row) {
	for _, i := range l.spared {
		missed := slices.ContainsFunc(rows, func(r model.Row) bool { return len(r.Cells[i].Text) > 0 && !r.Cells[i].Kept })
		if text := l.table.Columns[i].Spared; len(text) > 0 && missed {
			p.Flow(nil, spans(text)...)
		}
	}
}

func (l layout) legends() []legend {
	var all []legend
	for _, i := range slices.Concat(l.main, l.below) {
		if c := l.table.Columns[i]; c.Legend != "" {
			all = append(all, legend{c.Title, c.Legend})
		}
	}
	return all
}
