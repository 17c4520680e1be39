package table

import (
	"slices"
	"unicode/utf8"
)

// gap separates columns.
const gap = "  "

// layout is how rows are put on the page.
type layout struct {
	columns   []column // those on the main line
	widths    []int    // of columns
	below     []column // those on a line of its own under each row
	nameAbove bool     // the name is a line of its own over each row
}

// fit picks the first layout within width columns, the narrowest when none
// fits. A narrow terminal costs the drawn bill, which repeats the numbers, and
// nothing else: other columns move to lines of their own. In particular names
// are never cut, which could make rows indistinguishable.
func fit(all []column, rows []row, width int) layout {
	layouts := []layout{
		{columns: all},
		{columns: without(all, drawing)},
		{columns: without(all, bill), below: only(all, bill)},
		{columns: without(all, drawing, bill), below: only(all, bill)},
		{columns: without(all, drawing, bill, memory), below: only(all, bill, memory)},
		{columns: without(all, drawing, bill, memory, name), below: only(all, bill, memory), nameAbove: true},
	}
	for i := range layouts {
		layouts[i].measure(rows)
		if layouts[i].width() <= width {
			return layouts[i]
		}
	}
	return layouts[len(layouts)-1]
}

func (l *layout) measure(rows []row) {
	for _, c := range l.columns {
		w := utf8.RuneCountInString(c.title)
		for _, r := range rows {
			w = max(w, utf8.RuneCountInString(c.cell(r)))
		}
		l.widths = append(l.widths, w)
	}
}

func (l *layout) width() int {
	total := len(gap) * (len(l.columns) - 1)
	if l.nameAbove {
		total += len(gap)
	}
	for _, w := range l.widths {
		total += w
	}
	return total
}

func without(all []column, kinds ...kind) []column {
	return slices.DeleteFunc(slices.Clone(all), func(c column) bool { return slices.Contains(kinds, c.kind) })
}

func only(all []column, kinds ...kind) []column {
	return slices.DeleteFunc(slices.Clone(all), func(c column) bool { return !slices.Contains(kinds, c.kind) })
}
