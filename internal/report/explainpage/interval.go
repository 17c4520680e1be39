package explainpage

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/report/wording"
)

// interval is one kind of stretches of time: its bars at one scale, and the same
// as a table.
type interval struct {
	Name   string
	About  []string
	Bars   []bar
	Uneven bool // some bar is so much longer than another that the scale hides it
	Rows   []row
	Waits  *waitTable
	Notes  []string
}

// bar is an account with its name: the mean, a quantile.
type bar struct {
	Name, Total string
	Of          string // how many stretches it is the mean of
	Stack       stack
	Show        *show // an example in the timeline
}

// row is one item in all bars of an interval.
type row struct {
	line
	Cells []cell // one for each bar
}

// cell is how much of a bar an item is.
type cell struct{ Ns, Share string }

func newCell(ns, total float64) cell { return cell{wording.Ns(ns), wording.Share(ns/total, 0)} }

// uneven is how many times longer the longest bar may be than the shortest one
// before both cannot be read at the same scale.
const uneven = 20

func newIntervals(all []record.Interval, c record.ThreadCheck, l links) []interval {
	var vs []interval
	for _, in := range all {
		v := newInterval(in, l)
		v.Notes = append(v.Notes, checked(in, c)...)
		vs = append(vs, v)
	}
	return vs
}

// moreIntervals are those that the page has no room for; nil when it has all.
func moreIntervals(all []record.Interval) *further {
	var more *further
	for _, in := range all[min(len(all), mostIntervals):] {
		more = more.with(in.Name, wording.Grouped(int64(in.Count)), wording.Ns(in.Mean.Total))
	}
	if more != nil {
		more.Title, more.How = "intervals", "-region=REGEXP or -task=REGEXP explains some of them"
	}
	return more
}

func newInterval(in record.Interval, l links) interval {
	accounts := []record.Account{in.Mean}
	for _, b := range in.Bars {
		accounts = append(accounts, b.Account)
	}
	scale, least := 0.0, needs(in.Mean)
	for _, a := range accounts {
		scale, least = max(scale, needs(a)), min(least, needs(a))
	}
	v := interval{Name: in.Name, About: aboutInterval(in), Uneven: scale > uneven*least, Rows: rows(accounts)}
	if in.Count == 0 {
		return v
	}
	v.Bars = append(v.Bars, bar{Name: meanName(in), Total: wording.Ns(in.Mean.Total), Of: of(in.Count), Stack: newStack(in.Mean, scale)})
	for _, b := range in.Bars {
		v.Bars = append(v.Bars, bar{
			Name: b.Name, Total: wording.Ns(b.Account.Total), Of: of(b.Count), Stack: newStack(b.Account, scale),
			Show: l.show(b.From, b.To, record.Lane{Kind: record.LaneGoroutine, ID: b.G}),
		})
	}
	v.Waits, v.Notes = newWaits(in.Name, waitColumns(in)), notes(in)
	return v
}

// meanName is what the mean of one stretch is called.
func meanName(in record.Interval) string {
	if in.Count == 1 {
		return "time"
	}
	return "mean"
}

// of is "of 594".
func of(count int64) string {
	if count <= 1 {
		return ""
	}
	return "of " + wording.Grouped(count)
}

// aboutInterval says what the stretches are, of whom, and how long.
func aboutInterval(in record.Interval) []string {
	said := []string{wording.StretchOf(in.Kind).One}
	if in.Count != 1 {
		said[0] = fmt.Sprintf("%s %s, %s in all", wording.Grouped(in.Count), wording.StretchOf(in.Kind).Several, wording.Ns(float64(in.Wall)))
	}
	if in.Who != "" {
		said = append(said, in.Who)
	}
	for _, q := range in.Quantiles {
		said = append(said, wording.Quantile(q.P)+" "+wording.Ns(float64(q.Ns)))
	}
	return said
}

// notes says what to bear in mind when reading the bars.
func notes(in record.Interval) []string {
	var said []string
	if in.Goroutines > 1 {
		said = append(said, fmt.Sprintf("Times are sums over %d goroutines.", in.Goroutines))
	}
	if in.Mean.Stolen > 0 {
		said = append(said, fmt.Sprintf("Of the time on a CPU, the hypervisor kept at most %s.", wording.Ns(in.Mean.Stolen)))
	}
	if in.Mean.Residual < 0 && leftOver(in.Mean) {
		said = append(said, wording.NegativeResidual)
	}
	return said
}

// checked says what checks the items.
func checked(in record.Interval, c record.ThreadCheck) []string {
	text := wording.Checked(c)
	switch {
	case in.Count == 0:
		return nil
	case in.Summed:
		text = wording.Summed(c)
	case text == "":
		return nil
	}
	return []string{strings.ToUpper(text[:1]) + text[1:] + "."}
}

// rows merges accounts by item and detail, in the order of items.
func rows(accounts []record.Account) []row {
	var all []row
	for i, a := range accounts {
		for _, l := range lines(a) {
			at := slices.IndexFunc(all, func(r row) bool { return r.title() == l.title() })
			if at < 0 {
				at = len(all)
				all = append(all, row{line: l, Cells: make([]cell, len(accounts))})
			}
			all[at].Cells[i] = newCell(l.Ns, a.Total)
		}
	}
	slices.SortStableFunc(all, func(a, b row) int { return cmp.Compare(a.Item, b.Item) })
	return all
}
