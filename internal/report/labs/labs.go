// Package labs is the report of a lab: a table of published claims beside what this machine
// says, and for each its experiment with the picture, every round and the program. It also
// lists claims before they are tested.
package labs

import (
	"cmp"
	"strings"

	"tare/internal/lab"
	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// Document is the report of l. The claims say what its experiments test; one that is not
// among them is shown by its figures.
func Document(l record.Lab, claims []lab.Claim) model.Document {
	v := view{Lab: l, host: lab.HostOf(l.Machine, l.Quick), claims: claims}
	doc := model.Document{
		Title: v.title(), About: v.about(), Command: "tare " + wording.Quote(l.Args),
		Result: v.result(),
		Blocks: []model.Block{v.table(), v.failures(), wording.Findings(l.Findings)},
		Foot:   zones(),
		Tare:   l.Tare,
	}
	for i := range l.Experiments {
		doc.Blocks = append(doc.Blocks, v.section(i))
	}
	doc.Blocks = append(doc.Blocks, model.Facts{Detail: model.Verbose, Title: "Machine", Groups: []model.Group{wording.Machine(l.Machine)}})
	return doc
}

// view is a lab with what several parts of its report need.
type view struct {
	record.Lab
	host   lab.Host
	claims []lab.Claim
}

// claim is what an experiment tests; the zero value has nothing to say.
func (v view) claim(x record.Experiment) lab.Claim {
	c, ok := lab.Find(v.claims, x.ID)
	if !ok {
		c.ID = x.ID
	}
	return c
}

// title names the machine: the same claims hold on one, and not on another.
func (v view) title() string {
	title := "Published claims on " + cmp.Or(v.Machine.CPUModel, "an unknown CPU")
	if v.Machine.Affinity > 0 {
		title += ", " + unit.Plural(v.Machine.Affinity, "CPU")
	}
	return title
}

// about says when, for how long and on what.
func (v view) about() []model.Line {
	parts := []string{wording.Moment(v.Started), wording.Took(v.Started, v.Finished), v.GoVersion,
		strings.Trim(v.Machine.GOOS+"/"+v.Machine.GOARCH, "/"), v.Machine.Kernel}
	if v.Quick {
		parts = append(parts, "quick: few rounds of short windows")
	}
	var said []string
	for _, part := range parts {
		if part != "" && part != wording.None {
			said = append(said, part)
		}
	}
	if len(said) == 0 {
		return nil
	}
	return []model.Line{{Text: model.Lit(model.Plain, strings.Join(said, " · "))}}
}

// verdicts are all there are, in the order in which they are counted up.
var verdicts = []record.ClaimVerdict{record.Reproduced, record.Partly, record.Refuted, record.Unclear, record.NotTestable}

// moods are those of verdicts.
var moods = map[record.ClaimVerdict]model.Mood{
	record.Reproduced: model.Good, record.Partly: model.Warn, record.Refuted: model.Bad,
	record.Unclear: model.Quiet, record.NotTestable: model.Missing,
}

// result counts claims by their verdicts.
func (v view) result() []model.Count {
	counts := []model.Count{{Detail: model.Brief, Text: unit.Plural(len(v.Experiments), "claim")}}
	n := map[record.ClaimVerdict]int{}
	for _, x := range v.Experiments {
		n[x.Verdict]++
	}
	for _, verdict := range verdicts {
		if n[verdict] > 0 {
			counts = append(counts, model.Count{Detail: model.Brief, Mood: moods[verdict], Text: wording.Grouped(int64(n[verdict])) + " " + string(verdict)})
		}
	}
	return append(counts, model.Count{Text: "seed " + seedOf(v.Seed)})
}

// failures is what did not build or run, in all experiments.
func (v view) failures() model.Failures {
	all := model.Failures{Title: "Failures"}
	for _, x := range v.Experiments {
		variants := make([]record.Variant, len(x.Variants))
		for i, one := range x.Variants {
			variants[i].Name = x.ID + ", " + one.Name
		}
		some := wording.Failures(x.Failures, variants)
		all.List, all.Named = append(all.List, some.List...), append(all.Named, some.Named...)
	}
	return all
}

// zones says how verdicts come about.
func zones() []model.Text {
	return []model.Text{model.Say("A figure's effect is its distance from what it would be if there were nothing to the claim, as a share of the published distance. " +
		"Reproduced: the whole interval of ours lies within 0.6 and 1.6 of it; refuted: below 0.2; partly: between, or beyond; inconclusive: it lies across a border.")}
}
