package page

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"tare/internal/report/model"
)

// table is a model.Table laid out: what stands under another column is in its cells.
type table struct {
	model.Table
	Overview bool
	Count    int // of rows, sums left out
	Heads    []head
	Groups   []group
	Feet     []model.Picture // one for each head; none when no column has one
	Notes    []note
	Legends  []head
}

// head is a column, with the title of the one below it.
type head struct {
	Title, Under, Legend string
	Class                string
	row                  bool // names the row
	chip, wide           bool
	column               int   // of the model
	under                []int // those that stand below it
	foot                 model.Picture
}

// group is the rows below a heading.
type group struct {
	Name string
	Rows []row
}

// row is one line; To is the section about it.
type row struct {
	Sum   bool
	To    string
	Cells []cell
}

// cell is one place of a row.
type cell struct {
	model.Cell
	Row   bool // names the row
	Under []cell
	Class string
	Key   string // what it is sorted by; empty for its text
	Chip  string // class of the chip that the text is
	Marks []note
}

// note is a footnote. Own is what the note of a row says beyond those of other rows.
type note struct {
	ID     string
	Number int
	Own    string
	model.Note
}

// Titled reports whether a column has a title.
func (t *table) Titled() bool {
	return slices.ContainsFunc(t.Heads, func(h head) bool { return h.Title != "" })
}

// table lays out t.
func (b *builder) table(t model.Table) *table {
	b.tables++
	made := &table{Table: t, Overview: t.ID == model.Overview, Heads: heads(t.Columns)}
	for _, h := range made.Heads {
		b.collect(h.foot)
		if h.foot != nil {
			made.Feet = make([]model.Picture, len(made.Heads))
		}
	}
	if made.Feet != nil {
		for i, h := range made.Heads {
			made.Feet[i] = h.foot
		}
	}
	if t.Legends {
		made.Legends = legends(t.Columns)
	}
	numbers := map[model.Note]int{}
	for i, r := range t.Rows {
		if i == 0 || r.Group != t.Rows[i-1].Group {
			made.Groups = append(made.Groups, group{Name: r.Group})
		}
		if !r.Sum {
			made.Count++
		}
		last := &made.Groups[len(made.Groups)-1]
		last.Rows = append(last.Rows, b.row(made, r, numbers))
	}
	return made
}

// heads are the columns that have room of their own on a page.
func heads(columns []model.Column) []head {
	var hs []head
	for i, c := range columns {
		if c.Pictured {
			continue
		}
		if c.Under && len(hs) > 0 {
			h := &hs[len(hs)-1]
			h.Under, h.under = strings.TrimSpace(h.Under+" "+c.Title), append(h.under, i)
			h.Legend = strings.TrimSpace(h.Legend + "\n" + labelled(c))
			continue
		}
		h := head{Title: c.Title, Legend: legendOf(c), row: c.Head, chip: c.Chip, wide: c.Wide, column: i, foot: c.Foot}
		h.Class = classOf(c)
		hs = append(hs, h)
	}
	return hs
}

func labelled(c model.Column) string {
	if c.Legend == "" {
		return ""
	}
	return c.Title + ": " + c.Legend
}

// classOf is l for what is aligned left, n for what a telephone has no room for, w for what
// takes the room that is left, t for sentences.
func classOf(c model.Column) string {
	var classes []string
	for _, one := range []struct {
		class string
		has   bool
	}{{"l", c.Left || c.Head || c.Wrap}, {"n", c.Narrow}, {"w", c.Wide}, {"t", c.Wrap}} {
		if one.has {
			classes = append(classes, one.class)
		}
	}
	return strings.Join(classes, " ")
}

func legends(columns []model.Column) []head {
	var hs []head
	for _, c := range columns {
		if legend := legendOf(c); legend != "" {
			hs = append(hs, head{Title: c.Title, Legend: legend})
		}
	}
	return hs
}

// legendOf is empty for pictures, which the key of the table explains.
func legendOf(c model.Column) string {
	if c.Wide {
		return ""
	}
	return c.Legend
}

func (b *builder) row(t *table, r model.Row, numbers map[model.Note]int) row {
	made := row{Sum: r.Sum, To: r.To, Cells: make([]cell, len(t.Heads))}
	named := max(0, slices.IndexFunc(t.Heads, func(h head) bool { return h.row }))
	for i, h := range t.Heads {
		c := cell{Cell: r.Cells[h.column], Row: h.row, Class: h.Class, Key: keyOf(r.Cells[h.column])}
		b.collect(c.Picture)
		for _, i := range h.under {
			if under := r.Cells[i]; len(under.Text) > 0 || under.Picture != nil {
				b.collect(under.Picture)
				c.Under = append(c.Under, cell{Cell: under})
			}
		}
		if h.wide && c.Picture == nil {
			c.Text = nil // it is that of a terminal
		}
		if h.chip && len(c.Text) > 0 {
			c.Chip = strings.TrimSpace("chip " + look(c.Text[0].Mood))
		}
		if i == named {
			c.Marks = b.marks(t, r.Notes, numbers)
		}
		made.Cells[i] = c
	}
	return made
}

// marks numbers the notes of a row; those that others have, too, have their number already.
// What rows do not have in common of a note is the tip of its mark.
func (b *builder) marks(t *table, notes []model.Note, numbers map[model.Note]int) []note {
	var marks []note
	for _, n := range notes {
		own := ""
		if n.Short != "" {
			own, n.Text, n.Short = n.Text, n.Short, ""
		}
		i, seen := numbers[n]
		if !seen {
			i = len(t.Notes)
			numbers[n] = i
			t.Notes = append(t.Notes, note{ID: fmt.Sprintf("t%dn%d", b.tables, i+1), Number: i + 1, Note: n})
		}
		mark := t.Notes[i]
		mark.Own = own
		if last := len(marks) - 1; last >= 0 && marks[last].Number == mark.Number {
			marks[last].Own += "\n" + own
			continue
		}
		marks = append(marks, mark)
	}
	return marks
}

// Words is the note as it is printed, what stands between backticks as code.
func (n note) Words() model.Text { return model.In(n.Mood, n.Text) }

// keyOf is a value that rows are sorted by, for the script; NaN sorts last. Its digits are
// enough to tell apart what rows print.
func keyOf(c model.Cell) string {
	switch {
	case c.Sort == nil:
		return ""
	case math.IsNaN(*c.Sort):
		return "NaN"
	}
	return strings.Replace(strconv.FormatFloat(*c.Sort, 'g', 7, 64), "e+", "e", 1) // a plus would be escaped
}
