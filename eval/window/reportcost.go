package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"tare/eval/docpart"
	"tare/internal/analysis/stats"
	"tare/internal/record/unit"
)

// reportCost returns the table of costs, nothing without any.
func reportCost(all []visit) string {
	rows := [][]string{{"comparison", "pairs", "CPU", "of the other", "ratio", "rounds", "of the other", "verdicts", "of the other"}}
	var here, other []float64
	for _, e := range costEffects {
		var sides [2][]outcome
		for _, v := range all {
			if v.Part == costs && v.Subject == e.name && v.Failed == "" {
				for i := range sides {
					sides[i] = append(sides[i], v.Costs[i])
				}
			}
		}
		if len(sides[0]) == 0 {
			continue
		}
		mine, its := each(sides[0], outcome.measuringTime), each(sides[1], outcome.measuringTime)
		here, other = append(here, mine...), append(other, its...)
		rows = append(rows, []string{
			e.name, fmt.Sprint(len(mine)), fmt.Sprintf("%.1f s", stats.Median(mine)), fmt.Sprintf("%.1f s", stats.Median(its)), change(ratio(mine, its)),
			fmt.Sprint(stats.Median(each(sides[0], outcome.rounds))), fmt.Sprint(stats.Median(each(sides[1], outcome.rounds))),
			countVerdicts(sides[0]), countVerdicts(sides[1]),
		})
	}
	if len(rows) == 1 {
		return ""
	}
	total := ratio(here, other)
	return docpart.Table(rows) + "\n" + fmt.Sprintf("CPU time of a comparison without building, all together: %s of the other's, %s.\n",
		unit.Percent(total.Center, 0), change(total)) + failures(all, costs) + tares(all, costs)
}

func (o outcome) measuringTime() float64 { return o.measuring() }
func (o outcome) rounds() float64        { return float64(o.Rounds) }

func each(all []outcome, f func(outcome) float64) (values []float64) {
	for _, o := range all {
		values = append(values, f(o))
	}
	return values
}

func countVerdicts(all []outcome) string {
	by := map[string]int{}
	for _, o := range all {
		by[string(o.Verdict)]++
	}
	var text []string
	for _, v := range slices.Sorted(maps.Keys(by)) {
		text = append(text, fmt.Sprintf("%d %s", by[v], v))
	}
	return strings.Join(text, ", ")
}
