package explanations

import (
	"cmp"
	"slices"

	"tare/internal/record"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// entry is one item of accounts that stand beside each other.
type entry struct {
	item   record.Item // residualItem for what no other accounts for
	detail string
	sure   record.Sure
	ns     []float64 // in each account
}

// entries are all items of accounts, those that only some have included, in the order of
// items, and the residual where one is wanted.
func entries(accounts []record.Account, withResidual bool) []entry {
	var all []entry
	for n, a := range accounts {
		for _, e := range a.Entries {
			i := slices.IndexFunc(all, func(o entry) bool { return o.item == e.Item && o.detail == e.Detail })
			if i < 0 {
				i = len(all)
				all = append(all, entry{item: min(e.Item, record.Items), detail: e.Detail, sure: e.Sure, ns: make([]float64, len(accounts))})
				if e.Item >= record.Items {
					all[i].item = record.ItemUnknown
				}
			}
			all[i].ns[n] += e.Ns
		}
	}
	slices.SortStableFunc(all, func(a, b entry) int { return cmp.Compare(a.item, b.item) })
	if !withResidual {
		return all
	}
	rest := entry{item: residualItem}
	for _, a := range accounts {
		rest.ns = append(rest.ns, a.Residual)
	}
	return append(all, rest)
}

// name is "preempted: sshd"; of what has no detail beside entries that have, it is
// "preempted: others".
func (e entry) name(all []entry) string {
	detailed := func(other entry) bool { return other.item == e.item && other.detail != "" }
	switch {
	case e.detail != "":
		return nameOf(e.item) + ": " + e.detail
	case slices.ContainsFunc(all, detailed):
		return nameOf(e.item) + ": others"
	}
	return nameOf(e.item)
}

// What the columns of an account have to do with each other when the terminal is narrow.
const (
	core model.Kind = iota
	quantiles
	names
)

// account is the table of an interval's items: of the mean, and of the stretches beside it.
func account(i record.Interval) model.Table {
	accounts := []record.Account{i.Mean}
	for _, b := range i.Bars {
		accounts = append(accounts, b.Account)
	}
	t := model.Table{Moves: []model.Move{{Below: []model.Kind{quantiles}}}, Columns: []model.Column{
		{Left: true}, {Title: "item", Left: true, Head: true}, {Title: meanTitle(i)}, {Title: "share"},
		{Title: "confidence", Left: true, Narrow: true},
	}}
	for _, b := range i.Bars {
		t.Columns = append(t.Columns, model.Column{Kind: quantiles, Title: b.Name}, model.Column{Detail: model.Paged, Under: true})
	}
	all := entries(accounts, !i.Summed)
	for _, e := range all {
		l := lookOf(e.item)
		row := model.Row{Cells: []model.Cell{
			{Text: model.Lit(l.mood, l.letter), Picture: swatch{l, nameOf(e.item)}}, {Text: words(e.name(all)), Tip: l.means},
			said(wording.Ns(e.ns[0])), said(share(e.ns[0], i.Mean.Total)), {Text: sureness(e)},
		}}
		for n, b := range i.Bars {
			row.Cells = append(row.Cells, faded(e.ns[n+1], wording.Ns(e.ns[n+1])), faded(e.ns[n+1], share(e.ns[n+1], b.Account.Total)))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// faded is a cell that is quiet about what did not happen.
func faded(v float64, text string) model.Cell {
	m := model.Plain
	if v == 0 {
		m = model.Quiet
	}
	return model.Cell{Text: model.Lit(m, text)}
}

// sureness says how an entry is known; what is not seen stands out.
func sureness(e entry) model.Text {
	switch {
	case e.item == residualItem:
		return nil
	case e.sure == record.Seen:
		return model.Lit(model.Quiet, confidence(e.sure))
	}
	return model.Lit(model.Warn, confidence(e.sure))
}
