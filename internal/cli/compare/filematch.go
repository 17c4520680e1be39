package compare

import (
	"slices"

	"tare/internal/analysis/verdict"
	"tare/internal/measure/trial"
	"tare/internal/read/benchfile"
	"tare/internal/record"
)

// match is one benchmark with what each side has of it.
type match struct {
	benchmark record.Benchmark
	series    []*benchfile.Series // nil where a side has nothing
}

// matches finds the benchmarks of all sides that -bench selects, in the order of
// the first side that has them.
func (o fileOptions) matches(sides []results) ([]match, error) {
	pattern, err := trial.ParsePattern(o.Bench)
	if err != nil { // the flag has been checked before
		return nil, err
	}
	var all []match
	taken := map[*benchfile.Series]bool{}
	for i := range sides {
		for k := range sides[i].file.Series {
			s := &sides[i].file.Series[k]
			if taken[s] || !pattern.Match(s.Benchmark.Name) {
				continue
			}
			m := match{s.Benchmark, make([]*benchfile.Series, len(sides))}
			for j := range sides {
				other := s
				if j != i {
					other = sides[j].find(m.benchmark)
				}
				if other != nil && !taken[other] {
					m.series[j], taken[other] = other, true
					m.benchmark.Package = max(m.benchmark.Package, other.Benchmark.Package) // the one that is known
				}
			}
			all = append(all, m)
		}
	}
	return all, nil
}

// find returns the series of b. Where b or the file lacks packages, names must do,
// if only one benchmark is called so.
func (r results) find(b record.Benchmark) *benchfile.Series {
	var candidates []*benchfile.Series
	for i := range r.file.Series {
		s := &r.file.Series[i]
		switch {
		case s.Benchmark == b:
			return s
		case s.Benchmark.Name == b.Name && s.Benchmark.Procs == b.Procs && (s.Benchmark.Package == "" || b.Package == ""):
			candidates = append(candidates, s)
		}
	}
	if len(candidates) == 1 {
		return candidates[0]
	}
	return nil
}

// autoMetric is the -metric that lets the results choose.
const autoMetric = "auto"

// named is a unit that verdicts are about, and why it is.
type named struct{ name, why string }

// units are those that the verdicts on m are about. One of several that no side has
// cannot have been meant for m; what only some sides have is unmatched.
func (o fileOptions) units(m match, variants []record.Variant, sides []results) (units []named, unmatched []record.Unmatched) {
	if missing := m.lacking(""); len(missing) > 0 {
		return nil, []record.Unmatched{{Benchmark: m.benchmark, Missing: missing}}
	}
	asked := o.Metrics()
	for _, name := range asked {
		unit, why, missing := name, verdict.AskedFor(name, largerIsBetter(sides, name)), m.lacking(name)
		if name == autoMetric {
			unit, why, missing = m.choose(variants)
		}
		switch {
		case slices.ContainsFunc(units, func(u named) bool { return u.name == unit }):
		case len(missing) == 0:
			units = append(units, named{unit, why})
		case len(asked) == 1 || len(missing) < len(m.series):
			unmatched = append(unmatched, record.Unmatched{Benchmark: m.benchmark, Metric: unit, Missing: missing})
		}
	}
	return units, unmatched
}

// choose returns the unit that -metric=auto comes to, and why it is not net time.
// missing are the sides that have nothing to compare.
func (m match) choose(variants []record.Variant) (unit, why string, missing []int) {
	units := m.series[0].Units
	switch {
	case len(m.lacking("ns/op")) == 0 && limitsDiffer(variants):
		return "ns/op", "the sides ran under different limits, and net time would leave out what these cost", nil
	case len(m.lacking("net-ns/op")) == 0:
		return "net-ns/op", "", nil
	case len(m.lacking("ns/op")) == 0:
		return "ns/op", "not every side has net time", nil
	}
	for _, unit := range units {
		if len(m.lacking(unit)) == 0 {
			return unit, "it is the first unit that all sides have", nil
		}
	}
	return units[0], "", m.lacking(units[0])
}

// lacking lists the sides without a value in the unit, or in any for "".
func (m match) lacking(unit string) []int {
	var sides []int
	for i, s := range m.series {
		if s == nil || unit != "" && len(s.Values[unit]) == 0 {
			sides = append(sides, i)
		}
	}
	return sides
}

func limitsDiffer(variants []record.Variant) bool {
	first := variants[0].Cell
	return slices.ContainsFunc(variants, func(v record.Variant) bool {
		return v.Cell.Quota != first.Quota || v.Cell.Period != first.Period || v.Cell.CPUs != first.CPUs ||
			v.Cell.Memory != first.Memory || v.Cell.GOMAXPROCS != first.GOMAXPROCS
	})
}
