// Package wording is what all reports say in the same words: numbers, shares,
// estimates, why something is not known, how to get rid of a finding, and how to
// measure the same again.
package wording

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/record/unit"
)

// None stands where there is no value to print.
const None = "–"

// Share prints a fraction of one as a percentage: from 10 % on with digits
// decimals, below with one more, and what would round to zero as "<0.1%". Its
// minus is a true one.
func Share(fraction float64, digits int) string {
	least := math.Pow10(-digits-3) / 2 // of what the last decimal below 10 % shows, half
	switch a := math.Abs(fraction); {
	case math.IsNaN(a) || math.IsInf(a, 0):
		return None
	case fraction < 0 && a >= least:
		return "−" + Share(a, digits)
	case a >= 100:
		return unit.Count(100*fraction) + "%"
	case a == 0:
		return "0%"
	case a >= 0.1-least:
		return unit.Percent(fraction, digits)
	case a < least:
		return "<" + unit.Percent(2*least, digits+1)
	}
	return unit.Percent(fraction, digits+1)
}

// Status names a status; the zero value has no name of its own.
func Status(s record.Status) string {
	if s == record.Undetermined {
		return "undetermined"
	}
	return string(s)
}

// Because words a status that is not Measured with its reason: "denied: perf
// is off".
func Because(s record.Status, why string) string {
	if why == "" {
		return Status(s)
	}
	return Status(s) + ": " + why
}

// Gap is a reason, and what is not known for it.
type Gap struct {
	Why  string
	What []string
}

// String is "steal, cycles (denied)".
func (g Gap) String() string { return strings.Join(g.What, ", ") + " (" + g.Why + ")" }

// Gaps are reasons in order of first appearance.
type Gaps []Gap

// Add says that what is not known because of why.
func (gs *Gaps) Add(why, what string) {
	i := slices.IndexFunc(*gs, func(g Gap) bool { return g.Why == why })
	if i < 0 {
		i = len(*gs)
		*gs = append(*gs, Gap{Why: why})
	}
	(*gs)[i].What = append((*gs)[i].What, what)
}

// Together brings the rows of each key together, keys in order of first
// appearance and rows of the same key in their order.
func Together[R any, K comparable](rows []R, key func(R) K) []R {
	first := make(map[K]int)
	for i, r := range rows {
		if _, ok := first[key(r)]; !ok {
			first[key(r)] = i
		}
	}
	return slices.SortedStableFunc(slices.Values(rows), func(a, b R) int {
		return cmp.Compare(first[key(a)], first[key(b)])
	})
}
