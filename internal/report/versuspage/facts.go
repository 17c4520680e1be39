package versuspage

import (
	"fmt"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/benchpage"
	"tare/internal/report/wording"
)

type (
	group = benchpage.Group
	fact  = benchpage.Fact
)

// header names the sides, and says how they were measured.
func (v view) header() benchpage.Header {
	h := benchpage.NewHeader(v.title(), v.Started, v.Args)
	h.Summary = "Variants, machine, cell and how it was measured"
	for i, one := range v.Variants {
		h.Groups = append(h.Groups, v.variantFacts(i, one))
	}
	h.Groups = append(h.Groups, v.method(), benchpage.Machine(v.Machine))
	if len(v.Variants) > 0 && v.Design != record.Separate {
		h.Groups = append(h.Groups, benchpage.Cell(v.Variants[0].Cell))
	}
	h.Gaps = wording.GapsOf(v.Probes)
	return h
}

// title is "HEAD~1 → ., . gogc=50".
func (v view) title() string {
	var olds, news []string
	for _, one := range v.Variants {
		name := strings.Join(append([]string{one.Side}, one.Settings...), " ")
		switch one.Role {
		case record.Base:
			olds = append(olds, name)
		case record.Contender:
			news = append(news, name)
		}
	}
	if len(olds)+len(news) == 0 {
		return "comparison " + v.ID
	}
	return strings.Join(olds, ", ") + " → " + strings.Join(news, ", ")
}

// variantFacts is the code of a variant, and what sets its cell apart from the
// base's.
func (v view) variantFacts(i int, one record.Variant) group {
	facts := benchpage.Known(
		fact{Name: "is", Value: v.role(one.Role)},
		fact{Name: "code", Value: one.Side},
		fact{Name: "settings", Value: strings.Join(one.Settings, " ")},
		fact{Name: "module", Value: one.Source.Module},
		benchpage.Revision(one.Source),
		fact{Name: "Go", Value: one.Source.GoVersion},
		fact{Name: "build flags", Value: wording.Quote(one.Flags)},
	)
	if i > 0 {
		usual := benchpage.Cell(v.Variants[0].Cell).Facts
		for _, f := range benchpage.Cell(one.Cell).Facts {
			if !slices.Contains(usual, f) {
				facts = append(facts, f)
			}
		}
	}
	return group{Title: one.Name, Facts: facts}
}

func (v view) role(r record.Role) string {
	switch r {
	case record.Base:
		return "the base"
	case record.Copy:
		return "the binary of " + v.base() + " once more"
	case record.Relinked:
		return "the source of " + v.base() + ", linked in another order"
	}
	return "compared with " + v.base()
}

// method is the plan, what became of it, and the command that repeats it.
func (v view) method() group {
	p := v.Plan
	looks := make([]string, len(p.Looks))
	for i, n := range p.Looks {
		looks[i] = fmt.Sprint(n)
	}
	facts := benchpage.Known(
		fact{Name: "design", Value: v.design()},
		fact{Name: "benchmarks", Value: p.Bench},
		fact{Name: "packages", Value: strings.Join(p.Packages, " ")},
		fact{Name: "metric", Value: p.Metric},
		fact{Name: "benchtime", Value: benchpage.Benchtime(p.Benchtime, p.Iters)},
		fact{Name: "error rate", Value: wording.Share(p.Alpha, 0) + ", of all verdicts together"},
		fact{Name: "margin", Value: wording.Margins(p)},
		fact{Name: "looks", Value: strings.Join(looks, ", ")},
		fact{Name: "time limit", Value: benchpage.TimeLimit(p.MaxTime)},
		fact{Name: "time for all", Value: benchpage.TimeLimit(p.For)},
		fact{Name: "sessions", Value: v.sessions()},
	)
	if p.Layouts > 0 {
		facts = append(facts, fact{Name: "layouts", Value: fmt.Sprint(p.Layouts)})
	}
	if v.Design != record.Separate {
		facts = append(facts, v.calibration(),
			fact{Name: "seed", Value: fmt.Sprint(p.Seed)},
			fact{Name: "again", Value: wording.Reproduce(v.Args, p.Seed), Code: true})
	}
	return group{Title: "How it was measured", Facts: append(facts, benchpage.Known(
		fact{Name: "directory", Value: v.Dir},
		fact{Name: "took", Value: benchpage.Took(v.Started, v.Started.Add(v.Took()))},
	)...)}
}

func (v view) design() string {
	if v.Design == record.Separate {
		return "separate: one side after the other"
	}
	return "paired: every round has a fresh process of each variant, in random order"
}

func (v view) calibration() fact {
	c := v.Calibration
	if c.Pairs == 0 {
		return fact{Name: "calibration", Missing: "no pairs of " + v.base() + " with its own copy"}
	}
	f := fact{Name: "calibration", Value: fmt.Sprintf("%s and its own copy differ by %s%s (p = %s, %s)",
		v.base(), wording.Signed(c.Shift, 1), wording.In(c.Metric), probability(c.P, c.Pairs), unit.Plural(c.Pairs, "pair"))}
	if !c.OK {
		f.Flag = "uncalibrated"
	}
	return f
}
