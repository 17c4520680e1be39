package explanations

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// doing is what somebody did where.
func doing(l record.Link) model.Text {
	who := function(l.Who)
	switch {
	case who != "":
	case l.Item == record.ItemIdle || l.Item == record.ItemScheduler:
		who = "no goroutine"
	default:
		who = "somebody not known"
	}
	return model.Joined(model.Lit(model.Strong, who), words(" "+particular(l.Item, l.Detail)), place(l.Where))
}

func particular(i record.Item, detail string) string {
	if detail == "" {
		return i.String()
	}
	return i.String() + ": " + detail
}

func place(where string) model.Text {
	if where == "" {
		return nil
	}
	return model.Lit(model.Quiet, " "+where)
}

// Shares of an account from which on waits are listed, and who had to come first.
const (
	leastWait = 0.002
	leastLink = 0.005
)

// waitColumn is an account with its name.
type waitColumn struct {
	name    string
	account record.Account
}

// waitColumns are the accounts of an interval whose waits are worth a column.
func waitColumns(in record.Interval) []waitColumn {
	all := []waitColumn{{meanTitle(in), in.Mean}}
	for _, b := range in.Bars {
		if b.Name != "p50" {
			all = append(all, waitColumn{b.Name, b.Account})
		}
	}
	return all
}

// wait is all waits of one kind at one place, in each account, or what somebody did who
// had to come first.
type wait struct {
	link  record.Link
	ns    []float64
	share float64 // of the account that it is most of
	links []wait  // who had to come first
}

// waits lists what stretches of time waited for, and below each who had to come first.
func waits(columns []waitColumn) model.Table {
	var all []wait
	for i, c := range columns {
		for _, w := range c.account.Waits {
			one := merge(&all, record.Link{Item: w.Item, Detail: w.Reason, Where: w.Where, Ns: w.Ns}, i, columns)
			for _, l := range w.Links {
				merge(&one.links, l, i, columns)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b wait) int { return cmp.Compare(b.share, a.share) })
	t := model.Table{Detail: model.Paged, Columns: []model.Column{{Title: "waited for, and who had to come first", Left: true, Head: true}}}
	for _, c := range columns {
		t.Columns = append(t.Columns, model.Column{Title: c.name}, model.Column{Under: true})
	}
	left := 0
	for _, w := range all {
		if w.share < leastWait || !wording.Finite(w.share) {
			left++
			continue
		}
		t.Rows = append(t.Rows, w.row(model.Joined(model.Lit(model.Strong, particular(w.link.Item, w.link.Detail)), place(w.link.Where)), columns))
		t.Rows = append(t.Rows, w.first(columns)...)
	}
	if left > 0 {
		t.Under = []model.Text{model.In(model.Quiet, fmt.Sprintf("%s at other places, each less than %s of the time", unit.Plural(left, "wait"), wording.Share(leastWait, 0)))}
	}
	return t
}

// merge adds a link of account i to those that it is the same as.
func merge(all *[]wait, l record.Link, i int, columns []waitColumn) *wait {
	at := slices.IndexFunc(*all, func(o wait) bool {
		return o.link.Who == l.Who && o.link.Item == l.Item && o.link.Detail == l.Detail && o.link.Where == l.Where
	})
	if at < 0 {
		at = len(*all)
		*all = append(*all, wait{link: l, ns: make([]float64, len(columns))})
	}
	w := &(*all)[at]
	w.ns[i] += l.Ns
	w.share = max(w.share, w.ns[i]/columns[i].account.Total)
	w.link.Depth = min(w.link.Depth, l.Depth)
	return w
}

// deepest is how far links are indented.
const deepest = 6

// first are the rows of those who had to come first, in the order of the chain. The
// greatest of each depth stays, however small, so that the chain has no gaps.
func (w wait) first(columns []waitColumn) (rows []model.Row) {
	most := map[int]float64{}
	for _, l := range w.links {
		most[l.link.Depth] = max(most[l.link.Depth], l.share)
	}
	left := 0
	slices.SortStableFunc(w.links, func(a, b wait) int { return cmp.Compare(a.link.Depth, b.link.Depth) })
	for _, l := range w.links {
		if l.share < min(leastLink, most[l.link.Depth]) {
			left++
			continue
		}
		indent := strings.Repeat("\u2003", min(l.link.Depth+1, deepest)) + "↳ "
		rows = append(rows, l.row(model.Joined(words(indent), doing(l.link)), columns))
	}
	if left > 0 {
		text := fmt.Sprintf("\u2003and %d more, each less than %s", left, wording.Share(leastLink, 0))
		rows = append(rows, wait{}.row(model.Lit(model.Quiet, text), columns))
	}
	return rows
}

func (w wait) row(text model.Text, columns []waitColumn) model.Row {
	row := model.Row{Cells: []model.Cell{{Text: text, Tip: lookOf(w.link.Item).means}}}
	for i, c := range columns {
		if w.ns == nil || w.ns[i] == 0 {
			row.Cells = append(row.Cells, model.Cell{}, model.Cell{})
			continue
		}
		row.Cells = append(row.Cells, said(wording.Ns(w.ns[i])), said(wording.Share(w.ns[i]/c.account.Total, 0)))
	}
	return row
}
