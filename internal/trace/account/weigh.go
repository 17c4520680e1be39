package account

import (
	"cmp"
	"slices"

	"tare/internal/record"
)

// weight is a part of an account that has one reason.
type weight struct {
	item      record.Item
	ns, share float64
	sure      record.Sure
	details   []record.Entry // of it, most time first; those without a name are left out
	wait      *record.Wait   // of a goroutine that waits
	via       []record.Link  // to whom it was done that was waited for, with ns
}

// weigh takes an account apart. Waits are told apart by place. What was done to
// goroutines that were waited for was done to who waited: it is not the wait's.
func weigh(a record.Account) (all []weight) {
	if a.Total <= 0 {
		return nil
	}
	for _, e := range a.Entries {
		w := of(&all, e.Item)
		w.ns += e.Ns
		if w.sure == "" || e.Ns > w.ns/2 {
			w.sure = e.Sure
		}
		if e.Detail != "" {
			w.details = append(w.details, e)
		}
	}
	for i := range a.Waits {
		all = split(all, &a.Waits[i])
	}
	for i := range all {
		w := &all[i]
		w.share = w.ns / a.Total
		slices.SortStableFunc(w.details, func(a, b record.Entry) int { return cmp.Compare(b.Ns, a.Ns) })
	}
	return all
}

// of returns the weight of an item that is no wait at some place.
func of(all *[]weight, item record.Item) *weight {
	return find(all, weight{item: item}, func(a, b weight) bool { return a.item == b.item && a.wait == nil })
}

// split takes a wait out of its item, and what was done to those that were waited for
// out of the wait.
func split(all []weight, wait *record.Wait) []weight {
	rest := of(&all, wait.Item)
	ns := min(wait.Ns, rest.ns)
	rest.ns -= ns
	sure := rest.sure
	for _, l := range wait.Links {
		if wait.Item != record.ItemBlocked || !byEnvironment(l.Item) {
			continue
		}
		part := min(l.Ns, ns)
		ns -= part
		w := of(&all, l.Item)
		w.ns += part
		if w.sure == "" {
			w.sure = sure
		}
		if l.Detail != "" {
			find(&w.details, record.Entry{Item: l.Item, Detail: l.Detail}, func(a, b record.Entry) bool { return a.Detail == b.Detail }).Ns += part
		}
		find(&w.via, record.Link{Who: l.Who}, sameLink).Ns += part
	}
	return append(all, weight{item: wait.Item, ns: ns, sure: sure, wait: wait})
}
