package runs

import (
	"cmp"
	"slices"

	"tare/internal/record"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// What parts of a report take of a page, in bytes, about.
const (
	rowBytes     = 750   // a row of the table
	markBytes    = 45    // one of its marks
	noteBytes    = 70    // a footnote beside its words
	sectionBytes = 12000 // charts and tables, and what each trial adds to them beside its output
	trialBytes   = 800
	orphanBytes  = 1 << 20 // all benchmarks that have trials and no result
)

// openSections is how many sections a page may have and still show all of them at first
// sight.
const openSections = 8

// chosen are the benchmarks that have sections: those with trials that failed, and then
// those of whose time the container has the greatest share.
func (v view) chosen() map[int]bool {
	order, failed := make([]int, len(v.Summaries)), make([]int, len(v.Summaries))
	for i, s := range v.Summaries {
		order[i] = i
		if slices.ContainsFunc(v.trials[s.Benchmark], fails) {
			failed[i] = 1
		}
	}
	// An unknown bill is no share at all: a comparison with NaN would order nothing.
	share := func(i int) float64 {
		if b := v.Summaries[i].Bill; b.Wall > 0 {
			return 1 - b.Net/b.Wall
		}
		return 0
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(failed[b], failed[a]), cmp.Compare(share(b), share(a)))
	})
	return wording.Room(order, v.tableBytes(), func(i int) int { return sectionBytes + weight(v.trials[v.Summaries[i].Benchmark]) })
}

// tableBytes is what the table of all benchmarks takes of a page, about.
func (v view) tableBytes() int {
	bytes := rowBytes * len(v.Summaries)
	seen := map[model.Note]bool{}
	for _, notes := range v.notes {
		for _, n := range notes {
			bytes += markBytes
			if !seen[n] {
				seen[n] = true
				bytes += noteBytes + len(n.Text)
			}
		}
	}
	return bytes
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

// orphans are benchmarks that have trials and no summary: those that there is room for, and
// the names of the others.
func (v view) orphans() []model.Block {
	seen := map[record.Benchmark]bool{}
	for _, s := range v.Summaries {
		seen[s.Benchmark] = true
	}
	left := orphanBytes
	var all []model.Block
	others := model.Prose{Detail: model.Paged, Title: "Further benchmarks without a result; one page has no room for their trials", List: true}
	for _, t := range v.Trials {
		b := t.Benchmark
		if seen[b] {
			continue
		}
		seen[b] = true
		if left -= weight(v.trials[b]); left < 0 && len(all) > 0 {
			others.Lines = append(others.Lines, model.Line{Text: nameOf(b)})
			continue
		}
		all = append(all, model.Section{Detail: model.Paged, Title: nameOf(b), Result: model.In(model.Quiet, "no result"),
			Under: []model.Text{model.Lit(model.Plain, b.Package)}, Blocks: trialBlocks(v.trials[b], nil)})
	}
	if len(others.Lines) > 0 {
		all = append(all, others)
	}
	return all
}
