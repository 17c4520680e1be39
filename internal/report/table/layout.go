package table

import (
	"slices"

	"tare/internal/report/sheet"
)

// gap indents what belongs to the line above.
const gap = "  "

// layout is how rows are put on the page.
type layout struct {
	columns   []column // those on the main line
	below     []column // those on a line of its own under each row
	nameAbove bool     // the name is a line of its own over each row
}

// fit picks the first layout within width columns, the narrowest when none
// fits, and lays out its heading and after it the main lines of rows. A narrow
// terminal costs the drawn bill, which repeats the numbers, and nothing else:
// other columns move to lines of their own. In particular names are never cut,
// which could make rows indistinguishable.
func fit(all []column, rows []row, width int) (l layout, lines [][]sheet.Span) {
	var g sheet.Grid
	for _, l = range []layout{
		{columns: all},
		{columns: without(all, drawing)},
		{columns: without(all, bill), below: only(all, bill)},
		{columns: without(all, drawing, bill), below: only(all, bill)},
		{columns: without(all, drawing, bill, memory), below: only(all, bill, memory)},
		{columns: without(all, drawing, bill, memory, name), below: only(all, bill, memory), nameAbove: true},
	} {
		if g = l.grid(rows); g.Width() <= width {
			break
		}
	}
	return l, g.Lines()
}

func (l layout) grid(rows []row) sheet.Grid {
	g := sheet.Grid{Rows: make([][]sheet.Span, 1+len(rows))}
	if l.nameAbove {
		g.Indent = gap
	}
	for _, c := range l.columns {
		g.Right = append(g.Right, !c.left)
		g.Rows[0] = append(g.Rows[0], sheet.Dim.Of(c.title))
		for i, r := range rows {
			g.Rows[i+1] = append(g.Rows[i+1], c.style.Of(c.cell(r)))
		}
	}
	return g
}

func without(all []column, kinds ...kind) []column {
	return slices.DeleteFunc(slices.Clone(all), func(c column) bool { return slices.Contains(kinds, c.kind) })
}

func only(all []column, kinds ...kind) []column {
	return slices.DeleteFunc(slices.Clone(all), func(c column) bool { return !slices.Contains(kinds, c.kind) })
}
