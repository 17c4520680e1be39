package verdict

import (
	"math"
	"slices"

	"tare/internal/analysis/stats"
	"tare/internal/record"
)

// unitConfidence is the level of the intervals of other units. It is stricter
// than usual because there are two dozen of them.
const unitConfidence = 0.99

// units compares everything else that the clean rounds of variant v measured, in
// the order in which trials print it.
func (r Rules) units(trials []record.Trial, v int, metric string) []record.UnitChange {
	type series struct {
		old, new []float64
		diff     []record.PairLog // differences, in place of Log
	}
	byUnit := map[string]*series{}
	var order []string
	for _, p := range rounds(trials, v) {
		if !p.clean() {
			continue
		}
		was := map[string]float64{}
		for _, value := range r.Values(*p.base) {
			was[value.Unit] = value.Value
		}
		for _, value := range r.Values(*p.other) {
			before, ok := was[value.Unit]
			if !ok || value.Unit == metric {
				continue
			}
			s := byUnit[value.Unit]
			if s == nil {
				s = &series{}
				byUnit[value.Unit] = s
				order = append(order, value.Unit)
			}
			s.old, s.new = append(s.old, before), append(s.new, value.Value)
			s.diff = append(s.diff, record.PairLog{Round: p.base.Round, Log: value.Value - before, Clean: true})
		}
	}
	var changes []record.UnitChange
	for _, unit := range order {
		s := byUnit[unit]
		diff := stats.HodgesLehmann(r.differences(s.diff, math.MaxInt, false), unitConfidence)
		changes = append(changes, unitChange(unit, s.old, s.new, diff, diff.N))
	}
	return changes
}

// unitChange is a unit with its difference, which rests on n values of each side or
// pairs. Counts that differ by the very same number in every one of a few need no
// interval.
func unitChange(unit string, old, new []float64, diff record.Estimate, n int) record.UnitChange {
	same := n > 1 && diff.Lo == diff.Hi
	return record.UnitChange{Unit: unit, Old: stats.Median(old), New: stats.Median(new), Diff: diff,
		Moved: (diff.Confidence > 0 || same) && (diff.Lo > 0 || diff.Hi < 0)}
}

// otherUnits compares everything that both sides have beside the metric, in the order
// of the base.
func otherUnits(old, new *Series, metric string) []record.UnitChange {
	var changes []record.UnitChange
	for _, unit := range old.Units {
		a, b := old.Values[unit], new.Values[unit]
		if unit == metric || len(b) == 0 {
			continue
		}
		changes = append(changes, unitChange(unit, a, b, stats.Shift(a, b, unitConfidence), min(len(a), len(b))))
	}
	return changes
}

// constant reports whether the base has the very same value in all clean rounds with
// variant v, and v as well, in two rounds or more. Constants need no rule of their own.
// If both sides were the same, it would take the coin to come up the same way in all
// rounds for different constants, which is the sign test's p; and if the median of
// a side were another, its n values would all be this one with a chance of 2⁻ⁿ at
// most, which is what the interval asks for.
func (r Rules) constant(trials []record.Trial, v int, unit string) bool {
	var old, new []float64
	for _, p := range rounds(trials, v) {
		if !p.clean() {
			continue
		}
		was, ok1 := r.value(*p.base, unit)
		is, ok2 := r.value(*p.other, unit)
		if ok1 && ok2 {
			old, new = append(old, was), append(new, is)
		}
	}
	return same(old) && same(new)
}

// same reports whether there are several values, and all are the same.
func same(values []float64) bool {
	return len(values) > 1 && slices.Min(values) == slices.Max(values)
}
