package table

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/sheet"
	"tare/internal/report/wording"
)

// nothing stands for a share of zero.
const nothing = "0%"

// row is one benchmark with the marks of its footnotes.
type row struct {
	record.Summary
	marks string
}

// What columns have to do with each other when the terminal is narrow.
const (
	core sheet.Kind = iota
	name
	bill
	drawing
	memory
)

// moves make room. A narrow terminal costs the drawn bill, which repeats the
// numbers, and nothing else: other columns move to lines of their own. In
// particular names are never cut, which could make rows indistinguishable.
var moves = []sheet.Move{
	{Drop: kinds(drawing)},
	{Below: kinds(bill)},
	{Drop: kinds(drawing), Below: kinds(bill)},
	{Drop: kinds(drawing), Below: kinds(bill, memory)},
	{Drop: kinds(drawing), Below: kinds(bill, memory), Above: kinds(name)},
}

func kinds(ks ...sheet.Kind) []sheet.Kind { return ks }

type column = sheet.Column[row]

// columns lists, in order, everything that rows have to show. Items of the
// bill that are zero in all rows are left out, as are units nobody measured.
func columns(rows []row) []column {
	cs := []column{
		{Kind: name, Title: "benchmark", Left: true, Cell: func(r row) string { return wording.Benchmark(r.Benchmark) }},
		{Title: "net/op", Style: func(row) sheet.Style { return sheet.Bold }, Legend: "wall time without the container's share",
			Cell: func(r row) string { return nanoseconds(r.Net) }},
		{Title: "±", Left: true, Legend: intervalLegend(rows), Cell: intervalCell},
		{Title: "wall/op", Legend: "wall time as it passed, the container's share included",
			Cell: func(r row) string { return nanoseconds(r.Wall) }},
	}
	cs = append(cs, billColumns(rows)...)
	cs = append(cs,
		column{Title: "CV", Legend: "standard deviation ÷ mean of net/op over the clean rounds", Cell: cvCell},
		column{Title: "rounds", Legend: "clean rounds; +n were polluted from outside and do not count", Cell: roundsCell},
	)
	cs = append(cs, memoryColumns(rows)...)
	return append(cs, column{Left: true, Cell: func(r row) string { return r.marks }})
}

func billColumns(rows []row) []column {
	var cs []column
	for i, item := range (record.Bill{}).Items() {
		if !slices.ContainsFunc(rows, func(r row) bool { return r.Bill.Items()[i].Ns != 0 }) {
			continue
		}
		cs = append(cs, column{Kind: bill, Title: item.Name, Legend: itemLegends[item.Name],
			Cell:  func(r row) string { return share(r.Bill.Items()[i].Ns, r.Bill.Wall) },
			Below: func(r row) string { return billBelow(r.Bill.Items()[i], r.Bill.Wall) }})
	}
	if len(cs) > 0 {
		cs = append(cs, column{Kind: drawing, Title: "bill", Left: true, Legend: barLegend(cs),
			Cell: func(r row) string { return bar(r.Bill) }})
	}
	return cs
}

var itemLegends = map[string]string{
	"on-CPU":    "% of wall/op running on a CPU",
	"throttled": "% of wall/op refused by a CPU quota",
	"waiting":   "% of wall/op ready to run while something else had the CPU",
	"stolen":    "% of wall/op taken by the hypervisor, at most",
	"GC pause":  "% of wall/op with the world stopped, beyond what is on-CPU",
	"blocked":   "% of wall/op asleep: I/O, locks, channels, timers",
	"residual":  "% of wall/op that no reading explains",
}

func memoryColumns(rows []row) []column {
	var cs []column
	for _, c := range []struct {
		unit, legend string
		format       func(float64) string
	}{
		{"B/op", "bytes allocated, by all goroutines of the process", unit.Bytes},
		{"allocs/op", "allocations, likewise", unit.Count},
	} {
		if slices.ContainsFunc(rows, func(r row) bool { return r.Units[c.unit].N > 0 }) {
			cs = append(cs, column{Kind: memory, Title: c.unit, Legend: c.legend,
				Cell: func(r row) string { return center(r.Units[c.unit], c.format) }})
		}
	}
	return cs
}

func center(e record.Estimate, format func(float64) string) string {
	if e.N == 0 {
		return wording.None
	}
	return format(e.Center)
}

func nanoseconds(e record.Estimate) string { return center(e, unit.Nanoseconds) }

func intervalCell(r row) string {
	half, ok := r.Net.HalfWidth()
	switch {
	case r.Net.N == 0:
		return wording.None
	case !ok:
		return fmt.Sprintf("±%6s", "∞")
	}
	return fmt.Sprintf("±%6s", unit.Percent(half, 1))
}

// intervalLegend names the confidence that every interval reaches.
func intervalLegend(rows []row) string {
	level := math.Inf(1)
	for _, r := range rows {
		if r.Net.Confidence > 0 {
			level = min(level, r.Net.Confidence)
		}
	}
	if math.IsInf(level, 1) {
		return "half the width of net/op's interval: ∞, since there are too few rounds for one"
	}
	// Rounded down: never promise more than was reached.
	return fmt.Sprintf("half the width of net/op's interval, at %g%% confidence or more; ∞ with too few rounds",
		math.Floor(1000*level)/10)
}

// billBelow leaves out items that are zero.
func billBelow(item record.BillItem, wall float64) string {
	if text := share(item.Ns, wall); text != wording.None && text != nothing {
		return item.Name + " " + text
	}
	return ""
}

func share(part, whole float64) string {
	if whole == 0 {
		return wording.None
	}
	if part == 0 {
		return nothing
	}
	return unit.Percent(part/whole, 1)
}

func cvCell(r row) string {
	if r.Rounds < 2 {
		return wording.None
	}
	return unit.Percent(r.CV, 1)
}

func roundsCell(r row) string {
	if r.Polluted == 0 {
		return strconv.Itoa(r.Rounds)
	}
	return fmt.Sprintf("%d+%d", r.Rounds, r.Polluted)
}
