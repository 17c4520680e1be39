package compare

import (
	"bytes"
	"context"
	"maps"
	"slices"
	"strings"

	"tare/internal/analysis/summary"
	"tare/internal/analysis/verdict"
	"tare/internal/engine/bench"
	"tare/internal/engine/exit"
	"tare/internal/host/input"
	"tare/internal/read/benchfile"
	"tare/internal/record"
)

// fileOptions are the flags that concern results which exist already.
type fileOptions struct {
	record.ComparisonPlan          // Bench, Metric, Alpha, and the margins
	across                []string // "cpu", "go"
}

// results are a side that was measured before: a file or a stored run.
type results struct {
	record.Variant
	file benchfile.File
	run  record.Run // zero for a file
}

// mostResults bounds the bytes of a file of results: 4 million lines.
const mostResults = 256 << 20

// openResults reads the file of results that is variant v. Its errors are usage
// errors.
func openResults(ctx context.Context, v record.Variant, path string) (results, error) {
	text, err := input.ReadAll(ctx, path, mostResults)
	if ctx.Err() != nil {
		return results{}, bench.ErrInterrupted
	}
	if err != nil {
		return results{}, exit.Errorf(exit.Usage, "", "%w", err)
	}
	file, err := benchfile.Read(bytes.NewReader(text))
	if err != nil {
		return results{}, exit.Errorf(exit.Usage, "`go test -bench=. -count=10 >FILE` writes one, and `tare run -o FILE`", "%s: %w", v.Side, err)
	}
	r := results{Variant: v, file: file}
	r.Source = record.Source{GoVersion: r.only("go"), VCSWhy: "a file of results does not say"}
	return r, nil
}

// storedResults takes the clean trials of the stored run that is variant v. That
// there is none is a usage error.
func storedResults(v record.Variant, run record.Run) (results, error) {
	file := benchfile.File{Config: map[string][]string{}, Better: map[string]int{}}
	file.Note("goos", run.Machine.GOOS)
	file.Note("goarch", run.Machine.GOARCH)
	file.Note("cpu", run.Machine.CPUModel)
	file.Note("go", run.Source.GoVersion)
	for _, t := range run.Trials {
		maps.Copy(file.Better, t.Better)
		if values := summary.Values(t); t.Counts() && len(values) > 0 {
			file.Of(t.Benchmark).Add(t.N, values)
		}
	}
	if len(file.Series) == 0 {
		return results{}, exit.Errorf(exit.Usage, "`tare history` lists the runs there are", "%s: run %s has no clean trial", v.Side, run.ID)
	}
	v.Source, v.Cell = run.Source, run.Cell
	return results{v, file, run}, nil
}

func (r results) machine() record.Machine {
	if r.run.ID != "" {
		return r.run.Machine
	}
	return record.Machine{CPUModel: r.only("cpu"), GOOS: r.only("goos"), GOARCH: r.only("goarch")}
}

// only returns the value of a configuration key that has one, else nothing.
func (r results) only(key string) string {
	if values := r.file.Config[key]; len(values) == 1 {
		return values[0]
	}
	return ""
}

// compareFiles compares two or more sides, the first of which is the base. It
// fills in all of the comparison but who asked for it, where and when. What
// keeps it from comparing is a usage error.
func compareFiles(sides []results, o fileOptions) (record.Comparison, error) {
	c := record.Comparison{
		Design:      record.Separate,
		Plan:        o.ComparisonPlan,
		Machine:     sides[0].machine(),
		Findings:    []record.Finding{separateSides},
		Calibration: record.Calibration{P: 1, OK: true},
	}
	for _, s := range sides {
		c.Variants = append(c.Variants, s.Variant)
	}
	differing, err := o.differing(sides)
	if err != nil {
		return c, err
	}
	matches, err := o.matches(sides)
	if err != nil {
		return c, err
	}
	var kept []match
	var judged []judgement
	for _, m := range matches {
		units, unmatched := o.units(m, c.Variants, sides)
		c.Unmatched = append(c.Unmatched, unmatched...)
		for _, u := range units {
			compared, js := o.compare(m, u.name, largerIsBetter(sides, u.name))
			compared.MetricWhy = u.why
			c.Benchmarks, kept, judged = append(c.Benchmarks, compared), append(kept, m), append(judged, js...)
		}
	}
	if len(c.Benchmarks) == 0 {
		return c, nothingInCommon(sides, o)
	}
	o.settle(judged)
	c.OneSided = verdict.OneSided(c.Benchmarks)
	c.Findings = slices.Concat(c.Findings, differing, observations(sides), o.drifts(sides, kept, c.Benchmarks))
	return c, nil
}

// largerIsBetter goes by what a file says of the unit, or else by its name.
func largerIsBetter(sides []results, unit string) bool {
	for _, s := range sides {
		if better := s.file.Better[unit]; better != 0 {
			return better > 0
		}
	}
	return verdict.LargerIsBetter(unit)
}

func nothingInCommon(sides []results, o fileOptions) error {
	var names []string
	for _, s := range sides {
		names = append(names, s.Side)
	}
	unit := ""
	if o.Metric != autoMetric {
		unit = " with " + o.Metric
	}
	return exit.Errorf(exit.Usage, "they match by package, name and the GOMAXPROCS behind it, such as -8",
		"no benchmark%s that -bench=%s selects is in all of %s", unit, o.Bench, strings.Join(names, ", "))
}
