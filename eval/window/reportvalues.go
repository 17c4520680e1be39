package main

import (
	"fmt"
	"math"

	"tare/eval/docpart"
	"tare/internal/analysis/stats"
	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/wording"
)

// measured is what the rounds of a value come to.
type measured struct {
	subject, what string
	truth         []float64 // ns per op, by round, as those that follow
	net, wall     []float64
	tare          []value
}

// collectValues sorts the visits by subject, in the order of targets; what the
// program no longer knows comes last.
func collectValues(all []visit) []measured {
	by, order := map[string]*measured{}, []string{}
	for _, t := range targets(true) {
		by[t.String()] = &measured{subject: t.String(), what: t.what}
		order = append(order, t.String())
	}
	for _, v := range all {
		if v.Part != values || v.Failed != "" {
			continue
		}
		m := by[v.Subject]
		if m == nil {
			m = &measured{subject: v.Subject}
			by[v.Subject], order = m, append(order, v.Subject)
		}
		m.truth = append(m.truth, v.Truth[0].NS)
		m.net, m.wall, m.tare = append(m.net, v.Value.Net), append(m.wall, v.Value.Wall), append(m.tare, *v.Value)
	}
	var found []measured
	for _, subject := range order {
		if m := by[subject]; len(m.truth) > 0 {
			found = append(found, *m)
		}
	}
	return found
}

// reportValues returns the table of values, nothing without any.
func reportValues(all []visit) string {
	found := collectValues(all)
	if len(found) == 0 {
		return ""
	}
	rows := [][]string{{"benchmark", "what it has", "rounds", "truth", "±", "tare net", "net ÷ truth", "tare wall", "wall ÷ truth", "N", "windows", "CPU"}}
	var nets, walls []named
	for _, m := range found {
		net, wall := ratio(m.net, m.truth), ratio(m.wall, m.truth)
		nets, walls = append(nets, named{m.subject, net}), append(walls, named{m.subject, wall})
		rows = append(rows, []string{
			docpart.Cell(m.subject), m.what, fmt.Sprint(len(m.truth)), wording.Ns(stats.Median(m.truth)),
			wording.PlusMinus(stats.HodgesLehmann(m.truth, record.Confidence)), wording.Ns(stats.Median(m.net)), change(net),
			wording.Ns(stats.Median(m.wall)), change(wall), wording.Grouped(int64(math.Round(medianOf(m.tare, iterations)))),
			windowsText(m.tare), fmt.Sprintf("%.1f s", medianOf(m.tare, measuringTime)),
		})
	}
	return docpart.Table(rows) + "\n" + summary("net", nets) + summary("wall", walls) +
		truthOf(all, values) + failures(all, values) + tares(all, values)
}

func iterations(v value) float64    { return float64(v.N) }
func measuringTime(v value) float64 { return v.measuring() }

func medianOf(all []value, f func(value) float64) float64 {
	some := make([]float64, len(all))
	for i, v := range all {
		some[i] = f(v)
	}
	return stats.Median(some)
}

// named is the ratio of a subject.
type named struct {
	subject string
	ratio   record.Estimate
}

// summary says how far ratios are from 1, as a line of Markdown.
func summary(name string, all []named) string {
	by := func(f func(record.Estimate) float64) (sizes []float64, worst named) {
		for _, n := range all {
			sizes = append(sizes, f(n.ratio))
			if worst.subject == "" || f(n.ratio) > f(worst.ratio) {
				worst = n
			}
		}
		return sizes, worst
	}
	sizes, worst := by(off)
	text := fmt.Sprintf("**%s ÷ truth**, %s: median |ratio − 1| %s, worst %s (%s). ", name, unit.Plural(len(all), "benchmark"),
		wording.Share(stats.Median(sizes), 1), wording.Share(off(worst.ratio), 1), worst.subject)
	sizes, worst = by(surely)
	beyond := 0
	for _, size := range sizes {
		if size > 0 {
			beyond++
		}
	}
	if beyond == 0 {
		return text + "No interval leaves out 1.\n\n"
	}
	return text + fmt.Sprintf("Intervals that leave out 1: %d, none by more than %s (%s).\n\n",
		beyond, wording.Share(surely(worst.ratio), 1), worst.subject)
}
