package benchpage

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/report/chart"
	"tare/internal/report/wording"
)

// BillLook is how a bill item looks: Class picks its colour in the style
// sheet. Cool colours are the goods, warm ones the container.
type BillLook struct {
	unit, Class, Name string
	container         bool
}

// billLooks is keyed by the unit of record.BillItem, in drawing order: what
// belongs to the code first, so that net is one stretch from the left.
var billLooks = []BillLook{
	{unit: "oncpu-ns/op", Class: "oncpu"},
	{unit: "gcpause-ns/op", Class: "gcpause"},
	{unit: "blocked-ns/op", Class: "blocked"},
	{unit: "residual-ns/op", Class: "residual"},
	{unit: "throttled-ns/op", Class: "throttled", container: true},
	{unit: "runq-ns/op", Class: "waiting", container: true},
	{unit: "stolen-ns/op", Class: "stolen", container: true},
}

// BillBar is a bill as a stacked bar: x in percent of its width.
type BillBar struct {
	Label    string // all of it in one sentence
	Segments []segment
	Lines    []billLine
	Wall     string
	Net      netMark
	Note     string // what keeps the bar from being exact, or empty
}

// segment is one visible part of the bar.
type segment struct {
	X, Width chart.Coord
	Class    string
	Text     string // its name where there is room for it
	TextX    chart.Coord
	Tip      string
}

// billLine is one line of the bill as a table; zero items are listed too.
type billLine struct {
	Class, Name, Ns, Share string
	Value                  float64 // ns per op
	Container              bool
}

// netMark says how much of the bar is net.
type netMark struct {
	At     chart.Coord
	Text   string
	Anchor string
	TextX  chart.Coord
	Known  bool
}

// NewBillBar returns the bar of b, nil for a bill that was never made out. The
// width of the plot stands for width ns per op, or for more when b needs it.
func NewBillBar(b record.Bill, width float64) *BillBar {
	if !(b.Wall > 0) || !wording.Finite(b.Wall) {
		return nil
	}
	whole := max(BillWidth(b), width)
	bar := &BillBar{Wall: wording.Ns(b.Wall), Net: newNetMark(b, whole), Note: billNote(b)}
	var said []string
	at := 0.0
	for _, it := range drawingOrder(b) {
		part := it.Ns / b.Wall
		text := fmt.Sprintf("%s %s (%s)", it.Name, wording.Ns(it.Ns), wording.Share(part, 0))
		bar.Lines = append(bar.Lines, billLine{
			Class: it.Class, Name: it.Name, Ns: wording.Ns(it.Ns), Share: wording.Share(part, 0),
			Value: it.Ns, Container: it.container,
		})
		if !(it.Ns > 0) || !wording.Finite(it.Ns) {
			continue
		}
		said = append(said, text)
		bar.Segments = append(bar.Segments, newSegment(it, at, it.Ns/whole, text))
		at += it.Ns / whole
	}
	bar.Label = fmt.Sprintf("wall %s: %s; net %s", wording.Ns(b.Wall), strings.Join(said, ", "), wording.Ns(b.Net))
	return bar
}

// drawnItem is a bill item with its look.
type drawnItem struct {
	BillLook
	Ns float64
}

// drawingOrder returns the items of a bill as the bar shows them. An item
// without a look of its own comes last and looks like residual.
func drawingOrder(b record.Bill) []drawnItem {
	items := b.Items()
	drawn := make([]drawnItem, len(items))
	for i, it := range items {
		drawn[i] = drawnItem{BillLook{unit: it.Unit, Class: "residual"}, it.Ns}
		if n := lookOf(it.Unit); n >= 0 {
			drawn[i].BillLook = billLooks[n]
		}
		drawn[i].Name = it.Name
	}
	slices.SortStableFunc(drawn, byLook)
	return drawn
}

// lookOf returns the place of a unit in billLooks, or −1.
func lookOf(unit string) int {
	return slices.IndexFunc(billLooks, func(l BillLook) bool { return l.unit == unit })
}

func byLook(a, b drawnItem) int {
	// As unsigned numbers, −1 sorts last.
	return cmp.Compare(uint(lookOf(a.unit)), uint(lookOf(b.unit)))
}

func newSegment(it drawnItem, at, width float64, tip string) segment {
	s := segment{X: chart.Percent(at), Width: chart.Percent(width), Class: it.Class, Tip: tip, TextX: chart.Percent(at + width/2)}
	if chart.TextWidth(it.Name)+10 <= width*chart.NarrowPlot {
		s.Text = it.Name
	}
	return s
}

func newNetMark(b record.Bill, whole float64) netMark {
	if !wording.Finite(b.Net) {
		return netMark{Text: "net unknown", Anchor: "start"}
	}
	at := min(max(b.Net/whole, 0), 1)
	m := netMark{At: chart.Percent(at), TextX: chart.Percent(at), Anchor: "end", Known: true}
	m.Text = fmt.Sprintf("net %s · %s of wall", wording.Ns(b.Net), wording.Share(b.Net/b.Wall, 0))
	if b.NetStatus != record.Measured {
		m.Text = fmt.Sprintf("net ≈ %s · at best", wording.Ns(b.Net))
	}
	if chart.TextWidth(m.Text) > at*chart.NarrowPlot {
		m.Anchor, m.TextX = "start", 0
	}
	return m
}

// billNote explains a bar that cannot be taken at its word.
func billNote(b record.Bill) string {
	var notes []string
	if b.NetStatus != record.Measured {
		note := "Net is " + wording.Status(b.NetStatus)
		if b.NetWhy != "" {
			note += ": " + b.NetWhy
		}
		notes = append(notes, note+".")
	}
	if b.Residual < 0 {
		notes = append(notes, wording.NegativeResidual)
	}
	return strings.Join(notes, " ")
}

// BillWidth is what the bar of b needs, in ns per op: its wall time, or the sum
// of its items when they claim more than that.
func BillWidth(b record.Bill) float64 {
	sum := 0.0
	for _, it := range b.Items() {
		if it.Ns > 0 && wording.Finite(it.Ns) {
			sum += it.Ns
		}
	}
	if !wording.Finite(b.Wall) {
		return sum
	}
	return max(b.Wall, sum)
}
