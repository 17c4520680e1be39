package comparisons

import (
	"fmt"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// method is how it was measured, and how much that can tell.
func (v view) method() []model.Block {
	calibration, ok := v.calibration()
	if !ok {
		calibration = "" // it stands on top
	}
	hint := ""
	if v.Design != record.Separate && v.asksForProfile() {
		hint = "-profile shows which functions changed"
	}
	p := remarks(place(v.Machine), calibration, v.findable(), hint)
	p.Lines = append(p.Lines, wording.Unread(v.Probes, func(record.Metric) bool { return false }).Lines...)
	if len(p.Lines) > 0 {
		p.Title = "How this was measured"
	}
	return []model.Block{p, v.facts()}
}

// asksForProfile reports whether a change is known, and none was profiled.
func (v view) asksForProfile() bool {
	known := false
	for _, b := range v.Benchmarks {
		for _, c := range b.Changes {
			if c.Profile != nil {
				return false
			}
			known = known || decided(c)
		}
	}
	return known
}

// facts are the sides, the machine, and the plan with what became of it.
func (v view) facts() model.Facts {
	f := model.Facts{Detail: model.Paged, Title: "Variants, machine, cell and plan"}
	for i, one := range v.Variants {
		f.Groups = append(f.Groups, v.variantFacts(i, one))
	}
	f.Groups = append(f.Groups, v.plan(), wording.Machine(v.Machine))
	if len(v.Variants) > 0 && v.Design != record.Separate {
		f.Groups = append(f.Groups, wording.Cell(v.Variants[0].Cell))
	}
	return f
}

// variantFacts is the code of a variant, and what sets its cell apart from the
// baseline's.
func (v view) variantFacts(i int, one record.Variant) model.Group {
	facts := wording.Known(
		wording.Fact("is", v.role(one.Role)),
		wording.Fact("code", one.Side),
		wording.Fact("settings", strings.Join(one.Settings, " ")),
		wording.Fact("module", one.Source.Module),
		wording.Revision(one.Source),
		wording.Fact("Go", one.Source.GoVersion),
		wording.Fact("build flags", wording.Quote(one.Flags)),
	)
	if i > 0 {
		usual := wording.Cell(v.Variants[0].Cell).Facts
		for _, f := range wording.Cell(one.Cell).Facts {
			same := func(u model.Fact) bool { return u.Name == f.Name && u.Value.String() == f.Value.String() }
			if !slices.ContainsFunc(usual, same) {
				facts = append(facts, f)
			}
		}
	}
	return model.Group{Title: one.Name, Facts: facts}
}

func (v view) role(r record.Role) string {
	switch r {
	case record.Base:
		return "the baseline"
	case record.Copy:
		return "the binary of " + v.base() + " once more"
	case record.Relinked:
		return "the source of " + v.base() + ", linked in another order"
	}
	return "a candidate"
}

// plan is how it was to be measured, and how long that took.
func (v view) plan() model.Group {
	p := v.Plan
	looks := make([]string, len(p.Looks))
	for i, n := range p.Looks {
		looks[i] = fmt.Sprint(n)
	}
	design, layouts := "paired: every round has a fresh process of each variant, in random order", ""
	if v.Design == record.Separate {
		design = "separate: one side after the other"
	}
	if p.Layouts > 0 {
		layouts = fmt.Sprint(p.Layouts)
	}
	return model.Group{Title: "Plan", Facts: wording.Known(
		wording.Fact("design", design),
		wording.Fact("benchmarks", p.Bench),
		wording.Fact("packages", strings.Join(p.Packages, " ")),
		wording.Fact("metric", p.Metric),
		wording.Fact("benchtime", wording.Benchtime(p.Benchtime, p.Iters)),
		wording.Fact("error rate", wording.Share(p.Alpha, 0)+", of all verdicts together"),
		wording.Fact("margin", wording.Margins(p)),
		wording.Fact("looks", strings.Join(looks, ", ")),
		wording.Fact("time limit", wording.TimeLimit(p.MaxTime)),
		wording.Fact("time for all", wording.TimeLimit(p.For)),
		wording.Fact("layouts", layouts),
		wording.Fact("sessions", v.sessionsList()),
		wording.Fact("directory", v.Dir),
		wording.Fact("began", wording.Moment(v.Started)),
		wording.Fact("took", wording.Took(v.Started, v.Started.Add(v.Took()))),
	)}
}

// sessionsList lists those of a comparison that was continued, with when they began
// and how many rounds a benchmark could then have; empty for one that was not.
func (v view) sessionsList() string {
	var all []string
	for _, s := range v.Sessions {
		all = append(all, fmt.Sprintf("%s up to %d rounds", s.Started.Format("2006-01-02 15:04"), s.Most))
	}
	return strings.Join(all, ", ")
}

// foot says what words mean, beyond the legends of columns.
func (v view) foot() []model.Text {
	texts := []string{
		"Same code: both sides run the same machine code. Invalid: the measurements say nothing about the change.",
	}
	if v.Design != record.Separate {
		texts = append(texts, "Net is wall time without the container's share: throttling by a CPU quota, run-queue wait, time stolen by the hypervisor. Pairs with a contaminated trial are shown, and do not count.")
	}
	var foot []model.Text
	for _, text := range texts {
		foot = append(foot, model.Say(text))
	}
	return foot
}
