package explainpage

import (
	"fmt"
	"math"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/chart"
	"tare/internal/report/wording"
)

// heat is a table of counts as a picture: the more, the stronger the colour.
type heat struct {
	Title      string
	Left       chart.Coord // px that the labels of the rows take
	Height     chart.Coord // px of the cells
	Bottom     chart.Coord // px with the axis below
	YTicks     []chart.Tick
	XTicks     []chart.Tick
	Cells      []heatCell
	Most       string // count of the strongest colour
	width, row chart.Coord
	most       int64
}

// heatCell is a cell with a count above zero: x in percent, y in px.
type heatCell struct {
	X, Y, Width, Height chart.Coord
	Class               string
	Tip                 string
}

// shades is how many strengths there are, by the logarithm of the count.
const shades = 7

// heatByLane has a row for each lane and a column for each step.
func heatByLane(noun string, byLane []record.Row) *heat {
	counts := make([][]int64, len(byLane))
	for i, r := range byLane {
		counts[i] = fold(r.Steps)
	}
	first, last := used(counts)
	if last < first {
		return nil
	}
	columns, row := last-first+1, chart.Coord(16)
	if len(byLane) > 40 {
		row = 5
	}
	h := newHeat("By "+noun+" and delay", counts, columns, len(byLane), row)
	stride := int(math.Ceil(chart.LineHeight / float64(row)))
	for i, r := range byLane {
		name := fmt.Sprintf("%s %d", noun, r.Lane)
		if i%stride == 0 {
			h.YTicks = append(h.YTicks, chart.Tick{At: (chart.Coord(i) + 0.5) * row, Label: name})
		}
		for step, n := range counts[i] {
			h.add(step-first, i, n, name+", "+exactly(step))
		}
	}
	stride = (columns + 5) / 6 // labels of up to six letters have room
	for n := stride; n < columns; n += stride {
		h.XTicks = append(h.XTicks, chart.Tick{At: chart.Coord(n) * h.width, Label: bound(first + n - 1)})
	}
	return h.done()
}

// heatByTime has a column for each stretch of the recording and a row for each
// step, the longest on top.
func heatByTime(byTime [][]int64, duration int64) *heat {
	counts := make([][]int64, len(byTime))
	for i, steps := range byTime {
		counts[i] = fold(steps)
	}
	first, last := used(counts)
	if last < first || duration <= 0 {
		return nil
	}
	h := newHeat("By time and delay", counts, len(byTime), last-first+1, 12)
	for step := last - 1; step >= first; step -= 2 {
		h.YTicks = append(h.YTicks, chart.Tick{At: chart.Coord(last-step) * h.row, Label: bound(step)})
	}
	each := float64(duration) / float64(len(byTime))
	for i, steps := range counts {
		at := fmt.Sprintf("at %s – %s", wording.Ns(float64(i)*each), wording.Ns(float64(i+1)*each))
		for step, n := range steps {
			h.add(i, last-step, n, exactly(step)+"\n"+at)
		}
	}
	h.XTicks = chart.Scale{Lo: 0, Hi: float64(duration)}.Ticks(chart.Times)
	return h.done()
}

func newHeat(title string, counts [][]int64, columns, rows int, row chart.Coord) *heat {
	h := &heat{Title: title, Height: row * chart.Coord(rows), row: row, width: chart.Percent(1 / float64(columns))}
	h.Bottom = h.Height + chart.AxisHeight
	for _, steps := range counts {
		for _, n := range steps {
			h.most = max(h.most, n)
		}
	}
	h.Most = wording.Grouped(h.most)
	return h
}

// add draws n delays, unless there are none.
func (h *heat) add(column, row int, n int64, tip string) {
	if n <= 0 {
		return
	}
	strength := 1.0
	if h.most > 1 {
		strength = math.Log(float64(n)) / math.Log(float64(h.most))
	}
	h.Cells = append(h.Cells, heatCell{
		X: chart.Coord(column) * h.width, Width: h.width, Y: chart.Coord(row) * h.row, Height: h.row,
		Class: fmt.Sprintf("h%d", 1+int(math.Round(strength*(shades-1)))),
		Tip:   tip + "\n" + unit.Plural(int(n), "delay"),
	})
}

// done makes room for the labels of the rows.
func (h *heat) done() *heat {
	for _, t := range h.YTicks {
		h.Left = max(h.Left, chart.Coord(chart.TextWidth(t.Label)+8))
	}
	return h
}

// used returns the first and the last step with a count; last is below first
// when there is none.
func used(counts [][]int64) (first, last int) {
	first, last = math.MaxInt, -1
	for _, steps := range counts {
		for i, n := range steps {
			if n > 0 {
				first, last = min(first, i), max(last, i)
			}
		}
	}
	return first, last
}
