package versuspage

import (
	"tare/internal/record"
	"tare/internal/report/benchpage"
)

// bills are those of both sides at one scale, means over the clean trials.
type bills struct {
	Sides []sideBill
	Lines []billLine
}

// sideBill is the bill of one side; Bar is nil when none was made out.
type sideBill struct {
	Name string
	Bar  *benchpage.BillBar
}

// billLine is one item on both sides.
type billLine struct {
	Class, Name    string
	Old, New, Diff string
	Container      bool
}

func (v view) bills(b record.Compared, c record.Change) *bills {
	was := meanBill(v.trials[side{b.Benchmark, 0}])
	is := meanBill(v.trials[side{b.Benchmark, c.Variant}])
	width := max(benchpage.BillWidth(was), benchpage.BillWidth(is))
	oldBar, newBar := benchpage.NewBillBar(was, width), benchpage.NewBillBar(is, width)
	if oldBar == nil && newBar == nil {
		return nil
	}
	both := &bills{Sides: []sideBill{{v.base(), oldBar}, {v.variant(c.Variant), newBar}}}
	if oldBar == nil || newBar == nil {
		return both
	}
	for i, o := range oldBar.Lines {
		n := newBar.Lines[i]
		if o.Value == 0 && n.Value == 0 {
			continue
		}
		line := billLine{
			Class: o.Class, Name: o.Name, Container: o.Container,
			Old: o.Ns, New: n.Ns, Diff: difference(n.Value-o.Value, wallUnit),
		}
		both.Lines = append(both.Lines, line)
	}
	return both
}
