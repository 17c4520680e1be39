package runpage

import (
	"cmp"
	"slices"

	"tare/internal/record"
	"tare/internal/report/benchpage"
)

// What a section takes of a page, in bytes, about: its charts and tables, and what
// each trial adds to them beside its output.
const (
	sectionBytes = 7000
	trialBytes   = 1500
)

// chosen are the benchmarks that have sections: those with trials that failed, and
// then those of whose time the container has the greatest share.
func chosen(summaries []record.Summary, trials map[record.Benchmark][]record.Trial) map[int]bool {
	order := make([]int, len(summaries))
	failed := make([]int, len(summaries))
	for i, s := range summaries {
		order[i] = i
		if slices.ContainsFunc(trials[s.Benchmark], fails) {
			failed[i] = 1
		}
	}
	// An unknown bill is no share at all: a comparison with NaN would order nothing.
	share := func(i int) float64 {
		if b := summaries[i].Bill; b.Wall > 0 {
			return 1 - b.Net/b.Wall
		}
		return 0
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(failed[b], failed[a]), cmp.Compare(share(b), share(a)))
	})
	return benchpage.Room(order, func(i int) int { return sectionBytes + weight(trials[summaries[i].Benchmark]) })
}

func fails(t record.Trial) bool {
	return t.Outcome != record.OK && t.Outcome != record.Skipped && t.Outcome != record.Stopped
}

// weight is what the table of trials takes, in bytes, about.
func weight(trials []record.Trial) int {
	bytes := trialBytes * len(trials)
	for _, t := range trials {
		bytes += len(t.Output)
	}
	return bytes
}
