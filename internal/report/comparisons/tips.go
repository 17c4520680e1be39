package comparisons

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/report/wording"
)

// tips describes every drawn round, its trials in the order they ran.
func (v view) tips(r *series, b record.Compared) []string {
	logs := map[int]record.PairLog{}
	for _, l := range r.logs {
		logs[l.Round] = l
	}
	trials := map[int][]record.Trial{}
	for _, ts := range [][]record.Trial{r.old, r.new} {
		for _, t := range ts {
			trials[t.Round] = append(trials[t.Round], t)
		}
	}
	var all []string
	for round := r.first; round <= r.last; round += r.stride {
		lines := []string{fmt.Sprintf("round %d", round)}
		ran := trials[round]
		slices.SortFunc(ran, func(a, b record.Trial) int { return cmp.Compare(a.Order, b.Order) })
		for _, t := range ran {
			lines = append(lines, v.tip(t, b.Metric))
		}
		if l, ok := logs[round]; ok {
			lines = append(lines, percentOf(l.Log))
		}
		all = append(all, strings.Join(lines, "\n"))
	}
	return all
}

// tip is what one trial came to, on one line.
func (v view) tip(t record.Trial, unit string) string {
	text := v.variant(t.Variant) + " "
	switch {
	case t.Outcome != record.OK:
		text += fmt.Sprintf("%s: %s", t.Outcome, t.Message)
	default:
		text += wording.Number(measured(t, unit), unit)
	}
	if len(t.Polluted) > 0 {
		text += " contaminated: " + strings.Join(t.Polluted, "; ")
	}
	return strings.Join(strings.Fields(text), " ")
}
