package page

import (
	"tare/internal/record"
	"tare/internal/report/benchpage"
)

// orphan is a benchmark that has trials and no summary.
type orphan struct {
	Name   benchpage.Name
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
			orphans = append(orphans, orphan{benchpage.NewName(b), newTrialTable(trials[b], nil)})
		}
	}
	return orphans
}
