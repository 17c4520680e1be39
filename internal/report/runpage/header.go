package runpage

import (
	"fmt"
	"strings"

	"tare/internal/record"
	"tare/internal/report/benchpage"
	"tare/internal/report/wording"
)

func newHeader(run record.Run) benchpage.Header {
	title := run.Source.Module
	if title == "" {
		title = "run " + run.ID
	}
	h := benchpage.NewHeader(title, run.Started, run.Args)
	h.Summary = "Source, machine, cell and plan"
	h.Groups = []benchpage.Group{source(run), benchpage.Machine(run.Machine), benchpage.Cell(run.Cell), plan(run.Plan)}
	h.Gaps = benchpage.Gaps(run.Probes)
	return h
}

func source(run record.Run) benchpage.Group {
	return benchpage.Group{Title: "Source", Facts: benchpage.Known(
		benchpage.Fact{Name: "module", Value: run.Source.Module},
		benchpage.Fact{Name: "packages", Value: strings.Join(run.Plan.Packages, " ")},
		benchpage.Revision(run.Source),
		benchpage.Fact{Name: "Go", Value: run.Source.GoVersion},
		benchpage.Fact{Name: "directory", Value: run.Dir},
		benchpage.Fact{Name: "took", Value: benchpage.Took(run.Started, run.Finished)},
	)}
}

func plan(p record.Plan) benchpage.Group {
	return benchpage.Group{Title: "Plan", Facts: benchpage.Known(
		benchpage.Fact{Name: "benchmarks", Value: p.Bench},
		benchpage.Fact{Name: "benchtime", Value: benchpage.Benchtime(p.Benchtime, p.Iters)},
		benchpage.Fact{Name: "rounds", Value: fmt.Sprintf("%d to %d", p.MinRounds, p.MaxRounds)},
		benchpage.Fact{Name: "target", Value: "interval within ±" + wording.Share(p.Target, 0)},
		benchpage.Fact{Name: "CV at most", Value: wording.Share(p.MaxCV, 0)},
		benchpage.Fact{Name: "time limit", Value: benchpage.TimeLimit(p.MaxTime)},
		benchpage.Fact{Name: "time for all", Value: benchpage.TimeLimit(p.For)},
		benchpage.Fact{Name: "seed", Value: fmt.Sprint(p.Seed)},
	)}
}
