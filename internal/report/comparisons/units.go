package comparisons

import (
	"fmt"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// counters are the units of readings. What moves them is the machine as well as
// the code: they show as reasons only.
var counters = []string{
	"gc/op", "gc-assist-ns/op", "voluntary-switches/op", "involuntary-switches/op", "migrations/op",
	"minor-faults/op", "major-faults/op", "cycles/op", "instructions/op", "cache-misses/op", "dtlb-misses/op",
	"exact-B/op", "exact-allocs/op",
}

// otherUnits are tables of the units that verdicts are not about, with the rows in which
// they moved, in order of first appearance, and a list of those that did not.
func (v view) otherUnits() model.Block {
	s := model.Section{Detail: model.Verbose, Title: model.Say("Other units")}
	var equal, still []string
	for _, name := range v.unitNames() {
		t, rest, same := v.unitTable(name)
		switch {
		case len(t.Rows) > 0:
			if rest > 0 {
				t.Under = []model.Text{model.Say(others(rest, same))}
			}
			s.Blocks = append(s.Blocks, t)
		case same:
			equal = append(equal, name)
		default:
			still = append(still, name)
		}
	}
	var texts []string
	if len(s.Blocks) > 0 {
		texts = append(texts, "not corrected for the number of rows: about 1 false change per 100")
	}
	if len(equal) > 0 {
		texts = append(texts, "all equal: "+strings.Join(equal, ", "))
	}
	if len(still) > 0 {
		texts = append(texts, "no change found: "+strings.Join(still, ", "))
	}
	s.Blocks = append(s.Blocks, remarks(texts...))
	if len(texts) == 0 {
		return model.Prose{Detail: model.Verbose}
	}
	return s
}

// remarks are sentences, those that are empty left out.
func remarks(texts ...string) model.Prose {
	p := model.Prose{Detail: model.Verbose}
	for _, text := range texts {
		if text != "" {
			p.Lines = append(p.Lines, model.Line{Text: model.Lit(model.Plain, text)})
		}
	}
	return p
}

// others says what the rows of a unit leave out, and whether both sides have the same
// value there.
func others(rest int, equal bool) string {
	if equal {
		return fmt.Sprintf("the other %d: all equal", rest)
	}
	return fmt.Sprintf("the other %d: no change found", rest)
}

func (v view) unitNames() []string {
	var names []string
	for _, b := range v.each() {
		for _, c := range b.Changes {
			for _, u := range c.Units {
				if items[u.Unit].Name == "" && !v.judged(b.Benchmark, u.Unit) && !slices.Contains(counters, u.Unit) && !slices.Contains(names, u.Unit) {
					names = append(names, u.Unit)
				}
			}
		}
	}
	return names
}

// unitTable has the rows in which a unit moved. Rest changes have none, and in all of
// these both sides have the same value if equal.
func (v view) unitTable(unit string) (t model.Table, rest int, equal bool) {
	t = model.Table{Detail: model.Verbose, Title: unit, Moves: []model.Move{{Fold: kinds(name)}, {Above: kinds(name)}}}
	t.Columns = []model.Column{
		{Kind: name, Title: "benchmark", Left: true, Head: true}, {Title: v.base()}, {Title: "variant", Left: true}, {Title: v.candidate()},
		{Title: "change"}, {Title: "interval", Left: true, Under: true},
	}
	equal = true
	for _, b := range v.each() {
		for _, c := range b.Changes {
			u, ok := find(c.Units, unit)
			switch {
			case !ok || v.judged(b.Benchmark, unit):
			case !u.Moved:
				rest++
				equal = equal && u.Old == u.New
			default:
				t.Rows = append(t.Rows, model.Row{Cells: v.moved(b, c, u)})
			}
		}
	}
	if !v.several() {
		t.Columns = slices.Delete(t.Columns, 2, 3)
	}
	return t, rest, equal
}

func (v view) moved(b record.Compared, c record.Change, u record.UnitChange) []model.Cell {
	s := ofUnit(u)
	size := s.String()
	if !s.known && u.Diff.N > 0 { // it was 0
		size = difference(u.Diff.Center, u.Unit)
	}
	cells := []model.Cell{said(v.full(b.Benchmark)), said(wording.Number(u.Old, u.Unit)), said(v.variant(c.Variant)),
		said(wording.Number(u.New, u.Unit)), said(size), said(s.interval())}
	if !v.several() {
		cells = slices.Delete(cells, 2, 3)
	}
	return cells
}
