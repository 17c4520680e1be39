package runpage

import (
	"tare/internal/record"
	"tare/internal/report/benchpage"
	"tare/internal/report/wording"
)

// orphan is a benchmark that has trials and no summary.
type orphan struct {
	Name   benchpage.Name
	Trials trialTable
}

// orphanBytes is what a page has room for of them.
const orphanBytes = 1 << 20

// newOrphans returns those that there is room for, and the names of the others.
func newOrphans(run record.Run, trials map[record.Benchmark][]record.Trial) (orphans []orphan, others []string) {
	summarized := map[record.Benchmark]bool{}
	for _, s := range run.Summaries {
		summarized[s.Benchmark] = true
	}
	left := orphanBytes
	for _, t := range run.Trials {
		b := t.Benchmark
		if summarized[b] {
			continue
		}
		summarized[b] = true
		if left -= weight(trials[b]); left < 0 && len(orphans) > 0 {
			others = append(others, wording.Benchmark(b))
			continue
		}
		orphans = append(orphans, orphan{benchpage.NewName(b), newTrialTable(trials[b], nil)})
	}
	return orphans, others
}
