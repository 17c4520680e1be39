package runs

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/bills"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// nothing stands for a share of zero.
const nothing = "0%"

// What columns have to do with each other when the terminal is narrow.
const (
	core model.Kind = iota
	name
	bill
	drawing
	memory
	ranking
)

// moves make room. A narrow terminal costs the drawn bill, which repeats the numbers, and
// without -v memory. Names are never cut, which could make rows indistinguishable: what
// they share stands over them.
var moves = []model.Move{
	{Drop: kinds(drawing)},
	{Below: kinds(bill)},
	{Drop: kinds(drawing), Below: kinds(bill)},
	{Drop: kinds(drawing), Below: kinds(bill), Fold: kinds(name)},
	{Drop: kinds(drawing), Below: kinds(bill, memory)},
	{Drop: kinds(drawing), Below: kinds(ranking, bill, memory)},
	{Drop: kinds(drawing), Below: kinds(ranking, bill, memory), Fold: kinds(name)},
	{Drop: kinds(drawing), Below: kinds(ranking, bill, memory), Above: kinds(name)},
}

func kinds(ks ...model.Kind) []model.Kind { return ks }

// column is a column with what its cells say of a benchmark.
type column struct {
	model.Column
	cell func(record.Summary) model.Cell
	// picture, when set, is what a page shows in place of it; shown says that the benchmark
	// has a section, so that there is room for tips, too.
	picture func(s record.Summary, shown bool) model.Picture
}

// table has a row for each benchmark, under the names of their packages.
func (v view) table() model.Table {
	t := model.Table{Detail: model.Brief, ID: model.Overview, Title: "Benchmarks", Moves: moves, Legends: true}
	if len(v.Failures)+len(v.Skipped) == 0 { // those say it
		t.Empty = model.In(model.Quiet, "No benchmark gave a result.")
	}
	cs := v.columns()
	for _, c := range cs {
		t.Columns = append(t.Columns, c.Column)
	}
	var drawn []record.Bill
	for i, s := range v.Summaries {
		r := model.Row{Group: s.Benchmark.Package, Notes: v.notes[i]}
		if !s.Steady {
			r.Detail = model.Brief
		}
		for _, c := range cs {
			cell := c.cell(s)
			if c.picture != nil {
				cell.Picture = c.picture(s, v.shown[i])
			}
			r.Cells = append(r.Cells, cell)
		}
		if v.shown[i] {
			r.To = idOf(i)
			drawn = append(drawn, s.Bill)
		}
		t.Rows = append(t.Rows, r)
	}
	if len(drawn) > 0 {
		t.Key = bills.Key(drawn)
	}
	return t
}

// columns lists, in order, everything that rows have to show. Items of the bill that are
// zero in all rows are left out, as are units nobody measured.
func (v view) columns() []column {
	all := v.Summaries
	cs := []column{{Column: model.Column{Kind: name, Title: "benchmark", Left: true, Head: true},
		cell: func(s record.Summary) model.Cell { return model.Cell{Text: nameOf(s.Benchmark)} }}}
	cs = append(cs, intervalColumn(all)...)
	cs = append(cs,
		column{Column: model.Column{Title: "net/op", Legend: "wall time without the container's share; the median of the clean rounds"},
			cell: func(s record.Summary) model.Cell {
				return center(s.Net, model.Strong, unit.Nanoseconds)
			}},
		column{Column: model.Column{Title: "±", Left: true, Under: true, Legend: intervalLegend(all)}, cell: interval},
		column{Column: model.Column{Title: "wall/op", Narrow: true, Legend: "wall time as it passed, the container's share included"},
			cell: func(s record.Summary) model.Cell { return center(s.Wall, model.Plain, unit.Nanoseconds) }},
		column{Column: model.Column{Title: "container", Legend: "% of wall/op that is not net, and the largest item of it"}, cell: container},
	)
	cs = append(cs, v.rankColumn()...)
	cs = append(cs, billColumns(all)...)
	cs = append(cs,
		column{Column: model.Column{Title: "CV", Detail: model.Verbose, Narrow: true, Legend: "standard deviation ÷ mean of net/op over the clean rounds"}, cell: variation},
		column{Column: model.Column{Title: "rounds", Detail: model.Verbose, Narrow: true, Legend: "clean rounds; +n were contaminated from outside and do not count"}, cell: rounds},
	)
	cs = append(cs, memoryColumns(all)...)
	return append(cs, column{Column: model.Column{Title: "state", Detail: model.Paged, Narrow: true, Left: true, Chip: true, Legend: "steady when the interval and the CV are within -target and -max-cv"}, cell: state})
}

