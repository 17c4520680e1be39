package wording

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/record/unit"
)

// Outcome is what a change came to: a verdict, and whether the change lies within
// the margin although there is one.
type Outcome struct {
	Verdict record.Verdict
	Within  bool
}

// OutcomeOf is what c came to.
func OutcomeOf(c record.Change) Outcome { return Outcome{c.Verdict, c.Within} }

// Outcomes are all there are, in the order in which they are counted up.
var Outcomes = []Outcome{
	{record.Slower, false}, {record.Slower, true}, {record.Faster, false}, {record.Faster, true},
	{record.Equivalent, false}, {record.SameCode, false}, {record.Inconclusive, false}, {record.Invalid, false},
}

// String is "slower", or "slower, within the margin".
func (o Outcome) String() string {
	if o.Within {
		return string(o.Verdict) + ", within the margin"
	}
	return string(o.Verdict)
}

// Bare is String without its comma, for lists.
func (o Outcome) Bare() string { return strings.ReplaceAll(o.String(), ",", "") }

// Counted is "2 slower", or "2 slower within the margin".
func (o Outcome) Counted(n int) string { return fmt.Sprintf("%d %s", n, o.Bare()) }

// Tally counts the changes that come to each outcome. Those for which count says
// false are left out.
func Tally(benchmarks []record.Compared, count func(record.Change) bool) map[Outcome]int {
	counts := map[Outcome]int{}
	for _, b := range benchmarks {
		for _, c := range b.Changes {
			if count(c) {
				counts[OutcomeOf(c)]++
			}
		}
	}
	return counts
}

// Margins are the changes that do not matter: "±2%, ±0% of allocs/op".
func Margins(p record.ComparisonPlan) string {
	text := fmt.Sprintf("±%.4g%%", 100*p.Margin)
	for _, unit := range slices.Sorted(maps.Keys(p.Margins)) {
		text += fmt.Sprintf(", ±%.4g%% of %s", 100*p.Margins[unit], unit)
	}
	return text
}

// Benchmarks counts those that were compared, each once however many units it is
// judged by: "2 benchmarks".
func Benchmarks(all []record.Compared) string {
	seen := map[record.Benchmark]bool{}
	for _, b := range all {
		seen[b.Benchmark] = true
	}
	return unit.Plural(len(seen), "benchmark")
}

// Uncalibrated says which verdicts are left where the base differs from its own
// copy.
func Uncalibrated(c record.Calibration) string {
	return fmt.Sprintf("verdicts that an error of up to %s could explain are withdrawn", Share(c.Reach, 0))
}

// In is " in B/op", empty without a unit.
func In(unit string) string {
	if unit == "" {
		return ""
	}
	return " in " + unit
}
