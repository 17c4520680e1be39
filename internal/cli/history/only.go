package history

import (
	"fmt"
	"slices"

	"tare/internal/engine/exit"
	"tare/internal/record"
	"tare/internal/store"
)

// matches reports whether f selects a benchmark, as it does in the store.
func matches(f store.Filter, b record.Benchmark) bool {
	return (f.Package == "" || b.Package == f.Package) && (f.Benchmark == nil || f.Benchmark(b))
}

// failed is what matches is asked about a failure.
func failed(f record.Failure) record.Benchmark {
	return record.Benchmark{Package: f.Package, Name: f.Benchmark}
}

func (o *options) nothing(id string) error {
	what := "no benchmark"
	if o.bench != "" {
		what += fmt.Sprintf(" that matches %q", o.bench)
	}
	if o.filter.Package != "" {
		what += " in package " + o.filter.Package
	}
	return exit.Errorf(exit.Usage, "without -bench and -package, it shows the names there are", "%s has %s", id, what)
}

// onlyOfRun leaves what the flags select. Figures of a benchmark rest on its own trials.
func (o *options) onlyOfRun(run *record.Run) error {
	f := o.filter
	run.Summaries = slices.DeleteFunc(run.Summaries, func(s record.Summary) bool { return !matches(f, s.Benchmark) })
	run.Trials = slices.DeleteFunc(run.Trials, func(t record.Trial) bool { return !matches(f, t.Benchmark) })
	run.Failures = slices.DeleteFunc(run.Failures, func(x record.Failure) bool { return !matches(f, failed(x)) })
	if len(run.Trials)+len(run.Failures) == 0 {
		return o.nothing(run.ID)
	}
	return nil
}

// onlyOfSweep leaves what the flags select: intervals hold for all benchmarks of the sweep
// together.
func (o *options) onlyOfSweep(s *record.Sweep) error {
	f := o.filter
	s.Benchmarks = slices.DeleteFunc(s.Benchmarks, func(b record.Swept) bool { return !matches(f, b.Benchmark) })
	s.Trials = slices.DeleteFunc(s.Trials, func(t record.Trial) bool { return !matches(f, t.Benchmark) })
	s.Failures = slices.DeleteFunc(s.Failures, func(x record.Failure) bool { return !matches(f, failed(x)) })
	if len(s.Benchmarks)+len(s.Trials)+len(s.Failures) == 0 {
		return o.nothing(s.ID)
	}
	return nil
}

// onlyOfComparison does it with a comparison that has been concluded: verdicts hold
// for all of its benchmarks together.
func (o *options) onlyOfComparison(c *record.Comparison) error {
	f := o.filter
	c.Benchmarks = slices.DeleteFunc(c.Benchmarks, func(b record.Compared) bool { return !matches(f, b.Benchmark) })
	c.Trials = slices.DeleteFunc(c.Trials, func(t record.Trial) bool { return !matches(f, t.Benchmark) })
	c.Failures = slices.DeleteFunc(c.Failures, func(x record.Failure) bool { return !matches(f, failed(x)) })
	c.Unmatched = slices.DeleteFunc(c.Unmatched, func(u record.Unmatched) bool { return !matches(f, u.Benchmark) })
	if len(c.Benchmarks)+len(c.Trials)+len(c.Failures) == 0 {
		return o.nothing(c.ID)
	}
	return nil
}
