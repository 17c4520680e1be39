package explainpage

import (
	"fmt"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/report/chart"
	"tare/internal/report/wording"
)

// stack is an account as a bar: template "stack".
type stack struct {
	Width chart.Coord // percent of the scale
	Label string      // all of it in one sentence
	Parts []part
}

// part is one item, its width in percent of the bar.
type part struct {
	look
	Width chart.Coord
	Text  string // shown where there is room for it
	Tip   string
}

// line is one item of an account: an entry, or the residual.
type line struct {
	look
	Item   record.Item // record.Items for the residual
	Detail string
	Ns     float64
	Sure   string
}

// lines are the entries of a, and the residual where there is one.
func lines(a record.Account) []line {
	var ls []line
	for _, e := range a.Entries {
		detailed := func(other record.Entry) bool { return other.Item == e.Item && other.Detail != "" }
		if e.Detail == "" && slices.ContainsFunc(a.Entries, detailed) {
			e.Detail = "others"
		}
		ls = append(ls, line{look: lookOf(e.Item), Item: e.Item, Detail: e.Detail, Ns: e.Ns, Sure: sure(e.Sure)})
	}
	if leftOver(a) {
		ls = append(ls, line{look: residual, Item: record.Items, Ns: a.Residual})
	}
	return ls
}

// leftOver tells a residual from what adding floating-point numbers leaves.
func leftOver(a record.Account) bool {
	return a.Residual > 1e-9*a.Total || a.Residual < -1e-9*a.Total
}

// title is "blocked: chan receive".
func (l line) title() string {
	if l.Detail != "" {
		return l.Name + ": " + l.Detail
	}
	return l.Name
}

// newStack draws a on a scale whose whole width is worth so many ns.
func newStack(a record.Account, scale float64) stack {
	whole := needs(a)
	if !(whole > 0) {
		return stack{Label: "no time"}
	}
	s := stack{Width: chart.Percent(min(whole/scale, 1))}
	var said []string
	for _, l := range lines(a) {
		if !(l.Ns > 0) || !wording.Finite(l.Ns) {
			continue
		}
		share := wording.Share(l.Ns/a.Total, 0)
		p := part{look: l.look, Width: chart.Percent(l.Ns / whole), Text: l.Name + " " + share}
		if l.Detail != "" {
			p.Text = l.Detail + " " + share
		}
		text := fmt.Sprintf("%s %s (%s)", l.title(), wording.Ns(l.Ns), share)
		p.Tip = text + "\n" + l.Means
		if l.Sure != "" {
			p.Tip += "\nhow sure: " + l.Sure
		}
		s.Parts = append(s.Parts, p)
		said = append(said, text)
	}
	s.Label = wording.Ns(a.Total) + ": " + strings.Join(said, ", ")
	return s
}

// needs is the width that the bar of a takes, ns: its total, or the sum of its
// entries where they claim more than that.
func needs(a record.Account) float64 {
	sum := 0.0
	for _, l := range lines(a) {
		if l.Ns > 0 && wording.Finite(l.Ns) {
			sum += l.Ns
		}
	}
	if !wording.Finite(a.Total) {
		return sum
	}
	return max(a.Total, sum)
}
