package checkup

import (
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/report/sheet"
)

// capacity writes what a Go program gets: every limit, one under the other,
// and what follows from them.
func (r report) capacity(c record.Checkup) {
	r.Heading("What a Go program gets here")
	rs := rungs(c)
	r.ladder(rs)
	for _, g := range gaps(rs) {
		r.Item([]sheet.Span{sheet.Yellow.Of("  ? ")}, sheet.Plain.Of(strings.Join(g.What, ", ")+": "+g.Why))
	}
	if c.Capacity.Hidden != "" {
		r.Item([]sheet.Span{sheet.Yellow.Of("  ? ")}, sheet.Plain.Of("A tighter limit may be hidden: "+c.Capacity.Hidden))
	}
	r.Blank()
	for _, a := range answers(c.Capacity) {
		r.Item([]sheet.Span{sheet.Plain.Of("  " + sheet.Pad(a.Name, len("GOMAXPROCS")+2))}, a.spans()...)
	}
}

// Control groups are called after hashes: their names are cut to what there is
// room for, within these bounds.
const longName, shortName = 32, 16

// ladder writes rs as a grid, or where that is too wide, each in a sentence.
func (r report) ladder(rs []rung) {
	shown := columnsOf(rs)
	for longest := longName; longest >= shortName; longest-- {
		if g := gridOf(rs, shown, longest); g.Width() <= r.Width() {
			r.Grid(g)
			return
		}
	}
	for _, rung := range rs {
		r.Item([]sheet.Span{sheet.Plain.Of("  ")}, sentence(rung, shown)...)
	}
}

// columnsOf returns the columns in which any of rs has something to say.
func columnsOf(rs []rung) []column {
	return slices.DeleteFunc(slices.Clone(rungColumns), func(c column) bool {
		return !slices.ContainsFunc(rs, func(r rung) bool { return c.of(r).Text != "" && c.of(r).Text != cannot })
	})
}

func gridOf(rs []rung, shown []column, longest int) sheet.Grid {
	g := sheet.Grid{Indent: "  ", Right: []bool{false}, Rows: [][]sheet.Span{{{}}}}
	for _, c := range shown {
		g.Right = append(g.Right, true)
		g.Rows[0] = append(g.Rows[0], sheet.Dim.Of(c.Title))
	}
	for _, rung := range rs {
		row := []sheet.Span{sheet.Plain.Of(sheet.Shorten(rung.Name, longest))}
		for _, c := range shown {
			row = append(row, cell(rung, c))
		}
		g.Rows = append(g.Rows, append(row, sheet.Dim.Of(strings.Join(remarks(rung), " "))))
	}
	return g
}

func cell(r rung, c column) sheet.Span {
	q := c.of(r)
	switch {
	case q.Why != "":
		return sheet.Yellow.Of(q.Text)
	case limits(r, c):
		return sheet.Bold.Of(q.Text)
	}
	return sheet.Plain.Of(q.Text)
}

// limits reports whether column c of r is what limits the program.
func limits(r rung, c column) bool {
	switch c.Title {
	case "memory":
		return r.SetsMemory
	case "quota":
		return r.SetsCPUs && r.Quota.Known
	case "CPUs":
		return r.SetsCPUs && !r.Quota.Known
	}
	return false
}

func remarks(r rung) []string {
	var said []string
	if r.Own {
		said = append(said, "own")
	}
	switch {
	case r.SetsCPUs && r.SetsMemory:
		said = append(said, "← limits both")
	case r.SetsCPUs:
		said = append(said, "← limits CPUs")
	case r.SetsMemory:
		said = append(said, "← limits memory")
	}
	return said
}

// sentence is a rung for a terminal on which the grid has no room.
func sentence(r rung, shown []column) []sheet.Span {
	spans := []sheet.Span{sheet.Plain.Of(sheet.Shorten(r.Name, longName) + ":")}
	var parts []sheet.Span
	for _, c := range shown {
		if s := cell(r, c); s.Text != "" {
			parts = append(parts, s.Style.Of(c.Title+" "+s.Text))
		}
	}
	for _, remark := range remarks(r) {
		parts = append(parts, sheet.Dim.Of(remark))
	}
	for i := range parts[:max(0, len(parts)-1)] {
		parts[i].Text += ","
	}
	return append(spans, parts...)
}
