package explanations

import (
	"cmp"
	"slices"

	"tare/internal/record"
	"tare/internal/report/model"
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
