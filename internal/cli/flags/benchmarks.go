package flags

import (
	"fmt"

	"tare/internal/engine/exit"
	"tare/internal/measure/trial"
	"tare/internal/record"
)

// Benchmarks returns what -bench selects of results that there are, nil for everything:
// by name as go test does, or by the name that tables print ("Sum/small-2"). The error is
// a usage error.
func Benchmarks(pattern string) (func(record.Benchmark) bool, error) {
	if pattern == "" {
		return nil, nil
	}
	p, err := trial.ParsePattern(pattern)
	if err != nil {
		return nil, exit.Errorf(exit.Usage, "it is a regular expression, as for go test", "%w", err)
	}
	return func(b record.Benchmark) bool {
		full := b.Name
		if b.Procs > 1 {
			full += fmt.Sprintf("-%d", b.Procs)
		}
		return p.Match(b.Name) || p.Match(full) || p.Match(b.Short())
	}, nil
}
