package benchpage

import (
	"tare/internal/record"
	"tare/internal/report/wording"
)

// Finding is a record.Finding with what to do about it.
type Finding struct {
	record.Finding
	Do, Or string // what tare can do, or else a person; what else a person can do
}

// NewFindings sorts findings by severity, gravest first, else as they came.
func NewFindings(found []record.Finding) []Finding {
	var fs []Finding
	for _, f := range wording.GravestFirst(found) {
		do, or := wording.Fixes(f)
		fs = append(fs, Finding{f, do, or})
	}
	return fs
}

// Failure is a package or benchmark that gave no result.
type Failure struct {
	record.Failure
	Name string // the benchmark, or the package when all of it failed
	Side string // name of the variant that it failed in, empty in a run
}

// Failures is what gave no result: template "failures".
type Failures struct {
	Told  []Failure
	Named []string // for want of room, without messages and outputs
}

// NewFailures names what failed; variants are those of a comparison, none in a
// run.
func NewFailures(failed []record.Failure, variants []record.Variant) Failures {
	var fs Failures
	left := failureBytes
	for _, f := range failed {
		told := Failure{Failure: f, Name: f.Benchmark}
		if f.Benchmark == "" {
			told.Name = f.Package
		}
		if f.Variant < len(variants) {
			told.Side = variants[f.Variant].Name
		}
		if left -= failureEntry + len(f.Message) + len(f.Output); left < 0 && len(fs.Told) > 0 {
			fs.Named = append(fs.Named, told.Name)
			continue
		}
		fs.Told = append(fs.Told, told)
	}
	return fs
}
