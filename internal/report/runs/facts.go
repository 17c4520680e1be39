package runs

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// title names what was measured, with its version.
func title(run record.Run) string {
	s := run.Source
	switch {
	case s.Module == "" || !within(run):
		return cmp.Or(strings.Join(run.Plan.Packages, " "), strings.TrimSpace("run "+run.ID))
	case s.Revision == "":
		return s.Module
	case s.Dirty:
		return s.Module + " " + short(s.Revision) + " with changes"
	}
	return s.Module + " " + short(s.Revision)
}

// within reports whether what was measured is of the module that it was measured in, and
// not, say, of the standard library.
func within(run record.Run) bool {
	return !slices.ContainsFunc(run.Summaries, func(s record.Summary) bool {
		pkg := s.Benchmark.Package
		return pkg != run.Source.Module && !strings.HasPrefix(pkg, run.Source.Module+"/")
	})
}

// short is as much of a revision as git prints.
func short(revision string) string { return revision[:min(len(revision), 12)] }

// about says when, for how long and on what.
func about(run record.Run) []model.Line {
	parts := []string{wording.Moment(run.Started)}
	for _, part := range []string{wording.Took(run.Started, run.Finished), run.Source.GoVersion, run.Machine.CPUModel} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return []model.Line{{Detail: model.Paged, Text: model.Lit(model.Plain, strings.Join(parts, " · "))}}
}

// facts is what is known of the source, the machine, the cell and the plan.
func facts(run record.Run) model.Facts {
	gaps := wording.Unread(run.Probes, func(m record.Metric) bool { return billed[m] != "" })
	return model.Facts{Detail: model.Verbose, Title: "Source, machine, cell and plan",
		Groups: []model.Group{source(run), wording.Machine(run.Machine), wording.Cell(run.Cell), plan(run.Plan)}, Gaps: gaps}
}

func source(run record.Run) model.Group {
	return model.Group{Title: "Source", Facts: wording.Known(
		wording.Fact("module", run.Source.Module),
		wording.Fact("packages", strings.Join(run.Plan.Packages, " ")),
		wording.Revision(run.Source),
		wording.Fact("Go", run.Source.GoVersion),
		wording.Fact("directory", run.Dir),
		wording.Fact("took", wording.Took(run.Started, run.Finished)),
	)}
}

func plan(p record.Plan) model.Group {
	return model.Group{Title: "Plan", Facts: wording.Known(
		wording.Fact("benchmarks", p.Bench),
		wording.Fact("benchtime", wording.Benchtime(p.Benchtime, p.Iters)),
		wording.Fact("rounds", fmt.Sprintf("%d to %d", p.MinRounds, p.MaxRounds)),
		wording.Fact("target", "interval within ±"+wording.Share(p.Target, 0)),
		wording.Fact("CV at most", wording.Share(p.MaxCV, 0)),
		wording.Fact("time limit", wording.TimeLimit(p.MaxTime)),
		wording.Fact("time for all", wording.TimeLimit(p.For)),
		wording.Fact("seed", fmt.Sprint(p.Seed)),
	)}
}
