package page

import (
	"tare/internal/record"
	"tare/internal/report/wording"
)

// finding is a record.Finding with what to do about it.
type finding struct {
	record.Finding
	Do, Or string // what tare can do, or else a person; what else a person can do
}

// newFindings sorts findings by severity, gravest first, else as they came.
func newFindings(found []record.Finding) []finding {
	var fs []finding
	for _, f := range wording.GravestFirst(found) {
		do, or := wording.Fixes(f)
		fs = append(fs, finding{f, do, or})
	}
	return fs
}

// failure is a package or benchmark that gave no result.
type failure struct {
	record.Failure
	Name string // the benchmark, or the package when all of it failed
}

func newFailures(failed []record.Failure) []failure {
	fs := make([]failure, len(failed))
	for i, f := range failed {
		fs[i] = failure{Failure: f, Name: f.Benchmark}
		if f.Benchmark == "" {
			fs[i].Name = f.Package
		}
	}
	return fs
}

// orphan is a benchmark that has trials and no summary.
type orphan struct {
	Name   name
	Trials trialTable
}

func newOrphans(run record.Run) []orphan {
	summarized := map[record.Benchmark]bool{}
	for _, s := range run.Summaries {
		summarized[s.Benchmark] = true
	}
	trials := byBenchmark(run.Trials)
	var orphans []orphan
	for _, t := range run.Trials {
		if b := t.Benchmark; !summarized[b] {
			summarized[b] = true
			orphans = append(orphans, orphan{newName(b), newTrialTable(trials[b], nil)})
		}
	}
	return orphans
}
