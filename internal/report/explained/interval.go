package explained

import (
	"fmt"
	"strings"

	"tare/internal/record"
	"tare/internal/report/sheet"
	"tare/internal/report/wording"
)

// interval writes the bars and the account of one interval.
func (r report) interval(i record.Interval) {
	if i.Count == 0 {
		r.section(i.Name, wording.StretchOf(i.Kind).None)
		return
	}
	r.section(i.Name, described(i)...)
	r.bars(i)
	r.account(i)
	if i.Summed {
		r.Prose(sheet.Dim, "", wording.Summed(r.Check))
	}
	if i.Mean.Stolen > 0 {
		r.Prose(sheet.Yellow, "", fmt.Sprintf("of the time on a CPU at most %s was stolen: the hypervisor ran something else", wording.Ns(i.Mean.Stolen)))
	}
}

// hit writes the account of what a flight recorder has waited for.
func (r report) hit() {
	h := r.Hit
	if h == nil {
		return
	}
	if len(h.Account.Entries) == 0 {
		r.section(h.What, fmt.Sprintf("%s at %s", ns(h.To-h.From), ns(h.From)), "what was kept does not tell of it")
		return
	}
	i := record.Interval{Count: 1, Mean: h.Account}
	r.section(h.What, fmt.Sprintf("%s at %s", ns(h.To-h.From), ns(h.From)), "time of "+h.Who)
	r.bars(i)
	r.account(i)
}

// described says how many stretches there are, how long, and of which
// goroutines.
func described(i record.Interval) []string {
	kind := wording.StretchOf(i.Kind)
	texts := []string{kind.One + ", " + ns(i.Wall)}
	if i.Count > 1 {
		texts[0] = fmt.Sprintf("%s %s, %s in all", wording.Grouped(i.Count), kind.Several, ns(i.Wall))
	}
	if len(i.Quantiles) > 0 {
		var quantiles []string
		for _, q := range i.Quantiles {
			quantiles = append(quantiles, wording.Quantile(q.P)+" "+ns(q.Ns))
		}
		texts = append(texts, strings.Join(quantiles, ", "))
	}
	who := "time of " + i.Who
	if i.Goroutines > 1 {
		who += fmt.Sprintf(", added up (%d)", i.Goroutines)
	}
	return append(texts, who)
}

// bars draws the mean and what is beside it, on one scale as far as that goes.
func (r report) bars(i record.Interval) {
	rows := append([]record.Bar{{Name: meanTitle(i), Account: i.Mean}}, i.Bars...)
	g := sheet.Grid{Right: []bool{false, true, true}}
	var totals []float64
	for _, row := range rows {
		totals = append(totals, row.Account.Total)
		g.Rows = append(g.Rows, []sheet.Span{sheet.Plain.Of(row.Name), sheet.Plain.Of(wording.Ns(row.Account.Total))})
	}
	room := max(least, min(longest, r.Width()-g.Width()-len("  1:99999  ")))
	full, shrunk := scale(totals, room), false
	for n, total := range totals {
		text := ""
		if total > full && reach(total, full, room) > 0 {
			text, shrunk = factor(total/full), true
		}
		g.Rows[n] = append(g.Rows[n], sheet.Dim.Of(text))
	}
	for n, line := range g.Lines() {
		r.Line(append(line, bar(rows[n].Account, reach(totals[n], full, room))...)...)
	}
	if shrunk {
		r.Prose(sheet.Dim, "", "1:n is drawn n times shorter than the others")
	}
}

// factor is by how much a bar is too short, in seven columns at most.
func factor(by float64) string {
	switch {
	case by < 10:
		return fmt.Sprintf("1:%.1f", by)
	case by >= 99999:
		return fmt.Sprintf("1:%.0e", by)
	}
	return fmt.Sprintf("1:%.0f", by)
}

// meanTitle is what the mean of one stretch is called.
func meanTitle(i record.Interval) string {
	if i.Count > 1 {
		return "mean"
	}
	return "time"
}
