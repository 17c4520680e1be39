package explained

import (
	"slices"

	"tare/internal/record"
	"tare/internal/report/sheet"
	"tare/internal/report/wording"
)

// line is one item of an interval's account.
type line struct {
	look
	name  string
	mean  float64 // ns
	share string
	sure  string
	bars  []float64 // ns, in the order of Interval.Bars
}

// quantiles are the columns that make room on a narrow terminal.
const quantiles sheet.Kind = 1

// account writes an interval's account.
func (r report) account(i record.Interval) {
	lines := accountLines(i)
	columns := []sheet.Column[line]{
		{Left: true, Style: line.color, Cell: func(l line) string { return l.letter }},
		{Title: "item", Left: true, Cell: func(l line) string { return l.name }},
		{Title: meanTitle(i), Cell: func(l line) string { return wording.Ns(l.mean) }},
		{Title: "share", Cell: func(l line) string { return l.share }},
		{Title: "known", Left: true, Style: line.doubt, Cell: func(l line) string { return l.sure }},
	}
	for n, b := range i.Bars {
		columns = append(columns, sheet.Column[line]{
			Kind: quantiles, Title: b.Name,
			Style: func(l line) sheet.Style { return zero(l.bars[n]) }, Cell: func(l line) string { return wording.Ns(l.bars[n]) },
		})
	}
	layout, text := sheet.Fit(columns, lines, r.Width(), []sheet.Move{{Below: []sheet.Kind{quantiles}}})
	r.Line(text[0]...)
	for n, l := range lines {
		sheet.Row(r.Sheet, layout, l, text[n+1])
	}
}

func (l line) color() sheet.Style { return l.style }

// zero fades what did not happen.
func zero(v float64) sheet.Style {
	if v == 0 {
		return sheet.Dim
	}
	return sheet.Plain
}

// doubt colours what is not seen.
func (l line) doubt() sheet.Style {
	if l.sure == string(record.Seen) {
		return sheet.Dim
	}
	return sheet.Yellow
}

// accountLines are the items of the mean, those that only a bar has, and the
// residual where it says something.
func accountLines(i record.Interval) []line {
	entries := i.Mean.Entries
	for _, b := range i.Bars {
		for _, e := range b.Account.Entries {
			if _, ok := find(entries, e); !ok {
				entries = append(entries[:len(entries):len(entries)], record.Entry{Item: e.Item, Detail: e.Detail, Sure: e.Sure})
			}
		}
	}
	var lines []line
	for _, e := range entries {
		l := line{look: lookOf(e.Item), name: itemName(e, entries), mean: e.Ns, share: share(e.Ns, i.Mean.Total), sure: sureness(e.Sure)}
		for _, b := range i.Bars {
			same, _ := find(b.Account.Entries, e)
			l.bars = append(l.bars, same.Ns)
		}
		lines = append(lines, l)
	}
	if i.Summed {
		return lines
	}
	rest := line{look: residual, name: "residual", mean: i.Mean.Residual, share: share(i.Mean.Residual, i.Mean.Total)}
	for _, b := range i.Bars {
		rest.bars = append(rest.bars, b.Account.Residual)
	}
	return append(lines, rest)
}

func find(entries []record.Entry, like record.Entry) (record.Entry, bool) {
	for _, e := range entries {
		if e.Item == like.Item && e.Detail == like.Detail {
			return e, true
		}
	}
	return record.Entry{}, false
}

// itemName is "preempted: sshd"; of what has no detail beside entries that have,
// it is "preempted: others".
func itemName(e record.Entry, all []record.Entry) string {
	detailed := func(other record.Entry) bool { return other.Item == e.Item && other.Detail != "" }
	switch {
	case e.Detail != "":
		return e.Item.String() + ": " + e.Detail
	case slices.ContainsFunc(all, detailed):
		return e.Item.String() + ": others"
	}
	return e.Item.String()
}
