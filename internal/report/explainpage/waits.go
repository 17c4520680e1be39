package explainpage

import (
	"cmp"
	"fmt"
	"slices"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/wording"
)

// waitTable is what stretches of time waited for: template "waits".
type waitTable struct {
	Name    string
	Columns []string // names of accounts
	Rows    []waitRow
	More    string // how many are left out
}

// waitRow is all waits of one kind at one place, in each account.
type waitRow struct {
	doing
	Cells []cell
	Links []linkRow // who had to come first
	More  string    // how many of them are left out

	wait  record.Wait
	share float64 // of the account that it is most of
}

// linkRow is what somebody did who had to come first, in each account.
type linkRow struct {
	doing
	Cells  []cell
	Indent int // px

	link  record.Link
	share float64 // of the account that it is most of
}

// doing is what somebody did where.
type doing struct {
	look
	Who, What, Where string
}

// newDoing shows what a link says.
func newDoing(l record.Link) doing {
	d := doing{look: lookOf(l.Item), Who: l.Who, Where: l.Where}
	switch {
	case l.Who != "":
	case l.Item == record.ItemIdle || l.Item == record.ItemScheduler:
		d.Who = "no goroutine"
	default:
		d.Who = "somebody not known"
	}
	d.What = line{look: d.look, Detail: l.Detail}.title()
	return d
}

// Shares of an account from which on waits are listed, and who had to come first.
const (
	leastWait = 0.002
	leastLink = 0.005
)

// column is an account with its name.
type column struct {
	name    string
	account record.Account
}

// newWaits shows the waits of accounts beside each other; nil when there are none.
func newWaits(name string, columns []column) *waitTable {
	t := &waitTable{Name: name}
	for i, c := range columns {
		t.Columns = append(t.Columns, c.name)
		for _, w := range c.account.Waits {
			t.add(w, i, columns)
		}
	}
	slices.SortStableFunc(t.Rows, func(a, b waitRow) int { return cmp.Compare(b.share, a.share) })
	all := len(t.Rows)
	t.Rows = slices.DeleteFunc(t.Rows, func(r waitRow) bool { return r.share < leastWait })
	if left := all - len(t.Rows); left > 0 {
		t.More = fmt.Sprintf("%s at other places, each less than %s of the time.", unit.Plural(left, "wait"), wording.Share(leastWait, 0))
	}
	if len(t.Rows) == 0 {
		return nil
	}
	for i := range t.Rows {
		t.Rows[i].settle()
	}
	return t
}

// settle puts links in the order of the chain. The greatest of each depth stays,
// however small, so that the chain has no gaps.
func (r *waitRow) settle() {
	most, all := map[int]float64{}, len(r.Links)
	for _, l := range r.Links {
		most[l.link.Depth] = max(most[l.link.Depth], l.share)
	}
	r.Links = slices.DeleteFunc(r.Links, func(l linkRow) bool { return l.share < min(leastLink, most[l.link.Depth]) })
	if left := all - len(r.Links); left > 0 {
		r.More = fmt.Sprintf("and %d more, each less than %s", left, wording.Share(leastLink, 0))
	}
	slices.SortStableFunc(r.Links, func(a, b linkRow) int { return cmp.Compare(a.link.Depth, b.link.Depth) })
	for i := range r.Links {
		r.Links[i].Indent = 16 * min(r.Links[i].link.Depth+1, deepest)
	}
}

// deepest is how far links are indented.
const deepest = 6

// add puts a wait of account i into its row.
func (t *waitTable) add(w record.Wait, i int, columns []column) {
	total := columns[i].account.Total
	at := slices.IndexFunc(t.Rows, func(r waitRow) bool {
		return r.wait.Item == w.Item && r.wait.Reason == w.Reason && r.wait.Where == w.Where
	})
	if at < 0 {
		at = len(t.Rows)
		d := newDoing(record.Link{Item: w.Item, Detail: w.Reason, Where: w.Where})
		t.Rows = append(t.Rows, waitRow{doing: d, wait: w, Cells: make([]cell, len(columns))})
	}
	r := &t.Rows[at]
	r.Cells[i], r.share = newCell(w.Ns, total), max(r.share, w.Ns/total)
	for _, l := range w.Links {
		same := slices.IndexFunc(r.Links, func(o linkRow) bool {
			return o.link.Who == l.Who && o.link.Item == l.Item && o.link.Detail == l.Detail && o.link.Where == l.Where
		})
		if same < 0 {
			same = len(r.Links)
			r.Links = append(r.Links, linkRow{doing: newDoing(l), link: l, Cells: make([]cell, len(columns))})
		}
		o := &r.Links[same]
		o.Cells[i], o.share, o.link.Depth = newCell(l.Ns, total), max(o.share, l.Ns/total), min(o.link.Depth, l.Depth)
	}
}

// waitColumns are the accounts of an interval whose waits are worth a column.
func waitColumns(in record.Interval) []column {
	all := []column{{meanName(in), in.Mean}}
	for _, b := range in.Bars {
		if b.Name != "p50" {
			all = append(all, column{b.Name, b.Account})
		}
	}
	return all
}
