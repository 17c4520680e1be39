package explanations

import (
	"fmt"
	"math"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/chart"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// byLane is a heat map with a row for each lane and a column for each step of delays; nil
// without any delay.
func byLane(q queue) *model.Figure {
	var all []queue
	for _, r := range q.ByLane {
		all = append(all, queue{Delays: record.Delays{Steps: r.Steps}})
	}
	lo, hi := used(all)
	if lo >= hi {
		return nil
	}
	h := chart.Heat{Label: "How often a delay took how long, by " + q.lane, Row: 16}
	if len(all) > 40 {
		h.Row = 5
	}
	for i, r := range q.ByLane {
		h.Rows = append(h.Rows, fmt.Sprintf("%s %d", q.lane, r.Lane))
		h.Counts = append(h.Counts, padded(all[i].Steps, lo, hi))
	}
	const most = 6 // labels of six letters have room
	stride := (hi - lo + most - 1) / most
	for n := stride; n < hi-lo; n += stride {
		h.Columns = append(h.Columns, chart.Tick{At: chart.Percent(float64(n) / float64(hi-lo)), Label: power(lo + n - 1)})
	}
	h.Tip = func(row, column int) string {
		return fmt.Sprintf("%s, %s\n%s", h.Rows[row], between(lo+column), unit.Plural(int(h.Counts[row][column]), "delay"))
	}
	return heatFigure(fmt.Sprintf("By %s and delay", q.lane), h)
}

// byTime is a heat map with a column for each stretch of the recording and a row for each
// step, the longest on top; nil without any delay.
func byTime(q queue, duration int64) *model.Figure {
	var all []queue
	for _, steps := range q.ByTime {
		all = append(all, queue{Delays: record.Delays{Steps: steps}})
	}
	lo, hi := used(all)
	if lo >= hi || duration <= 0 {
		return nil
	}
	h := chart.Heat{Label: "How often a delay took how long, over the time of the recording", Row: 12}
	for step := hi - 1; step >= lo; step-- {
		h.Rows = append(h.Rows, "< "+power(step))
		row := make([]int64, len(all))
		for i := range all {
			row[i] = padded(all[i].Steps, step, step+1)[0]
		}
		h.Counts = append(h.Counts, row)
	}
	each := float64(duration) / float64(len(all))
	h.Tip = func(row, column int) string {
		return fmt.Sprintf("%s\nat %s – %s\n%s", between(hi-1-row), wording.Ns(float64(column)*each), wording.Ns(float64(column+1)*each),
			unit.Plural(int(h.Counts[row][column]), "delay"))
	}
	h.Columns = chart.Scale{Lo: 0, Hi: float64(duration)}.Ticks(chart.Times)
	return heatFigure("By time and delay", h)
}

func heatFigure(title string, h chart.Heat) *model.Figure {
	return &model.Figure{Caption: title, Picture: h, Key: []model.Key{
		{Class: "h1", Text: "1 delay"}, {Class: fmt.Sprintf("h%d", (chart.HeatShades+1)/2), Text: wording.Grouped(middle(h.Most()))},
		{Class: fmt.Sprintf("h%d", chart.HeatShades), Text: wording.Grouped(h.Most())},
	}}
}

// middle is the count that has the middle of the colours, which go by the logarithm.
func middle(most int64) int64 { return int64(math.Round(math.Sqrt(float64(most)))) }

// padded are the counts from step lo to before hi.
func padded(steps []int64, lo, hi int) []int64 {
	counts := make([]int64, hi-lo)
	for i := range counts {
		if lo+i < len(steps) {
			counts[i] = max(0, steps[lo+i])
		}
	}
	return counts
}
