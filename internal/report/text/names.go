package text

import (
	"strings"

	"tare/internal/report/model"
	"tare/internal/report/plain"
)

// leastTitle is the room that the title of a column of names takes.
const leastTitle = len("benchmark")

// folded is a column of names whose first parts stand over the rows that share them.
type folded struct {
	column   int
	over     [][]model.Text // lines over each row
	last     []model.Text   // what is left on its main line
	untitled bool           // there is no room for the title of the column
}

// fold takes what neighbours of one group have in common, up to the last slash, out of
// the names in a column.
func fold(rows []model.Row, column int) *folded {
	f := &folded{column: column, over: make([][]model.Text, len(rows)), last: make([]model.Text, len(rows))}
	same := func(i, j int) bool {
		return j >= 0 && j < len(rows) && rows[i].Group == rows[j].Group &&
			commonOf(rows[i].Cells[column].Text) == commonOf(rows[j].Cells[column].Text)
	}
	for i, r := range rows {
		name := r.Cells[column].Text
		common := commonOf(name)
		if common == "" || !same(i, i-1) && !same(i, i+1) {
			f.last[i] = name
			continue
		}
		first, last := cut(name, len(common))
		if !same(i, i-1) {
			f.over[i] = append(f.over[i], first)
		}
		f.last[i] = model.Joined(model.Lit(model.Plain, gap), last)
	}
	return f
}

// commonOf is the part of a name that its neighbours may share.
func commonOf(name model.Text) string {
	s := name.String()
	return s[:strings.LastIndexByte(s, '/')+1]
}

// cut splits t after n bytes.
func cut(t model.Text, n int) (before, after model.Text) {
	for _, s := range t {
		k := min(n, len(s.Text))
		n -= k
		if k > 0 {
			before = append(before, model.Span{Text: s.Text[:k], Mood: s.Mood})
		}
		if k < len(s.Text) {
			after = append(after, model.Span{Text: s.Text[k:], Mood: s.Mood})
		}
	}
	return before, after
}

// raise puts what is wider than room on lines of its own. Names are never cut, which could
// make rows indistinguishable.
func (f *folded) raise(room int) {
	f.untitled = room < leastTitle
	for i, name := range f.last {
		if plain.Width(plain.Clean(name.String())) > room {
			f.over[i] = append(f.over[i], name)
			f.last[i] = nil
		}
	}
}