// state says whether a benchmark is steady; its notes say why it is not.
func state(s record.Summary) model.Cell {
	if s.Steady {
		return model.Cell{Text: model.In(model.Quiet, "steady")}
	}
	return model.Cell{Text: model.In(model.Warn, "not steady")}
}

func billColumns(all []record.Summary) []column {
	var cs []column
	for i, item := range (record.Bill{}).Items() {
		if !slices.ContainsFunc(all, func(s record.Summary) bool { return s.Bill.Items()[i].Ns != 0 }) {
			continue
		}
		cs = append(cs, column{Column: model.Column{Kind: bill, Detail: model.Verbose, Title: item.Name, Pictured: true, Legend: itemLegends[item.Name]},
			cell: func(s record.Summary) model.Cell {
				shown := share(s.Bill.Items()[i].Ns, s.Bill.Wall)
				return model.Cell{Text: words(shown), Trivial: shown == nothing}
			}})
	}
	if len(cs) == 0 {
		return nil
	}
	return append(cs, column{Column: model.Column{Kind: drawing, Title: "bill", Left: true, Wide: true, Legend: barLegend(cs)},
		cell: func(s record.Summary) model.Cell { return said(bar(s.Bill)).By(s.Bill.Net / s.Bill.Wall) },
		picture: func(s record.Summary, shown bool) model.Picture {
			if !shown || !bills.Made(s.Bill) {
				return nil
			}
			return bills.Stack(s.Bill, 0, true)
		}})
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

func memoryColumns(all []record.Summary) []column {
	var cs []column
	no := model.In(model.Quiet, "no room for B/op and allocs/op here: see `-v`, or a wider terminal")
	for _, c := range []struct {
		unit, legend string
		format       func(float64) string
	}{
		{"B/op", "bytes allocated, by all goroutines of the process", unit.Bytes},
		{"allocs/op", "allocations, likewise", unit.Count},
	} {
		if slices.ContainsFunc(all, func(s record.Summary) bool { return s.Units[c.unit].N > 0 }) {
			cs = append(cs, column{Column: model.Column{Kind: memory, Title: c.unit, Narrow: true, Spare: true, Spared: no, Legend: c.legend},
				cell: func(s record.Summary) model.Cell { return center(s.Units[c.unit], model.Plain, c.format) }})
			no = nil // said once
		}
	}
	return cs
}

func words(s string) model.Text { return model.Lit(model.Plain, s) }

func said(s string) model.Cell { return model.Cell{Text: words(s)} }

func center(e record.Estimate, m model.Mood, format func(float64) string) model.Cell {
	if !wording.HasCenter(e) {
		return said(wording.None).By(nan)
	}
	return model.Cell{Text: model.Lit(m, format(e.Center))}.By(e.Center)
}

func interval(s record.Summary) model.Cell {
	half, ok := s.Net.HalfWidth()
	switch {
	case !wording.HasCenter(s.Net):
		return said(wording.None)
	case !ok:
		return said(fmt.Sprintf("±%6s", "∞"))
	}
	return said(fmt.Sprintf("±%6s", unit.Percent(half, 1))).By(half)
}

// container says what the container took: "43.1% throttled".
func container(s record.Summary) model.Cell {
	b := s.Bill
	if !bills.Made(b) || !wording.Finite(b.Net) {
		return said(wording.None).By(nan)
	}
	part := 1 - b.Net/b.Wall
	if part < unworthy {
		return said(nothing).By(part)
	}
	return said(unit.Percent(part, 0) + " " + largestOf(b)).By(part)
}

// unworthy is a share of the container that says nothing.
const unworthy = 0.005

// largestOf names the greatest item of what the container took.
func largestOf(b record.Bill) string {
	largest := record.BillItem{Name: "lost"}
	for _, item := range b.Items() {
		if item.Container && item.Ns > largest.Ns {
			largest = item
		}
	}
	return largest.Name
}

// intervalLegend names the confidence that every interval reaches.
func intervalLegend(all []record.Summary) string {
	level := math.Inf(1)
	for _, s := range all {
		if s.Net.Confidence > 0 {
			level = min(level, s.Net.Confidence)
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
	if whole == 0 || !wording.Finite(part/whole) {
		return wording.None
	}
	if part == 0 {
		return nothing
	}
	return unit.Percent(part/whole, 1)
}

func variation(s record.Summary) model.Cell {
	if s.Rounds < 2 {
		return said(wording.None).By(nan)
	}
	return said(unit.Percent(s.CV, 1)).By(s.CV)
}

func rounds(s record.Summary) model.Cell {
	shown := strconv.Itoa(s.Rounds)
	if s.Polluted > 0 {
		shown = fmt.Sprintf("%d+%d", s.Rounds, s.Polluted)
	}
	return said(shown).By(float64(s.Rounds))
}
