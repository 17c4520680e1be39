// Package results is the engine of `tare compare` for results that exist already: files
// in the Go benchmark format, and stored runs. It reads them, matches their benchmarks
// and says what may come between them; package verdict judges.
package results

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"strings"

	"tare/internal/analysis/summary"
	"tare/internal/analysis/verdict"
	"tare/internal/engine/bench"
	"tare/internal/engine/exit"
	"tare/internal/host/files"
	"tare/internal/read/benchfile"
	"tare/internal/record"
)

// Side is a variant that was measured before: a file or a stored run.
type Side struct {
	record.Variant
	file benchfile.File
	run  record.Run // zero for a file
}

// most bounds the bytes of a file of results: 4 million lines.
const most = 256 << 20

// Read reads what the query selects of the file of results that is variant v. Its errors
// are usage errors.
func Read(ctx context.Context, v record.Variant, path string, q benchfile.Query) (Side, error) {
	all, err := columns(ctx, v, path, q)
	if err != nil {
		return Side{}, err
	}
	return ofFile(v, all[0].File), nil
}

// Columns reads a file of results whose parts are the variants, named by the values that
// tell them apart; v is the file. Results that have none of the keys are left out. Its
// errors are usage errors.
func Columns(ctx context.Context, v record.Variant, path string, q benchfile.Query) ([]Side, error) {
	all, err := columns(ctx, v, path, q)
	if err != nil {
		return nil, err
	}
	var sides []Side
	var values []string
	for _, c := range all {
		if strings.TrimSpace(c.Value) == "" {
			continue
		}
		part := v
		part.Name, part.Role, part.Side = c.Value, record.Contender, v.Side+", "+c.Value
		if len(sides) == 0 {
			part.Role = record.Base
		}
		sides, values = append(sides, ofFile(part, c.File)), append(values, c.Value)
	}
	const hint = "-col names a key of the results: /KEY of an element KEY=VALUE of names, or one of the lines before results, such as goos"
	switch len(sides) {
	case 0:
		return nil, exit.Errorf(exit.Usage, hint, "no result in %s has what -col names", v.Side)
	case 1:
		return nil, exit.Errorf(exit.Usage, hint, "all results in %s that have what -col names have %s: there is nothing to compare with", v.Side, values[0])
	}
	return sides, nil
}

func ofFile(v record.Variant, file benchfile.File) Side {
	s := Side{Variant: v, file: file}
	s.Source = record.Source{GoVersion: s.only("go"), VCSWhy: "a file of results does not say"}
	return s
}

func columns(ctx context.Context, v record.Variant, path string, q benchfile.Query) ([]benchfile.Column, error) {
	text, err := files.ReadAny(ctx, path, most)
	if ctx.Err() != nil {
		return nil, bench.ErrInterrupted
	}
	if err != nil {
		return nil, exit.Errorf(exit.Usage, "", "%w", err)
	}
	all, err := q.Columns(bytes.NewReader(text))
	if errors.Is(err, benchfile.ErrNone) {
		return nil, exit.Errorf(exit.Usage, "", "%s: %w", v.Side, err)
	}
	if errors.Is(err, benchfile.ErrMixed) {
		return nil, exit.Errorf(exit.Usage, "name what else they differ in with -row, or take some of them with -filter", "%s: %w", v.Side, err)
	}
	if err != nil {
		return nil, exit.Errorf(exit.Usage, "`go test -bench=. -count=10 >FILE` writes one, and `tare run -o FILE`", "%s: %w", v.Side, err)
	}
	return all, nil
}

// Stored takes the clean trials of the stored run that is variant v. That there is none
// is a usage error.
func Stored(v record.Variant, run record.Run) (Side, error) {
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
		return Side{}, exit.Errorf(exit.Usage, "`tare history` lists the runs there are", "%s: run %s has no clean trial", v.Side, run.ID)
	}
	if !strings.HasSuffix(v.Side, run.ID) { // a name may mean another run tomorrow, and @latest does
		v.Side += ", run " + run.ID
	}
	v.Source, v.Cell = run.Source, run.Cell
	return Side{v, file, run}, nil
}

// RunID is the ID of a stored run; empty for a file.
func (s Side) RunID() string { return s.run.ID }

func (s Side) machine() record.Machine {
	if s.run.ID != "" {
		return s.run.Machine
	}
	return record.Machine{CPUModel: s.only("cpu"), GOOS: s.only("goos"), GOARCH: s.only("goarch")}
}

// only returns the value of a configuration key that has one, else nothing.
func (s Side) only(key string) string {
	if values := s.file.Config[key]; len(values) == 1 {
		return values[0]
	}
	return ""
}

// Compare compares two or more sides, the first of which is the base. Of the plan it
// takes what concerns results: Bench, Metric, Alpha and the margins. Across names what
// may differ between the sides: "cpu", "go". It fills in all of the comparison but who
// asked for it, where and when. What keeps it from comparing is a usage error.
func Compare(sides []Side, p record.ComparisonPlan, across []string) (record.Comparison, error) {
	c := record.Comparison{
		Design:   record.Separate,
		Plan:     record.ComparisonPlan{Bench: p.Bench, Metric: p.Metric, Alpha: p.Alpha, Margin: p.Margin, Margins: p.Margins},
		Machine:  sides[0].machine(),
		Findings: []record.Finding{separate},
	}
	for _, s := range sides {
		c.Variants = append(c.Variants, s.Variant)
	}
	differing, err := differing(sides, across)
	if err != nil {
		return c, err
	}
	matched, err := match(sides, p.Bench)
	if err != nil {
		return c, err
	}
	drifts := verdict.Rules{Plan: c.Plan, Variants: c.Variants}.ConcludeSeparate(&c, matched)
	if len(c.Benchmarks) == 0 {
		return c, nothingInCommon(sides, c.Plan)
	}
	c.Findings = append(c.Findings, differing...)
	c.Findings = append(c.Findings, observations(sides)...)
	c.Findings = append(c.Findings, drifting(sides, drifts)...)
	return c, nil
}

func nothingInCommon(sides []Side, p record.ComparisonPlan) error {
	var names []string
	for _, s := range sides {
		names = append(names, s.Side)
	}
	unit := ""
	if p.Metric != verdict.Auto {
		unit = " with " + p.Metric
	}
	return exit.Errorf(exit.Usage, "they match by package, name and the GOMAXPROCS behind it, such as -8",
		"no benchmark%s that -bench=%s selects is in all of %s", unit, p.Bench, strings.Join(names, ", "))
}
