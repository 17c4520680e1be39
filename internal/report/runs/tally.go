package runs

import "tare/internal/record"

// totals counts the benchmarks of a run. Those that failed before their first
// result are in it, those that skipped themselves are not.
type totals struct {
	benchmarks, steady, failed int
	skipped                    int
	packages                   int // that failed as a whole
	interrupted                bool
	unwritten                  bool // results could not be written
}

// id is a benchmark at any GOMAXPROCS, which is how failures name it.
type id struct{ pkg, name string }

func tally(run record.Run) totals {
	var t totals
	summarized := make(map[id]bool)
	for _, s := range run.Summaries {
		t.benchmarks++
		summarized[id{s.Benchmark.Package, s.Benchmark.Name}] = true
		if s.Steady {
			t.steady++
		}
		switch s.Stop {
		case record.StopInterrupted:
			t.interrupted = true
		case record.StopUnwritten:
			t.unwritten = true
		}
	}
	t.addFailures(run.Failures, summarized)
	skipped := make(map[id]bool)
	for _, f := range run.Skipped {
		skipped[id{f.Package, f.Benchmark}] = true
	}
	for _, trial := range run.Trials {
		if trial.Outcome == record.Skipped {
			skipped[id{trial.Benchmark.Package, trial.Benchmark.Name}] = true
		}
	}
	t.skipped = len(skipped)
	return t
}

func (t *totals) addFailures(fs []record.Failure, summarized map[id]bool) {
	seen := make(map[id]bool)
	for _, f := range fs {
		b := id{f.Package, f.Benchmark}
		if seen[b] {
			continue
		}
		seen[b] = true
		if f.Benchmark == "" {
			t.packages++
			continue
		}
		t.failed++
		if !summarized[b] {
			t.benchmarks++
		}
	}
}
