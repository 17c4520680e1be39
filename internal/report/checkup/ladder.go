package checkup

import (
	"slices"

	"tare/internal/report/sheet"
)

// shortName is how much of a name is shown where there is no room for longName.
const shortName = 16

// ladder writes rs as a grid of those columns in which any has something to say.
func (r report) ladder(rs []rung) {
	columns := slices.DeleteFunc(slices.Clone(rungColumns), func(c column) bool {
		return !slices.ContainsFunc(rs, func(r rung) bool { return c.of(r).says() })
	})
	g := grid(rs, columns, longName)
	if excess := g.Width() - r.Width(); excess > 0 {
		g = grid(rs, columns, max(shortName, longName-excess))
	}
	r.Grid(g)
}

func grid(rs []rung, columns []column, longest int) sheet.Grid {
	g := sheet.Grid{Indent: "  ", Right: []bool{false}, Rows: [][]sheet.Span{{{}}}}
	for _, c := range columns {
		g.Right = append(g.Right, true)
		g.Rows[0] = append(g.Rows[0], sheet.Dim.Of(c.Title))
	}
	for _, r := range rs {
		row := []sheet.Span{sheet.Plain.Of(sheet.Shorten(r.Name, longest))}
		for _, c := range columns {
			row = append(row, c.of(r).span())
		}
		g.Rows = append(g.Rows, append(row, sheet.Dim.Of(r.Remark())))
	}
	return g
}

func (q quantity) span() sheet.Span {
	switch {
	case q.Why != "":
		return sheet.Yellow.Of(q.Text)
	case q.Tight:
		return sheet.Bold.Of(q.Text)
	}
	return sheet.Plain.Of(q.Text)
}
