package skintest

import (
	"slices"

	"tare/internal/report/model"
)

// reader collects what a skin should say of a document.
type reader struct {
	skin      Skin
	sentences []string
	told      map[string]bool
}

func (r *reader) shows(d model.Detail) bool { return d.Within(r.skin.Shows) }

func (r *reader) say(texts ...string) {
	for _, s := range texts {
		if s = squeeze(s); s != "" && !r.told[s] {
			r.told[s] = true
			r.sentences = append(r.sentences, s)
		}
	}
}

func (r *reader) text(texts ...model.Text) {
	for _, t := range texts {
		r.say(t.String())
	}
}

func (r *reader) lines(lines []model.Line) {
	for _, l := range lines {
		if r.shows(l.Detail) {
			r.say(l.Label)
			r.text(l.Text)
		}
	}
}

func (r *reader) document(doc model.Document) {
	if r.skin.Draws {
		r.say(doc.Title, doc.Command, doc.Tare)
	}
	for i, l := range doc.About {
		if i == 0 && !r.skin.Draws {
			l.Label = "" // it stands beside the title there
		}
		r.lines([]model.Line{l})
	}
	for _, c := range doc.Result {
		if r.shows(c.Detail) {
			r.say(c.Text)
		}
	}
	r.blocks(doc.Blocks)
	r.text(doc.Foot...)
}

func (r *reader) blocks(blocks []model.Block) {
	for _, b := range blocks {
		if r.shows(b.Level()) {
			r.block(b)
		}
	}
}

func (r *reader) block(b model.Block) {
	switch b := b.(type) {
	case model.Prose:
		r.prose(b)
	case model.Table:
		r.table(b)
	case model.Findings:
		r.findings(b)
	case model.Failures:
		for _, f := range b.List {
			r.say(f.Name, f.Text)
			r.say(f.Output...)
		}
		r.lines(b.Named)
	case model.Listing:
		r.say(b.Title)
		r.say(b.Lines...)
	case model.Facts:
		r.facts(b)
	case model.Section:
		r.text(b.Title, b.Result)
		r.text(b.Under...)
		r.blocks(b.Blocks)
	case model.Beside:
		r.blocks(b.Blocks)
	case model.Figure:
		r.figure(b)
	}
}

func (r *reader) prose(b model.Prose) {
	if slices.ContainsFunc(b.Lines, func(l model.Line) bool { return r.shows(l.Detail) }) {
		r.say(b.Title)
		r.lines(b.Lines)
	}
}

func (r *reader) findings(b model.Findings) {
	if len(b.List) == 0 && r.skin.Draws {
		r.say(b.None)
	}
	for _, f := range b.List {
		if r.shows(f.Detail) {
			r.say(f.Severity, f.ID)
			r.text(f.Text)
			r.lines(f.Lines)
		}
	}
}

func (r *reader) facts(b model.Facts) {
	for _, g := range b.Groups {
		for _, f := range g.Facts {
			if r.shows(f.Detail) {
				r.say(g.Title, f.Name, f.Flag)
				r.text(f.Value)
			}
		}
	}
	r.prose(b.Gaps)
}

func (r *reader) figure(b model.Figure) {
	if !r.skin.Draws {
		if b.Numbers != nil {
			r.block(*b.Numbers)
		}
		return
	}
	if b.Picture == nil {
		return
	}
	r.say(b.Caption)
	r.text(b.Notes...)
	r.key(b.Key)
}

func (r *reader) table(t model.Table) {
	rows := slices.DeleteFunc(slices.Clone(t.Rows), func(row model.Row) bool { return !r.shows(row.Detail) })
	if len(rows) == 0 {
		r.text(t.Empty)
		return
	}
	if r.skin.Draws {
		r.say(t.Title)
		r.key(t.Key)
	}
	for i, c := range t.Columns {
		if r.shows(c.Detail) && !(r.skin.Draws && c.Pictured) {
			r.column(t, i, rows)
		}
	}
	for _, row := range rows {
		r.say(row.Group)
		for _, n := range row.Notes {
			if r.shows(n.Detail) {
				r.text(model.Say(n.Text))
			}
		}
	}
	r.text(t.Under...)
}

// key is what marks mean, as far as a page draws them.
func (r *reader) key(keys []model.Key) {
	for _, k := range keys {
		if k.Class != "" || k.Mark.Text == "" {
			r.say(k.Text)
		}
	}
}

func (r *reader) column(t model.Table, i int, rows []model.Row) {
	c := t.Columns[i]
	r.say(c.Title)
	if t.Legends && !(r.skin.Draws && c.Wide) {
		r.say(c.Legend)
	}
	for _, row := range rows {
		cell := row.Cells[i]
		if cell.Fill == nil && !(r.skin.Draws && (c.Wide || cell.Picture != nil)) {
			r.text(cell.Text)
		}
		if r.skin.Draws {
			r.say(cell.Tip)
		}
	}
}
