package table

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"tare/internal/record"
	"tare/internal/report/sheet"
	"tare/internal/report/wording"
	"tare/internal/unit"
)

// nothing stands for a share of zero.
const nothing = "0%"

// row is one benchmark with the marks of its footnotes.
type row struct {
	record.Summary
	marks string
}

// kind says where a column may go when the terminal is narrow.
type kind int

const (
	core kind = iota
	name
	bill
	drawing
	memory
)

// column is one quantity of every row.
type column struct {
	kind   kind
	title  string
	legend string
	left   bool // aligned left
	style  sheet.Style
	cell   func(row) string
}

// columns lists, in order, everything that rows have to show. Items of the
// bill that are zero in all rows are left out, as are units nobody measured.
func columns(rows []row) []column {
	cs := []column{
		{kind: name, title: "benchmark", left: true, cell: nameCell},
		{title: "net/op", style: sheet.Bold, legend: "wall time without the container's share",
			cell: func(r row) string { return nanoseconds(r.Net) }},
		{title: "±", left: true, legend: intervalLegend(rows), cell: intervalCell},
		{title: "wall/op", legend: "wall time as it passed, the container's share included",
			cell: func(r row) string { return nanoseconds(r.Wall) }},
	}
	cs = append(cs, billColumns(rows)...)
	cs = append(cs,
		column{title: "CV", legend: "standard deviation ÷ mean of net/op over the clean rounds", cell: cvCell},
		column{title: "rounds", legend: "clean rounds; +n were polluted from outside and do not count", cell: roundsCell},
	)
	cs = append(cs, memoryColumns(rows)...)
	return append(cs, column{left: true, cell: func(r row) string { return r.marks }})
}

func billColumns(rows []row) []column {
	var cs []column
	for i, item := range (record.Bill{}).Items() {
		if !anyRow(rows, func(r row) bool { return r.Bill.Items()[i].Ns != 0 }) {
			continue
		}
		cs = append(cs, column{kind: bill, title: item.Name, legend: itemLegends[item.Name],
			cell: func(r row) string { return share(r.Bill.Items()[i].Ns, r.Bill.Wall) }})
	}
	if len(cs) > 0 {
		cs = append(cs, column{kind: drawing, title: "bill", left: true, legend: barLegend(cs),
			cell: func(r row) string { return bar(r.Bill) }})
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
		if anyRow(rows, func(r row) bool { return r.Units[c.unit].N > 0 }) {
			cs = append(cs, column{kind: memory, title: c.unit, legend: c.legend,
				cell: func(r row) string { return center(r.Units[c.unit], c.format) }})
		}
	}
	return cs
}

func anyRow(rows []row, is func(row) bool) bool {
	for _, r := range rows {
		if is(r) {
			return true
		}
	}
	return false
}

// nameCell is the name as benchstat prints it: what every name starts with
// says nothing.
func nameCell(r row) string {
	n := strings.TrimPrefix(r.Benchmark.Name, "Benchmark")
	if r.Benchmark.Procs == 1 {
		return n
	}
	return fmt.Sprintf("%s-%d", n, r.Benchmark.Procs)
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
