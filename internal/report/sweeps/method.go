package sweeps

import (
	"fmt"
	"strings"

	"tare/internal/record"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// facts is what is known of the source, the machine, the cells and the plan.
func (v view) facts() model.Facts {
	f := model.Facts{Detail: model.Verbose, Title: "Source, machine, settings and plan",
		Groups: []model.Group{v.source(), wording.Machine(v.Machine), v.swept(), v.plan()},
		Gaps:   wording.Unread(v.Probes, func(record.Metric) bool { return false })}
	if len(v.Points) > 0 {
		cell := wording.Cell(v.Points[0].Cell)
		cell.Title = "Cell of the first point"
		f.Groups = append(f.Groups, cell)
	}
	return f
}

func (v view) source() model.Group {
	return model.Group{Title: "Source", Facts: wording.Known(
		wording.Fact("module", v.Source.Module),
		wording.Fact("packages", strings.Join(v.Plan.Packages, " ")),
		wording.Fact("command", wording.Quote(v.Plan.Command)),
		wording.Revision(v.Source),
		wording.Fact("Go", v.Source.GoVersion),
		wording.Fact("directory", v.Dir),
		wording.Fact("took", wording.Took(v.Started, v.Finished)),
	)}
}

// swept lists the factors with their levels.
func (v view) swept() model.Group {
	g := model.Group{Title: "Settings"}
	for _, f := range v.Factors {
		levels := strings.Join(f.Levels, ", ")
		if f.Given {
			levels += " (a limit: what is best within each)"
		}
		g.Facts = append(g.Facts, wording.Fact(f.Name, levels))
	}
	return g
}

func (v view) plan() model.Group {
	p := v.Plan
	looks := make([]string, len(p.Looks))
	for i, n := range p.Looks {
		looks[i] = fmt.Sprint(n)
	}
	return model.Group{Title: "Plan", Facts: wording.Known(
		wording.Fact("benchmarks", p.Bench),
		wording.Fact("metric", p.Metric),
		wording.Fact("benchtime", wording.Benchtime(p.Benchtime, p.Iters)),
		wording.Fact("error rate", fmt.Sprintf("%.4g%%", 100*p.Alpha)+", of all points, groups and benchmarks together"),
		wording.Fact("margin", v.margin()),
		wording.Fact("looks", strings.Join(looks, ", ")),
		wording.Fact("time limit", wording.TimeLimit(p.MaxTime)),
		wording.Fact("time for all", wording.TimeLimit(p.For)),
		wording.Fact("seed", fmt.Sprint(p.Seed)),
	)}
}

// foot says what words mean, and what the whole rests on.
func (v view) foot() []model.Text {
	texts := []string{
		"Every round has a fresh process of each point that still takes part, in random order, and points are compared within rounds. " +
			"A point that is known to be worse than another one under the same limits, by more than the margin as far as one can tell, is dropped; a group is settled when every point but the best is dropped, or known to be the same within the margin of " + v.margin() + ".",
		"Recommended is, of the points within the margin of the best, the one that needs no setting, or else takes least. More of a setting brings no more where the rest of the way to the best is within the margin.",
		"A setting explains a share of the variance of the logarithms between points, by an analysis of variance over the rounds in which every point counts; what chance adds is taken off.",
	}
	var foot []model.Text
	for _, text := range texts {
		foot = append(foot, model.Say(text))
	}
	return foot
}
