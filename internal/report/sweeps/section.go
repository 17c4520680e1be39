package sweeps

import (
	"fmt"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// openSections is the most for which all start out unfolded.
const openSections = 6

// section is all about one benchmark: what to do first, then what that rests on.
func (v view) section(i int) model.Section {
	b := v.Benchmarks[i]
	s := model.Section{Detail: model.Brief, ID: fmt.Sprintf("b%d", i+1), Open: len(v.Benchmarks) <= openSections,
		Title: lit(v.Named(b.Benchmark).Short()), Result: v.outcome(b)}
	s.Blocks = []model.Block{v.recommendations(b)}
	if v.drawn[i] {
		s.Blocks = append(s.Blocks, v.pictures(b)...)
	}
	s.Blocks = append(s.Blocks, v.table(b, i == 0), v.matters(b), v.effectTable(b), v.measuredBy(b))
	return s
}

// outcome is "settled after 14 rounds".
func (v view) outcome(b record.Swept) model.Text {
	after := " after " + unit.Plural(b.Rounds, "round")
	if settled(b) {
		return model.Lit(model.Quiet, "settled"+after)
	}
	return model.Lit(model.Warn, "not settled"+after)
}

// measuredBy says how b was measured.
func (v view) measuredBy(b record.Swept) model.Prose {
	p := model.Prose{Detail: model.Verbose}
	add := func(label, text string) {
		if text != "" {
			p.Lines = append(p.Lines, model.Line{Detail: model.Verbose, Label: label, Text: lit(text)})
		}
	}
	add("package:", b.Benchmark.Package)
	if b.N > 0 {
		add("window of the first point:", wording.Window(b.Windows, b.N))
	}
	if b.Stop != "" {
		add("stopped:", wording.Stop(b.Stop))
	}
	for _, c := range wording.WindowCaveats(b.Windows) {
		add("note:", c.Text)
	}
	return p
}
