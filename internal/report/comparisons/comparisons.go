// Package comparisons words what a comparison came to: benchmarks with the interval of
// every change and a verdict, what explains each change, what to hold against it, and what
// the whole rests on.
package comparisons

import (
	"fmt"
	"strings"

	"tare/internal/record"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// Options says which benchmarks are listed, and in which order. The counts of a result, and
// means, are always those of all.
type Options struct {
	Sort Order
	Only Filter
}

// Document is the report of c.
func Document(c record.Comparison, o Options) model.Document {
	v := newView(c, o)
	blocks := []model.Block{v.notices(), v.table(), v.goingOn(), v.unmatched(), wording.Failures(v.Failures, v.Variants), v.omission()}
	blocks = append(blocks, v.sections()...)
	blocks = append(blocks, v.method()...)
	return model.Document{
		Title:   v.title(),
		About:   v.about(),
		Command: v.command(),
		Result:  v.result(),
		Blocks:  append(blocks, v.otherUnits(), wording.Findings(v.Findings)),
		Foot:    v.foot(),
		Tare:    v.tare(),
	}
}

// command is what measures the same again; files have none.
func (v view) command() string {
	if v.Design == record.Separate || len(v.Args) == 0 {
		return ""
	}
	return wording.Reproduce(v.Args, v.Plan.Seed)
}

func (v view) tare() string {
	if v.ID == "" {
		return v.Tare
	}
	return fmt.Sprintf("%s · comparison %s", v.Tare, v.ID)
}

// notices are what to know before any verdict is read.
func (v view) notices() model.Block {
	p := model.Prose{Detail: model.Brief}
	if text := v.guarantee(); text != "" {
		p.Lines = append(p.Lines, model.Line{Text: model.In(model.Warn, text)})
	}
	if text, ok := v.calibration(); !ok {
		p.Lines = append(p.Lines, model.Line{Detail: model.Brief, Text: model.In(model.Bad, text)})
	}
	if text := v.alarm(); text != "" {
		p.Lines = append(p.Lines, model.Line{Detail: model.Brief, Text: model.In(model.Warn, text)})
	}
	return p
}

// unmatched names the benchmarks that some variants lack, those with the same gap
// together; those that a candidate lacks first, and whatever was asked for.
func (v view) unmatched() model.Block {
	p := model.Prose{Detail: model.Brief, List: true}
	var gone, added []record.Unmatched
	for _, u := range v.Unmatched {
		if u.Vanished() {
			gone = append(gone, u)
		} else {
			added = append(added, u)
		}
	}
	for _, g := range wording.Unmatched(gone, v.variant) {
		p.Lines = append(p.Lines, model.Line{Detail: model.Brief, Label: g.Why + ":", Text: model.Lit(model.Bad, strings.Join(g.What, ", "))})
	}
	for _, g := range wording.Unmatched(added, v.variant) {
		p.Lines = append(p.Lines, model.Line{Label: g.Why + ":", Text: model.Lit(model.Plain, strings.Join(g.What, ", "))})
	}
	return p
}
