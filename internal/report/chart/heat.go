package chart

import (
	_ "embed"
	"fmt"
	"html/template"
	"math"
)

// Heat is a table of counts as a picture: the more, the stronger the colour.
type Heat struct {
	Label   string    // what it shows, for those who do not see it
	Counts  [][]int64 // by row, from the top, and column
	Rows    []string  // labels of the rows; as many as have room are drawn
	Columns []Tick    // labels along x
	Row     Coord     // px that a row is high
	Tip     func(row, column int) string
}

// HeatShades is how many strengths there are, by the logarithm of the count. The classes
// h1 to h7 have their colours, for a key.
const HeatShades = 7

var (
	//go:embed heat.tmpl
	heatTemplate string
	//go:embed heat.css
	heatStyle string
)

// Most is the greatest count.
func (h Heat) Most() (most int64) {
	for _, row := range h.Counts {
		for _, n := range row {
			most = max(most, n)
		}
	}
	return most
}

// Look implements model.Styled.
func (Heat) Look() (css, script string) { return heatStyle, "" }

// heatCell is a cell with a count above zero: x in percent, y in px.
type heatCell struct {
	X, Y, Width, Height Coord
	Class, Tip          string
}

// HTML implements model.Picture.
func (h Heat) HTML() template.HTML {
	height := h.Row * Coord(len(h.Counts))
	drawn := struct {
		Label                string
		Left, Height, Bottom Coord
		YTicks, XTicks       []Tick
		Cells                []heatCell
	}{Label: h.Label, Height: height, Bottom: height + axisHeight, XTicks: h.Columns, Cells: h.cells()}
	stride := max(1, int(math.Ceil(lineHeight/float64(h.Row))))
	for i := 0; i < len(h.Rows); i += stride {
		drawn.YTicks = append(drawn.YTicks, Tick{At: (Coord(i) + 0.5) * h.Row, Label: h.Rows[i]})
	}
	drawn.Left = Coord(Widest(h.Rows) + 8)
	return draw("heat", drawn)
}

func (h Heat) cells() (cells []heatCell) {
	most := h.Most()
	for y, row := range h.Counts {
		width := Percent(1 / float64(len(row)))
		for x, n := range row {
			if n <= 0 {
				continue
			}
			strength := 1.0
			if most > 1 {
				strength = math.Log(float64(n)) / math.Log(float64(most))
			}
			cells = append(cells, heatCell{
				X: Coord(x) * width, Width: width, Y: Coord(y) * h.Row, Height: h.Row,
				Class: fmt.Sprintf("h%d", 1+int(math.Round(strength*(HeatShades-1)))), Tip: h.Tip(y, x),
			})
		}
	}
	return cells
}
