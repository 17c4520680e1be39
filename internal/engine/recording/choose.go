package recording

import (
	"context"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"tare/internal/engine/bench"
	"tare/internal/engine/exit"
	"tare/internal/measure/build"
	"tare/internal/measure/trial"
	"tare/internal/record"
)

// neither adds to an error of loading packages, or makes one of those that were not
// found, that what is no package is no recording either.
func (x *Benchmark) neither(packages []build.Package, err error) error {
	i := slices.IndexFunc(x.Patterns, Nowhere)
	if i < 0 || !x.Vague || errors.Is(err, bench.ErrInterrupted) {
		return err
	}
	for _, p := range packages {
		if p.ImportPath == x.Patterns[i] && p.Err != "" {
			err = errors.New(p.Err)
		}
	}
	if err == nil {
		return nil
	}
	return exit.Errorf(exit.Broken, NameWhat, "%s is neither a file nor a package: %w", x.Patterns[i], err)
}

// choose builds the packages and finds the benchmark, of which there must be
// one.
func (l *benchmarkLoad) choose(ctx context.Context, chain *build.Toolchain, packages []build.Package) (trial.Benchmark, error) {
	var found []trial.Benchmark
	var failures []record.Failure
	var skipped []string
	failed := func(f record.Failure) {
		if f.Outcome == record.Skipped {
			skipped = append(skipped, strings.TrimSuffix(f.Benchmark+": "+f.Message, ": "))
			return
		}
		failures = append(failures, f)
	}
	for i, p := range packages {
		l.sink.Stage("building " + p.ImportPath)
		if p.Err != "" {
			failed(build.Failure(p, nil))
			continue
		}
		// Its name is that of its threads.
		binary, err := chain.Test(ctx, p, filepath.Join(l.Temp, strconv.Itoa(i), path.Base(p.ImportPath)+".test"))
		if ctx.Err() != nil {
			return trial.Benchmark{}, bench.ErrInterrupted
		}
		if err != nil {
			failed(build.Failure(p, err))
			continue
		}
		if !binary.Hooked {
			l.sink.Note(fmt.Sprintf("%s does not report its benchmarks' windows: %v", p.ImportPath, errors.Join(chain.HookErr, binary.HookErr)))
		}
		found = append(found, trial.Discover(ctx, l.cells, l.of.Trials, binary, l.sink.Stage, failed)...)
	}
	switch {
	case ctx.Err() != nil:
		return trial.Benchmark{}, bench.ErrInterrupted
	case len(found) == 1:
		for _, f := range failures {
			l.sink.Failed(f)
		}
		return found[0], nil
	case len(found) > 1:
		return trial.Benchmark{}, exit.Errorf(exit.Usage, "", "%w", &Several{found})
	case len(failures) > 0:
		l.sink.Ruined(failures)
		return trial.Benchmark{}, exit.Quiet(exit.Broken)
	case len(skipped) > 0:
		return trial.Benchmark{}, exit.Errorf(exit.Usage, "", "every benchmark that matches -bench=%s skips itself: %s", l.of.Trials.Bench, strings.Join(skipped, ", "))
	}
	return trial.Benchmark{}, exit.Errorf(exit.Usage, "list them with `go test -list .`", "no benchmark matches -bench=%s", l.of.Trials.Bench)
}

// Several is the error of several benchmarks that match. How to choose one depends on
// what they have in common.
type Several struct{ Found []trial.Benchmark }

// Error names them.
func (e *Several) Error() string {
	var list []string
	for _, b := range e.Found[:min(len(e.Found), 10)] {
		list = append(list, fmt.Sprintf("%s-%d in %s", b.Name.Name, b.Name.Procs, b.Name.Package))
	}
	if len(e.Found) > len(list) {
		list = append(list, "…")
	}
	return fmt.Sprintf("%d benchmarks match, but tare explains one at a time: %s", len(e.Found), strings.Join(list, ", "))
}
