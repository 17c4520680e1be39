package results

import (
	"tare/internal/analysis/verdict"
	"tare/internal/measure/trial"
	"tare/internal/read/benchfile"
	"tare/internal/record"
)

// match finds the benchmarks of all sides that -bench selects, in the order of the
// first side that has them.
func match(sides []Side, bench string) ([]verdict.Matched, error) {
	pattern, err := trial.ParsePattern(bench)
	if err != nil { // the flag has been checked before
		return nil, err
	}
	var all []verdict.Matched
	taken := map[*benchfile.Series]bool{}
	for i := range sides {
		for k := range sides[i].file.Series {
			s := &sides[i].file.Series[k]
			if taken[s] || !pattern.Match(s.Benchmark.Name) {
				continue
			}
			m := verdict.Matched{Name: s.Benchmark, Sides: make([]*verdict.Series, len(sides))}
			for j := range sides {
				other := s
				if j != i {
					other = sides[j].find(m.Name)
				}
				if other != nil && !taken[other] {
					m.Sides[j], taken[other] = sides[j].series(other), true
					m.Name.Package = max(m.Name.Package, other.Benchmark.Package) // the one that is known
				}
			}
			all = append(all, m)
		}
	}
	return all, nil
}

func (s Side) series(of *benchfile.Series) *verdict.Series {
	return &verdict.Series{Iterations: of.Iterations, Units: of.Units, Values: of.Values, Better: s.file.Better}
}

// find returns the series of b. Where b or the file lacks packages, names must do,
// if only one benchmark is called so.
func (s Side) find(b record.Benchmark) *benchfile.Series {
	var candidates []*benchfile.Series
	for i := range s.file.Series {
		of := &s.file.Series[i]
		switch {
		case of.Benchmark == b:
			return of
		case of.Benchmark.Name == b.Name && of.Benchmark.Procs == b.Procs && (of.Benchmark.Package == "" || b.Package == ""):
			candidates = append(candidates, of)
		}
	}
	if len(candidates) == 1 {
		return candidates[0]
	}
	return nil
}
