package compare

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"tare/internal/analysis/profiles"
	"tare/internal/host/files"
	"tare/internal/measure/build"
	"tare/internal/measure/rounds"
	"tare/internal/measure/trial"
	"tare/internal/record"
)

// profiles takes CPU profiles of both sides of every change, in processes of
// their own: profiling slows a benchmark down, and its windows have to be long.
// What cannot be profiled is a finding.
func (e *engine) profiles(ctx context.Context, arms []rounds.Variant) {
	for i := range e.result.Benchmarks {
		b := &e.result.Benchmarks[i]
		for k := range b.Changes {
			change := &b.Changes[k]
			if change.Profile != nil || change.Verdict != record.Slower && change.Verdict != record.Faster {
				continue
			}
			if e.Budget.Left() <= 0 {
				e.result.Findings = append(e.result.Findings, record.Finding{ID: "profile", Severity: record.Unverified,
					What: fmt.Sprintf("%s was not profiled.", b.Benchmark.Name), Evidence: "the time given by -for was over."})
				continue
			}
			if i > 0 && e.result.Benchmarks[i-1].Benchmark == b.Benchmark && e.result.Benchmarks[i-1].Changes[k].Profile != nil {
				change.Profile = e.result.Benchmarks[i-1].Changes[k].Profile // in another unit
				continue
			}
			e.sink.Stage("profiling " + b.Benchmark.Name)
			diff, err := e.profileOf(ctx, *b, *change, arms)
			if ctx.Err() != nil {
				return
			}
			if err != nil {
				e.result.Findings = append(e.result.Findings, record.Finding{ID: "profile", Severity: record.Unverified,
					What: fmt.Sprintf("%s could not be profiled.", b.Benchmark.Name), Evidence: err.Error()})
				continue
			}
			change.Profile = &diff
		}
	}
}

// profileOf profiles the base and a contender in rounds.
func (e *engine) profileOf(ctx context.Context, b record.Compared, change record.Change, arms []rounds.Variant) (record.ProfileDiff, error) {
	pair := []int{0, change.Variant}
	var sides [2]profiles.Side
	cpu, wall := timesOf(b, change)
	trials, n := profiles.Plan(change.Ratio.Center-1, cpu, wall)
	for round := range trials {
		for _, i := range rounds.Order(e.result.Plan.Seed, round, len(pair)) {
			binary, ok := binaryOf(arms[pair[i]], arms[0], b.Benchmark.Package)
			if !ok {
				return record.ProfileDiff{}, fmt.Errorf("there is no test binary of %s", b.Benchmark.Package)
			}
			if err := e.addProfile(ctx, &sides[i], arms[pair[i]].Exec, binary, b.Benchmark, n); err != nil {
				return record.ProfileDiff{}, err
			}
		}
	}
	return profiles.Compare(&sides[0], &sides[1]), nil
}

// timesOf returns what an op takes of CPU time and of wall time, in ns, on the
// slower side; 0 for what was not read.
func timesOf(b record.Compared, change record.Change) (cpu, wall float64) {
	if strings.HasSuffix(b.Metric, "ns/op") {
		wall = max(b.Old.Center, change.New.Center) // or a part of it
	}
	for _, u := range change.Units {
		switch u.Unit {
		case "cpu-ns/op":
			cpu = max(u.Old, u.New)
		case "ns/op":
			wall = max(wall, u.Old, u.New)
		}
	}
	return cpu, wall
}

func (e *engine) addProfile(ctx context.Context, side *profiles.Side, exec trial.Executor, b build.Binary, name record.Benchmark, n int64) error {
	path := filepath.Join(e.Temp, "cpu.pprof")
	if err := trial.Profile(ctx, exec, e.trials(), b, name, n, path); err != nil {
		return err
	}
	f, err := files.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	return side.Add(f, n)
}

// binaryOf finds the variant's test binary of a package that is known by the
// base's import path.
func binaryOf(v, base rounds.Variant, importPath string) (build.Binary, bool) {
	key, ok := keyOf(base.Binaries, importPath)
	if !ok || len(v.Binaries[key]) == 0 {
		return build.Binary{}, false
	}
	return v.Binaries[key][0], true
}
