// Package benchfile reads files about benchmarks: sources that declare them, and results in
// the Go benchmark format (https://golang.org/design/14313-benchmark-format), as `go test
// -bench`, `tare run` and others write them.
//
// Sources are looked at and not compiled, so that they can be asked while somebody types.
//
// Values keep the units that they were written in. Package benchfmt, which does
// the parsing, moves ns and MB to their base units and leaves zeros behind; that
// is undone here.
package benchfile

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/perf/benchfmt"

	"tare/internal/record"
)

// File is what one file holds.
type File struct {
	// Config has the values of each configuration key that held for a result
	// ("goos", "goarch", "cpu", …), in order of appearance: more than one where
	// files were joined. "pkg" is left out, as it is part of the benchmarks. "go" are
	// the versions of Go that `tare run` notes in a comment.
	Config map[string][]string
	Series []Series // in order of appearance
	// Better has the units whose better direction the file states: 1 when larger
	// values are better, −1 when smaller ones are.
	Better map[string]int
	// Problems are the lines, and parts of lines, that make no sense and were left
	// out: "line 7: missing units".
	Problems []string
}

// Series has the results of one benchmark.
type Series struct {
	Benchmark  record.Benchmark     // Package is empty when the file does not say
	Iterations []int64              // of each result
	Units      []string             // in order of appearance
	Values     map[string][]float64 // by unit, in file order; all finite
}

// Add appends the values of one result to s.
func (s *Series) Add(iterations int64, values []record.Value) {
	s.Iterations = append(s.Iterations, iterations)
	for _, v := range values {
		if s.Values[v.Unit] == nil {
			s.Units = append(s.Units, v.Unit)
		}
		s.Values[v.Unit] = append(s.Values[v.Unit], v.Value)
	}
}

// Of returns the series of b, which is added to f unless it is there. The pointer
// holds until the next call.
func (f *File) Of(b record.Benchmark) *Series {
	i := slices.IndexFunc(f.Series, func(s Series) bool { return s.Benchmark == b })
	if i < 0 {
		i = len(f.Series)
		f.Series = append(f.Series, Series{Benchmark: b, Values: map[string][]float64{}})
	}
	return &f.Series[i]
}

// Note adds value to those of a configuration key, unless it is empty or there.
func (f *File) Note(key, value string) {
	if value != "" && !slices.Contains(f.Config[key], value) {
		f.Config[key] = append(f.Config[key], value)
	}
}

// sourceRemark is what report/benchtext writes about the code: module, version of
// Go, revision.
var sourceRemark = regexp.MustCompile(`(?m)^# source: [^,\n]*, ([^,\n]+),`)

// add adds r, which is one of b, and returns what of it makes no sense.
func (f *File) add(r *benchfmt.Result, b record.Benchmark) (problems []string) {
	_, line := r.Pos()
	for _, c := range r.Config {
		if c.Key != "pkg" {
			f.Note(c.Key, strings.TrimSpace(string(c.Value)))
		}
	}
	var values []record.Value
	for _, v := range r.Values {
		value := asWritten(v)
		repeated := slices.ContainsFunc(values, func(other record.Value) bool { return other.Unit == value.Unit })
		switch {
		case math.IsNaN(value.Value) || math.IsInf(value.Value, 0):
			problems = append(problems, problem(line, fmt.Sprintf("%v %s is not a measurement", value.Value, value.Unit)))
		case repeated:
			problems = append(problems, problem(line, "a second value in "+value.Unit))
		default:
			values = append(values, value)
		}
	}
	if len(values) > 0 {
		f.Of(b).Add(int64(r.Iters), values)
	}
	return problems
}

// asWritten undoes the move to base units. Numbers too small for the base unit
// are zeros that had to be written as something else (see report/benchtext).
func asWritten(v benchfmt.Value) record.Value {
	if v.OrigUnit == "" || v.Value == 0 {
		return record.Value{Value: v.Value, Unit: cmp.Or(v.OrigUnit, v.Unit)}
	}
	return record.Value{Value: v.OrigValue, Unit: v.OrigUnit}
}

func problem(line int, what string) string { return fmt.Sprintf("line %d: %s", line, what) }

// check returns why there are no results.
func (f *File) check(data []byte) error {
	switch {
	case len(f.Series) > 0:
		return nil
	case len(bytes.TrimSpace(data)) == 0:
		return errors.New("the file is empty")
	case bytes.HasPrefix(data, []byte("\xff\xfe")):
		return errors.New("the file is in UTF-16, which PowerShell's > writes; have it written with `| Out-File -Encoding utf8`")
	case len(f.Problems) > 0:
		return fmt.Errorf("no benchmark results (%s)", f.Problems[0])
	}
	return errors.New("no benchmark results, which are lines such as \"BenchmarkSort-8 1000 1234 ns/op\"")
}

// benchmark is what the format calls name. Package testing appends GOMAXPROCS to
// the name unless it is 1, so a sub-benchmark that is called "n-8" and ran at 1 is
// taken for "n" at 8, here as everywhere.
func benchmark(pkg, name string) record.Benchmark {
	name, procs := splitProcs(name)
	return record.Benchmark{Package: pkg, Name: "Benchmark" + name, Procs: procs}
}

// splitProcs cuts a suffix that package testing can have written.
func splitProcs(name string) (string, int) {
	i := strings.LastIndexByte(name, '-')
	if i < 0 {
		return name, 1
	}
	procs, err := strconv.Atoi(name[i+1:])
	if err != nil || procs < 2 || strconv.Itoa(procs) != name[i+1:] {
		return name, 1
	}
	return name[:i], procs
}
