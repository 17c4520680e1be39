package verdict

import (
	"math"

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
		changes = append(changes, record.UnitChange{Unit: unit, Old: stats.Median(s.old), New: stats.Median(s.new), Diff: diff, Moved: moved(diff)})
	}
	return changes
}

// moved reports whether zero lies outside of the interval. Counts that differ by
// the very same number in every one of a few rounds need no interval.
func moved(diff record.Estimate) bool {
	same := diff.N > 1 && diff.Lo == diff.Hi
	return (diff.Confidence > 0 || same) && (diff.Lo > 0 || diff.Hi < 0)
}
