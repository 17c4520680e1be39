package verdict

import (
	"slices"

	"tare/internal/record"
)

// metricsOf are the units that the verdicts on m are about. One of several that no side
// has cannot have been meant for m; what only some sides have is unmatched.
func (r Rules) metricsOf(m Matched) (metrics []metric, unmatched []record.Unmatched) {
	if missing := m.lacking(""); len(missing) > 0 {
		return nil, []record.Unmatched{{Benchmark: m.Name, Missing: missing}}
	}
	asked := r.Plan.Metrics()
	for _, name := range asked {
		of, missing := metric{unit: name, larger: larger(name, m.said())}, m.lacking(name)
		of.why = askedFor(name, of.larger)
		if name == Auto {
			of, missing = r.choose(m)
		}
		switch {
		case slices.ContainsFunc(metrics, func(have metric) bool { return have.unit == of.unit }):
		case len(missing) == 0:
			metrics = append(metrics, of)
		case len(asked) == 1 || len(missing) < len(m.Sides):
			unmatched = append(unmatched, record.Unmatched{Benchmark: m.Name, Metric: of.unit, Missing: missing})
		}
	}
	return metrics, unmatched
}

// choose returns the unit that [Auto] comes to, and why it is not net time. Missing are
// the sides that have nothing to compare.
func (r Rules) choose(m Matched) (of metric, missing []int) {
	of.unit, of.why, missing = r.unitOf(m)
	of.larger = larger(of.unit, m.said())
	return of, missing
}

func (r Rules) unitOf(m Matched) (unit, why string, missing []int) {
	switch {
	case len(m.lacking("ns/op")) == 0 && LimitsDiffer(r.Variants):
		return "ns/op", "the sides ran under different limits, and net time would leave out what these cost", nil
	case len(m.lacking("net-ns/op")) == 0:
		return "net-ns/op", "", nil
	case len(m.lacking("ns/op")) == 0:
		return "ns/op", "not every side has net time", nil
	}
	units := m.Sides[0].Units
	for _, unit := range units {
		if len(m.lacking(unit)) == 0 {
			return unit, "it is the first unit that all sides have", nil
		}
	}
	return units[0], "", m.lacking(units[0])
}

// lacking lists the sides without a value in the unit, or in any for "".
func (m Matched) lacking(unit string) []int {
	var sides []int
	for i, s := range m.Sides {
		if s == nil || unit != "" && len(s.Values[unit]) == 0 {
			sides = append(sides, i)
		}
	}
	return sides
}
