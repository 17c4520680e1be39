package checkup

import (
	"strconv"
	"strings"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/sheet"
)

// measured writes what tare measured of the machine itself.
func (r report) measured(m measured) {
	r.Heading(m.Title)
	for _, res := range m.Known {
		r.entry(res.Name, len("throttled"), sheet.Plain.Of(res.Value))
	}
	for _, g := range m.Missing {
		r.Item(lookOf(record.Unverified).label(), sheet.Plain.Of(g.String()))
	}
	r.histogram("gaps from", m.noise.Gaps)
	if r.verbose {
		r.histogram("late from", m.noise.Wakeup)
		r.histogram("step from", m.noise.Speed)
	}
}

// Sizes of a histogram made of text.
const (
	textRows = 12 // at most
	textBar  = 30 // columns of the fullest class
)

// histogram writes a bar for each class of h. The bars come last and take half
// of the room, for some terminals draw blocks two columns wide.
func (r report) histogram(title string, h record.Histogram) {
	cs := classes(h, textRows)
	if !h.OK() || len(cs) < 2 {
		return
	}
	g := sheet.Grid{Indent: "  ", Right: []bool{true, true}}
	g.Rows = append(g.Rows, []sheet.Span{sheet.Dim.Of(title), sheet.Dim.Of("count")})
	for _, c := range cs {
		g.Rows = append(g.Rows, []sheet.Span{sheet.Plain.Of(unit.Nanoseconds(c.Lo)), sheet.Plain.Of(strconv.Itoa(c.N))})
	}
	room := max(1, min(textBar, (r.Width()-g.Width()-2)/2))
	for i, c := range cs {
		// What is not zero is visible.
		filled := (c.N*room + fullest(cs) - 1) / fullest(cs)
		g.Rows[i+1] = append(g.Rows[i+1], sheet.Dim.Of(strings.Repeat("█", filled)))
	}
	r.Blank()
	r.Grid(g)
}
