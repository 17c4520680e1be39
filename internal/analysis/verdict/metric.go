package verdict

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"tare/internal/record"
)

// askedFor says why verdicts are about a unit that -metric names, and what their
// words mean there.
func askedFor(unit string, larger bool) string {
	slower := "more"
	if larger {
		slower = "less"
	}
	return fmt.Sprintf("chosen with -metric; slower means %s of it", slower)
}

// largerIsBetter reports whether a unit is a rate or share of which more is
// better, as package benchunit's callers and benchstat take them.
func largerIsBetter(unit string) bool {
	return strings.HasSuffix(unit, "/s") || strings.HasSuffix(unit, "/sec")
}

// Auto is the metric of a plan that lets what was measured choose the unit.
const Auto = "auto"

// metric is a unit that verdicts are about.
type metric struct {
	unit, why string
	larger    bool // is better
}

// metrics are the units that the verdicts on one benchmark are about. One of
// several that none of its trials has, and that so cannot have been meant for it, is
// left out.
func (r Rules) metrics(trials []record.Trial) []metric {
	var all []metric
	for _, asked := range r.Plan.Metrics() {
		m := metric{unit: asked, larger: larger(asked, saidBy(trials))}
		if asked == Auto {
			m.unit, m.why = r.automatic(trials)
		} else {
			m.why = askedFor(asked, m.larger)
		}
		if !slices.ContainsFunc(all, func(have metric) bool { return have.unit == m.unit }) {
			all = append(all, m)
		}
	}
	if known := slices.DeleteFunc(slices.Clone(all), func(m metric) bool { return !r.known(trials, m.unit) }); len(known) > 0 {
		return known
	}
	return all
}

// known reports whether any of the trials, if there are some, has the unit.
func (r Rules) known(trials []record.Trial, unit string) bool {
	return len(trials) == 0 || slices.ContainsFunc(trials, func(t record.Trial) bool {
		_, ok := r.value(t, unit)
		return ok
	})
}

// LargerIsBetter reports whether more of the unit is better, by what the trials say of it,
// or else by its name.
func LargerIsBetter(unit string, trials []record.Trial) bool { return larger(unit, saidBy(trials)) }

// larger goes by what the benchmark itself, or a file, says of the unit, or else by its
// name. What is said of units is 1 where more is better, and −1 where less is.
func larger(unit string, said iter.Seq[map[string]int]) bool {
	for better := range said {
		if better[unit] != 0 {
			return better[unit] > 0
		}
	}
	return largerIsBetter(unit)
}

// saidBy is what trials say of units.
func saidBy(trials []record.Trial) iter.Seq[map[string]int] {
	return func(yield func(map[string]int) bool) {
		for _, t := range trials {
			if !yield(t.Better) {
				return
			}
		}
	}
}

// automatic chooses a unit, and says why when it is not net time.
func (r Rules) automatic(trials []record.Trial) (unit, why string) {
	if LimitsDiffer(r.Variants) {
		return "ns/op", "the variants run under different limits, and net time would leave out what these cost"
	}
	for _, t := range trials {
		if t.Counts() && t.Bill.NetStatus != record.Measured {
			return "ns/op", "net time is not known: " + t.Bill.NetWhy
		}
	}
	return "net-ns/op", ""
}

// LimitsDiffer reports whether the variants do not all run under the same limits.
func LimitsDiffer(variants []record.Variant) bool {
	type limits struct {
		quota      float64
		period     int64
		cpus       string
		memory     int64
		weight     int
		gomaxprocs int
	}
	of := func(c record.Cell) limits { return limits{c.Quota, c.Period, c.CPUs, c.Memory, c.Weight, c.GOMAXPROCS} }
	return slices.ContainsFunc(variants, func(v record.Variant) bool { return of(v.Cell) != of(variants[0].Cell) })
}

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
