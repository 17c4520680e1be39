package sheet

import (
	"slices"
	"strings"

	"tare/internal/report/wording"
)

// gap separates the columns of a grid, and indents what belongs to the line
// above.
const gap = "  "

// Kind groups columns that make room together.
type Kind int

// Column is one quantity of every row of a table.
type Column[R any] struct {
	Kind   Kind
	Title  string
	Legend string // what the title means; empty when that is plain
	Left   bool   // aligned left
	Style  func(R) Style
	Cell   func(R) string
	// Below is what stands for the cell on a line below the row, nothing when
	// it is empty; without it, that is the title and the cell.
	Below func(R) string
}

// Move makes room: columns of some kinds leave the main line.
type Move struct {
	Drop  []Kind // are not shown
	Below []Kind // go to a line below each row, in this order
	Above []Kind // go to a line over each row
}

// Layout is how the rows of a table are put on a sheet.
type Layout[R any] struct {
	Main, Below, Above []Column[R]
}

// Fit lays rows out within width columns: with all columns on the main line if
// they fit, else after the first move that makes them fit, else after the last.
// It returns the heading, and after it the main lines of rows.
func Fit[R any](all []Column[R], rows []R, width int, moves []Move) (l Layout[R], lines [][]Span) {
	var g Grid
	for _, m := range append([]Move{{}}, moves...) {
		l = Layout[R]{
			Main:  only(all, func(k Kind) bool { return !slices.Contains(slices.Concat(m.Drop, m.Below, m.Above), k) }),
			Above: only(all, func(k Kind) bool { return slices.Contains(m.Above, k) }),
		}
		for _, below := range m.Below {
			l.Below = append(l.Below, only(all, func(k Kind) bool { return k == below })...)
		}
		if g = l.grid(rows); g.Width() <= width {
			break
		}
	}
	return l, g.Lines()
}

func only[R any](all []Column[R], wanted func(Kind) bool) []Column[R] {
	return slices.DeleteFunc(slices.Clone(all), func(c Column[R]) bool { return !wanted(c.Kind) })
}

func (l Layout[R]) grid(rows []R) Grid {
	g := Grid{Rows: make([][]Span, 1+len(rows))}
	if len(l.Above) > 0 {
		g.Indent = gap
	}
	for _, c := range l.Main {
		g.Right = append(g.Right, !c.Left)
		g.Rows[0] = append(g.Rows[0], Dim.Of(c.Title))
		for i, r := range rows {
			g.Rows[i+1] = append(g.Rows[i+1], c.span(r))
		}
	}
	return g
}

func (c Column[R]) span(r R) Span {
	if c.Style == nil {
		return Plain.Of(c.Cell(r))
	}
	return c.Style(r).Of(c.Cell(r))
}

// Row writes r, whose main line is line, with what l put above and below it.
func Row[R any](s *Sheet, l Layout[R], r R, line []Span) {
	for _, c := range l.Above {
		if text := c.Cell(r); text != "" {
			s.Line(c.span(r))
		}
	}
	s.Line(line...)
	var pieces []Span
	for _, c := range l.Below {
		if text := c.below(r); text != "" {
			pieces = append(pieces, Plain.Of(text+","))
		}
	}
	if last := len(pieces) - 1; last >= 0 {
		pieces[last].Text = strings.TrimSuffix(pieces[last].Text, ",")
		s.Pieces([]Span{Plain.Of(gap + gap)}, pieces...)
	}
}

// below names each number, since no heading does.
func (c Column[R]) below(r R) string {
	if c.Below != nil {
		return c.Below(r)
	}
	if text := c.Cell(r); text != "" && text != wording.None {
		return strings.TrimSpace(c.Title + " " + text)
	}
	return ""
}

// Legend explains every column that has something to explain.
func Legend[R any](s *Sheet, l Layout[R]) {
	shown := slices.DeleteFunc(slices.Concat(l.Above, l.Main, l.Below), func(c Column[R]) bool { return c.Legend == "" })
	width := 0
	for _, c := range shown {
		width = max(width, Width(c.Title))
	}
	if width > 0 {
		s.Blank()
	}
	for _, c := range shown {
		s.Prose(Dim, Pad(c.Title, width)+gap, c.Legend)
	}
}
