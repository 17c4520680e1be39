package account

import (
	"cmp"
	"slices"

	"tare/internal/record"
	"tare/internal/trace/event"
)

// tally sums pieces by item.
type tally struct {
	ns     [record.Items]int64
	unsure [record.Items]int64 // of ns, what was not seen
	how    [record.Items]sureness
	detail []detail // of ns, what has a detail; so few that looking through them is fastest
	waits  waitSums
}

type detail struct {
	item record.Item
	name string
	ns   int64
}

// sureness is record.Sure in one byte.
type sureness uint8

var sure = [...]record.Sure{record.Unknown, record.Bounded, record.Inferred, record.Seen}

func surenessOf(s record.Sure) sureness {
	switch s {
	case record.Bounded:
		return 1
	case record.Inferred:
		return 2
	case record.Seen:
		return 3
	}
	return 0
}

// add adds ns of a piece.
func (t *tally) add(p *event.Piece, ns int64) {
	t.ns[p.Item] += ns
	if p.Sure != record.Seen {
		t.unsure[p.Item] += ns
		t.how[p.Item] = surenessOf(p.Sure)
	}
	if p.Detail != "" {
		t.addDetail(p.Item, p.Detail, ns)
	}
}

// maxDetails is how many details are told apart: names of preempting threads
// come from outside.
const maxDetails = 64

func (t *tally) addDetail(item record.Item, name string, ns int64) {
	for i := range t.detail {
		if d := &t.detail[i]; d.item == item && d.name == name {
			d.ns += ns
			return
		}
	}
	if len(t.detail) < maxDetails {
		t.detail = append(t.detail, detail{item, name, ns})
	}
}

// merge adds what another tally has.
func (t *tally) merge(o *tally) {
	for i := range t.ns {
		if o.ns[i] == 0 {
			continue
		}
		t.ns[i] += o.ns[i]
		t.unsure[i] += o.unsure[i]
		if o.unsure[i] != 0 {
			t.how[i] = o.how[i]
		}
	}
	for _, d := range o.detail {
		if d.ns != 0 {
			t.addDetail(d.item, d.name, d.ns)
		}
	}
	t.waits.merge(&o.waits)
}

// reset forgets everything, and keeps the memory.
func (t *tally) reset() {
	detail, waits := t.detail[:0], t.waits
	waits.reset()
	*t = tally{detail: detail, waits: waits}
}

// set makes the tally a copy of another.
func (t *tally) set(o *tally) {
	kept, waits := append(t.detail[:0], o.detail...), t.waits
	*t = *o
	t.detail, t.waits = kept, waits
	t.waits.set(&o.waits)
}

// since makes a tally, which was set to another one earlier on, what has come to
// that since.
func (t *tally) since(now *tally) {
	for i := range t.ns {
		t.ns[i] = now.ns[i] - t.ns[i]
		t.unsure[i] = now.unsure[i] - t.unsure[i]
	}
	t.how = now.how
	for i, d := range now.detail {
		if i == len(t.detail) {
			t.detail = append(t.detail, detail{d.item, d.name, 0})
		}
		t.detail[i].ns = d.ns - t.detail[i].ns
	}
	t.waits.since(&now.waits)
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
// pieces do not cover is the residual. The book knows the places of waits.
func (t *tally) account(b *Book, total int64, n float64) record.Account {
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
	if len(t.waits.all) > 0 {
		a.Waits = b.tellWaits(t, n)
	}
	return a
}

// maxPreempters is how many of those who took the CPU are named: on a busy
// machine everybody does at some time.
const maxPreempters = 3

// entries are those of one item: one for each detail, most time first, and one
// for what has none.
func (t *tally) entries(item record.Item, ns int64, n float64) (all []record.Entry) {
	how := record.Seen
	if t.unsure[item] > ns/2 {
		how = sure[t.how[item]]
	}
	for _, d := range t.detail {
		if d.item == item {
			all = append(all, record.Entry{Item: item, Detail: d.name, Ns: float64(d.ns) / n, Sure: how})
			ns -= d.ns
		}
	}
	slices.SortFunc(all, func(a, b record.Entry) int {
		return cmp.Or(cmp.Compare(b.Ns, a.Ns), cmp.Compare(a.Detail, b.Detail))
	})
	for item == record.ItemPreempted && len(all) > maxPreempters {
		ns += int64(all[len(all)-1].Ns * n) // with those without a name
		all = all[:len(all)-1]
	}
	if ns > 0 {
		all = append(all, record.Entry{Item: item, Ns: float64(ns) / n, Sure: how})
	}
	return all
}
