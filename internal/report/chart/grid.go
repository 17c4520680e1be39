package chart

import (
	_ "embed"
	"html/template"
)

// Grid is a heat map of values that are written in their cells: one for each pair of two
// quantities' levels.
type Grid struct {
	Label   string // what it shows, for those who do not see it
	Rows    []string
	Columns []string
	Cells   [][]GridCell // by row, from the top, and column
}

// GridCell is one value.
type GridCell struct {
	Text, Under string // the value, and what is written small below it; without a Text the cell is empty
	Tip         string
	Strength    float64 // of its colour, from 0 to 1
	Best        bool    // it is outlined
	Dropped     bool    // its corner is cut
}

// Sizes of a grid in px.
const (
	gridRow  = 40
	gridPad  = 12 // of a column beside its widest text
	gridName = 14 // letters of a row's name
)

// strongest is how opaque the strongest colour is: the words on it are still read.
const strongest = 0.6

var (
	//go:embed grid.tmpl
	gridTemplate string
	//go:embed grid.css
	gridStyle string
)

// Look implements model.Styled. The classes s0, s1 and s2 have the colours of the strengths
// 0, ½ and 1, for a key; outlined and dropped are those of cells.
func (Grid) Look() (css, script string) { return gridStyle, "" }

// laidCell has its place: x in percent, y in px.
type laidCell struct {
	GridCell
	X, Width, Mid, Right Coord
	Y, Height            Coord
	TextY, UnderY        Coord
	Opacity              Coord
}

// HTML implements model.Picture. A window that is too narrow for the words scrolls.
func (g Grid) HTML() template.HTML {
	height := gridRow * Coord(len(g.Rows))
	drawn := struct {
		Label                       string
		Left, Least, Height, Bottom Coord
		YTicks, XTicks              []Tick
		Cells                       []laidCell
		Best                        []laidCell // drawn last: neighbours would cover their outlines
	}{Label: g.Label, Height: height, Bottom: height + axisHeight}
	var names, widest []string
	for y, name := range g.Rows {
		names = append(names, cut(name, gridName))
		drawn.YTicks = append(drawn.YTicks, Tick{At: (Coord(y) + 0.5) * gridRow, Label: names[y]})
	}
	for x, name := range g.Columns {
		drawn.XTicks = append(drawn.XTicks, Tick{At: Percent((float64(x) + 0.5) / float64(len(g.Columns))), Label: cut(name, gridName)})
		widest = append(widest, drawn.XTicks[x].Label)
	}
	for y, row := range g.Cells {
		for x, c := range row {
			laid := lay(c, x, y, len(g.Columns))
			drawn.Cells = append(drawn.Cells, laid)
			if c.Best {
				drawn.Best = append(drawn.Best, laid)
			}
			widest = append(widest, c.Text, c.Under)
		}
	}
	drawn.Left = Coord(Widest(names) + tickGap + 4)
	drawn.Least = Coord(Widest(widest)+gridPad) * Coord(len(g.Columns))
	return draw("grid", drawn)
}

func lay(c GridCell, x, y, columns int) laidCell {
	width := Percent(1 / float64(columns))
	l := laidCell{GridCell: c, X: Coord(x) * width, Width: width, Y: Coord(y) * gridRow, Height: gridRow, Opacity: Coord(strongest * min(max(c.Strength, 0), 1))}
	l.Mid, l.Right = l.X+width/2, l.X+width
	l.TextY, l.UnderY = l.Y+gridRow/2+4, l.Y+gridRow-9
	if c.Under != "" {
		l.TextY = l.Y + 17
	}
	return l
}

// cut keeps so many letters of a name.
func cut(name string, letters int) string {
	if runes := []rune(name); len(runes) > letters {
		return string(runes[:letters-1]) + "…"
	}
	return name
}
