package explanations

import (
	"fmt"
	"slices"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/chart"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// What the columns of an account have to do with each other when the terminal is narrow.
const (
	core model.Kind = iota
	quantiles
	names
)

// Items below this part of every account are folded, where they are several.
const (
	trifle     = 0.005
	fewTrifles = 2
)

// account is an interval's items: of the mean, and of the stretches beside it. Those that
// are small in all of them share a row, and a fold has each.
func account(i record.Interval, detail model.Detail) []model.Block {
	accounts := []record.Account{i.Mean}
	for _, b := range i.Bars {
		accounts = append(accounts, b.Account)
	}
	all := entries(accounts, !i.Summed)
	small := func(e entry) bool { return e.trifling(accounts) }
	var folded []entry
	for _, e := range all {
		if small(e) {
			folded = append(folded, e)
		}
	}
	t := accountTable(i)
	t.Detail = detail
	if len(folded) <= fewTrifles {
		t.Rows = rowsOf(i, all, all)
		return []model.Block{t}
	}
	what := fmt.Sprintf("%s below 0.5%%", unit.Plural(len(folded), "item"))
	t.Rows = rowsOf(i, slices.DeleteFunc(slices.Clone(all), small), all)
	at := len(t.Rows)
	if !i.Summed { // the residual stays the last
		at--
	}
	t.Rows = slices.Insert(t.Rows, at, accountRow(i, together(folded), model.Cell{}, said(what), nil))
	fold := accountTable(i)
	fold.Detail, fold.Rows = model.Verbose, rowsOf(i, folded, all)
	return []model.Block{t, model.Section{Detail: model.Verbose, Minor: true, Title: words("The " + what), Blocks: []model.Block{fold}}}
}

// trifling reports whether e is a small part of all accounts. The residual never is.
func (e entry) trifling(accounts []record.Account) bool {
	for n, a := range accounts {
		if !(e.ns[n] < trifle*a.Total) {
			return false
		}
	}
	return e.item != residualItem
}

// together is the sums of entries.
func together(all []entry) []float64 {
	sums := make([]float64, len(all[0].ns))
	for _, e := range all {
		for n, v := range e.ns {
			sums[n] += v
		}
	}
	return sums
}

// accountTable has the columns of an account. What has no other stretches beside it has room
// for bars on a page.
func accountTable(i record.Interval) model.Table {
	t := model.Table{Moves: []model.Move{{Below: []model.Kind{quantiles}}}, Columns: []model.Column{
		{Left: true}, {Title: "item", Left: true, Head: true}, {Title: meanTitle(i)}, {Title: "share"},
		{Title: "confidence", Left: true, Narrow: true},
	}}
	for _, b := range i.Bars {
		t.Columns = append(t.Columns, model.Column{Kind: quantiles, Title: b.Name}, model.Column{Detail: model.Paged, Under: true})
	}
	if len(i.Bars) == 0 {
		t.Columns = append(t.Columns, model.Column{Detail: model.Paged, Left: true, Narrow: true, Wide: true})
	}
	return t
}

// rowsOf are those of some of all entries.
func rowsOf(i record.Interval, some, all []entry) []model.Row {
	var rows []model.Row
	for _, e := range some {
		l := lookOf(e.item)
		r := accountRow(i, e.ns, model.Cell{Text: model.Lit(l.mood, l.letter), Picture: swatch{l, nameOf(e.item)}},
			model.Cell{Text: words(e.name(all)), Tip: l.means}, sureness(e))
		if part := e.ns[0] / i.Mean.Total; len(i.Bars) == 0 && part > 0 && wording.Finite(part) {
			r.Cells[len(r.Cells)-1].Picture = stack{Width: chart.Percent(min(part, 1)), Label: share(e.ns[0], i.Mean.Total), Parts: []segment{{Class: l.class, Width: 100}}}
		}
		rows = append(rows, r)
	}
	return rows
}

// accountRow is what takes so much of each account.
func accountRow(i record.Interval, ns []float64, mark, name model.Cell, sure model.Text) model.Row {
	row := model.Row{Cells: []model.Cell{mark, name, said(wording.Ns(ns[0])), said(share(ns[0], i.Mean.Total)), {Text: sure}}}
	for n, b := range i.Bars {
		row.Cells = append(row.Cells, faded(ns[n+1], wording.Ns(ns[n+1])), faded(ns[n+1], share(ns[n+1], b.Account.Total)))
	}
	if len(i.Bars) == 0 {
		row.Cells = append(row.Cells, model.Cell{})
	}
	return row
}
