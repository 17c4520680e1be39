package markdown

import (
	"slices"
	"strings"

	"tare/internal/report/model"
	"tare/internal/report/plain"
)

// table draws t, each group of rows as a table of its own, with its footnotes.
func (p *printer) table(t model.Table, titled bool) {
	if titled && t.Title != "" && t.ID != model.Overview && len(t.Rows) > 0 {
		p.paragraph("**" + escape(t.Title) + "**")
	}
	if len(t.Rows) == 0 {
		p.paragraph(inline(t.Empty))
	}
	var notes []model.Note
	for rows := t.Rows; len(rows) > 0; {
		n := 1
		for n < len(rows) && rows[n].Group == rows[0].Group {
			n++
		}
		if group := rows[0].Group; group != "" {
			p.paragraph(code(group))
		}
		notes = p.rows(t.Columns, rows[:n], notes)
		rows = rows[n:]
	}
	texts := make([]string, len(notes))
	for i, n := range notes {
		texts[i] = plain.Superscript(i+1) + " " + inline(model.In(quieted(n.Mood), n.Text))
	}
	p.list(texts...)
	for _, text := range t.Under {
		p.paragraph(inline(text))
	}
	if t.Legends {
		for _, c := range t.Columns {
			if c.Legend != "" {
				p.legends = append(p.legends, escape(c.Title)+": "+escape(c.Legend))
			}
		}
	}
}

// quieted is the mood of a footnote: the verdict that it stands at is bold already.
func quieted(m model.Mood) model.Mood {
	if m == model.Good || m == model.Bad {
		return model.Plain
	}
	return m
}

// rows draws those of one group, and returns the notes so far with those of them. What
// stands below a column elsewhere stands behind it in the same cell.
func (p *printer) rows(columns []model.Column, rows []model.Row, notes []model.Note) []model.Note {
	grid := make([][]string, 1+len(rows))
	var right []int
	last := 0 // column that everybody wants: the place of marks
	for i, c := range columns {
		if !c.Within(model.Verbose) || !slices.ContainsFunc(rows, func(r model.Row) bool { return len(r.Cells[i].Text) > 0 }) {
			continue
		}
		if here := len(grid[0]) - 1; c.Under && here >= 0 {
			for n, r := range rows {
				grid[n+1][here] = both(grid[n+1][here], inline(r.Cells[i].Text))
			}
			continue
		}
		if c.Level() != model.Verbose {
			last = len(grid[0])
		}
		if !c.Left {
			right = append(right, len(grid[0]))
		}
		grid[0] = append(grid[0], escape(c.Title))
		for n, r := range rows {
			grid[n+1] = append(grid[n+1], cell(c, r, r.Cells[i]))
		}
	}
	for n, r := range rows {
		var marks string
		if marks, notes = marked(r, notes); marks != "" {
			grid[n+1][last] = both(grid[n+1][last], marks)
		}
	}
	p.document.table(grid[0], grid[1:], right...)
	return notes
}

// cell is what stands in a column; a name that is not one of ours is code.
func cell(c model.Column, r model.Row, of model.Cell) string {
	if text := of.Text.String(); c.Head && !r.Sum && text != "" {
		return code(text)
	}
	return inline(of.Text)
}

// marked returns the marks of the notes of r, and all notes with those that are new.
func marked(r model.Row, notes []model.Note) (string, []model.Note) {
	var marks []string
	for _, n := range r.Notes {
		if !n.Within(model.Verbose) {
			continue
		}
		i := slices.Index(notes, n)
		if i < 0 {
			i = len(notes)
			notes = append(notes, n)
		}
		marks = append(marks, plain.Superscript(i+1))
	}
	return strings.Join(marks, " "), notes
}
