// Package sweeps words what a sweep came to: for each benchmark which settings to take and
// what they bring, every point that was measured, and which settings matter.
package sweeps

import (
	"cmp"
	"strings"

	"tare/internal/record"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// Document is the report of s.
func Document(s record.Sweep) model.Document {
	v := newView(s)
	doc := model.Document{Title: v.title(), About: v.about(), Result: v.result(), Foot: v.foot(), Tare: s.Tare}
	if len(s.Args) > 0 {
		doc.Command = wording.Reproduce(s.Args, s.Plan.Seed)
	}
	if s.ID != "" {
		doc.Tare += " · sweep " + s.ID
	}
	if len(s.Benchmarks) == 0 {
		none := model.Line{Detail: model.Brief, Text: model.In(model.Quiet, "No benchmark was measured.")}
		doc.Blocks = append(doc.Blocks, model.Prose{Detail: model.Brief, Lines: []model.Line{none}})
	}
	for i := range s.Benchmarks {
		doc.Blocks = append(doc.Blocks, v.section(i))
	}
	doc.Blocks = append(doc.Blocks, v.failures(), wording.Skipped(s.Skipped), wording.Findings(s.Findings), v.omission(), v.facts())
	return doc
}

// title is "example.com/m: gomaxprocs × quota".
func (v view) title() string {
	var names []string
	for _, f := range v.varied {
		names = append(names, v.Factors[f].Name)
	}
	what := cmp.Or(v.Source.Module, strings.Join(v.Plan.Packages, " "), strings.TrimSpace("sweep "+v.ID))
	if len(names) == 0 {
		return what
	}
	return what + ": " + strings.Join(names, " × ")
}

// about says when, for how long and on what.
func (v view) about() []model.Line {
	parts := []string{wording.Moment(v.Started)}
	for _, part := range []string{wording.Took(v.Started, v.Finished), v.Source.GoVersion, v.Machine.CPUModel} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return []model.Line{{Detail: model.Paged, Text: model.Lit(model.Plain, strings.Join(parts, " · "))}}
}

// failures name the point that they are of, where they came in a trial.
func (v view) failures() model.Failures {
	var whole, ofPoints []record.Failure
	for _, f := range v.Failures {
		if f.Stage == "trial" {
			ofPoints = append(ofPoints, f)
		} else {
			whole = append(whole, f)
		}
	}
	points := make([]record.Variant, len(v.Points))
	for i := range points {
		points[i].Name = v.Describe(i)
	}
	block, rest := wording.Failures(whole, nil), wording.Failures(ofPoints, points)
	block.List, block.Named = append(block.List, rest.List...), append(block.Named, rest.Named...)
	return block
}
