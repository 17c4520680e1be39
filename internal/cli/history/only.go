package history

import (
	"slices"
	"strings"

	"tare/internal/engine/exit"
	"tare/internal/record"
	"tare/internal/store"
)

// matches reports whether f selects a benchmark, as it does in the store: by
// package, and by name, sub-benchmarks included.
func matches(f store.Filter, b record.Benchmark) bool {
	return (f.Package == "" || b.Package == f.Package) &&
		(f.Benchmark == "" || b.Name == f.Benchmark || strings.HasPrefix(b.Name, f.Benchmark+"/"))
}

// failed is what matches is asked about a failure.
func failed(f record.Failure) record.Benchmark {
	return record.Benchmark{Package: f.Package, Name: f.Benchmark}
}

func nothing(f store.Filter, id string) error {
	return exit.Errorf(exit.Usage, "without -bench and -package, it shows the names there are", "%s has no benchmark %q in package %q", id, f.Benchmark, f.Package)
}

// onlyOfRun leaves what f selects. Figures of a benchmark rest on its own trials.
func onlyOfRun(run *record.Run, f store.Filter) error {
	run.Summaries = slices.DeleteFunc(run.Summaries, func(s record.Summary) bool { return !matches(f, s.Benchmark) })
	run.Trials = slices.DeleteFunc(run.Trials, func(t record.Trial) bool { return !matches(f, t.Benchmark) })
	run.Failures = slices.DeleteFunc(run.Failures, func(x record.Failure) bool { return !matches(f, failed(x)) })
	if len(run.Trials)+len(run.Failures) == 0 {
		return nothing(f, run.ID)
	}
	return nil
}

// onlyOfComparison does it with a comparison that has been concluded: verdicts hold
// for all of its benchmarks together.
func onlyOfComparison(c *record.Comparison, f store.Filter) error {
	c.Benchmarks = slices.DeleteFunc(c.Benchmarks, func(b record.Compared) bool { return !matches(f, b.Benchmark) })
	c.Trials = slices.DeleteFunc(c.Trials, func(t record.Trial) bool { return !matches(f, t.Benchmark) })
	c.Failures = slices.DeleteFunc(c.Failures, func(x record.Failure) bool { return !matches(f, failed(x)) })
	c.Unmatched = slices.DeleteFunc(c.Unmatched, func(u record.Unmatched) bool { return !matches(f, u.Benchmark) })
	if len(c.Benchmarks)+len(c.Trials)+len(c.Failures) == 0 {
		return nothing(f, c.ID)
	}
	return nil
}
