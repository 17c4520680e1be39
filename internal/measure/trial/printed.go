package trial

import (
	"context"
	"path/filepath"
	"slices"

	"tare/internal/measure/build"
	"tare/internal/record"
)

// printed finds the benchmarks that a program prints lines of by running it once. It
// decides itself how many iterations there are.
func (o Options) printed(ctx context.Context, exec Executor, b build.Binary, pattern Pattern, stage func(string), failed func(record.Failure)) (found []Benchmark) {
	stage("running " + filepath.Base(b.Path) + " once")
	x := o.execute(ctx, exec, b, Command{})
	lines := slices.DeleteFunc(parseLines(string(x.Output)), func(l line) bool { return !pattern.Match(l.name) })
	outcome, why := classify(x, len(lines))
	if outcome == record.Skipped || outcome == record.Exited && x.Exit == 0 {
		outcome, why = record.Failed, "it printed no line in the Go benchmark format of a benchmark that -bench selects: BenchmarkName 100 12.3 ns/op"
	}
	if outcome != record.OK {
		failed(record.Failure{Benchmark: filepath.Base(b.Path), Stage: "calibrate", Outcome: outcome, Message: why, Output: tail(x.Output)})
		return nil
	}
	for _, l := range lines {
		name := record.Benchmark{Package: b.Package.ImportPath, Name: l.name, Procs: l.procs}
		if slices.ContainsFunc(found, func(p Benchmark) bool { return p.Name == name }) {
			failed(record.Failure{Benchmark: l.name, Stage: "calibrate", Outcome: record.Failed,
				Message: "it printed several results of this benchmark: let it print one, as with -count=1"})
			return nil
		}
		found = append(found, Benchmark{Binary: b, Name: name, Cost: x.Elapsed, Windows: record.Windows{Method: record.Plain, N: l.n, PerOp: l.values["ns/op"]}})
	}
	return found
}
