package account

import (
	"cmp"
	"slices"

	"tare/internal/record"
)

// tally sums pieces by item.
type tally struct {
	ns     [record.Items]int64
	unsure [record.Items]int64 // of ns, what was not seen
	how    [record.Items]sureness
	detail map[detail]int64 // of ns, what has a detail
}

type detail struct {
	item record.Item
	name string
}

// sureness is record.Sure in one byte.
type sureness uint8

var sure = [...]record.Sure{record.Unknown, record.Bounded, record.Inferred, record.Seen}

func surenessOf(s record.Sure) sureness { return sureness(max(0, slices.Index(sure[:], s))) }

// add adds ns of a piece.
func (t *tally) add(p *record.Piece, ns int64) {
	t.ns[p.Item] += ns
	if p.Sure != record.Seen {
		t.unsure[p.Item] += ns
		t.how[p.Item] = surenessOf(p.Sure)
	}
	if p.Detail != "" {
		if t.detail == nil {
			t.detail = map[detail]int64{}
		}
		t.detail[detail{p.Item, p.Detail}] += ns
	}
}

// merge adds what another tally has.
func (t *tally) merge(o *tally) {
	for i := range t.ns {
		t.ns[i] += o.ns[i]
		t.unsure[i] += o.unsure[i]
		if o.how[i] != 0 {
			t.how[i] = o.how[i]
		}
	}
	if t.detail == nil && len(o.detail) > 0 {
		t.detail = map[detail]int64{}
	}
	for d, ns := range o.detail {
		t.detail[d] += ns
	}
}

func (t *tally) sum() (ns int64) {
	for _, v := range t.ns {
		ns += v
	}
	return ns
}

// busy is the time in which the lane was not simply waiting for something to do.
func (t *tally) busy() int64 {
	return t.sum() - t.ns[record.ItemBlocked] - t.ns[record.ItemIdle] - t.ns[record.ItemUnknown]
}

// account divides the tally by n stretches that took total ns together. What the
// pieces do not cover is the residual.
func (t *tally) account(total int64, n float64) record.Account {
	if n <= 0 {
		return record.Account{}
	}
	a := record.Account{Total: float64(total) / n}
	for i, ns := range t.ns {
		if ns != 0 {
			a.Entries = append(a.Entries, t.entries(record.Item(i), ns, n)...)
		}
	}
	a.Residual = float64(total-t.sum()) / n
	return a
}

// entries are those of one item: one for each detail, most time first, and one
// for what has none.
func (t *tally) entries(item record.Item, ns int64, n float64) (all []record.Entry) {
	how := record.Seen
	if t.unsure[item] > ns/2 {
		how = sure[t.how[item]]
	}
	for d, part := range t.detail {
		if d.item == item {
			all = append(all, record.Entry{Item: item, Detail: d.name, Ns: float64(part) / n, Sure: how})
			ns -= part
		}
	}
	slices.SortFunc(all, func(a, b record.Entry) int {
		return cmp.Or(cmp.Compare(b.Ns, a.Ns), cmp.Compare(a.Detail, b.Detail))
	})
	if ns > 0 {
		all = append(all, record.Entry{Item: item, Ns: float64(ns) / n, Sure: how})
	}
	return all
}
