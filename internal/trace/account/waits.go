package account

import (
	"cmp"
	"slices"

	"tare/internal/record"
)

// waitPart is a part of waits at one place: what somebody did who had to come first.
type waitPart struct {
	waitKind
	link linkKind
	hash uint32 // of both
	ns   int64
}

func newWaitPart(kind waitKind, link linkKind, ns int64) waitPart {
	return waitPart{kind, link, hashOf(kind, link), ns}
}

// same reports whether two parts are of the same waits and doings.
func (p *waitPart) same(o *waitPart) bool {
	return p.hash == o.hash && p.link == o.link && p.waitKind == o.waitKind
}

// hashOf tells most parts apart by their numbers alone: hashing their names would take
// longer than all the rest.
func hashOf(kind waitKind, link linkKind) uint32 {
	const prime = 0x9e3779b97f4a7c15 // 2⁶⁴ divided by the golden ratio
	h := uint64(kind.site)
	h = h*prime ^ uint64(link.stack)
	h = h*prime ^ (uint64(link.depth)<<16 | uint64(link.item)<<8 | uint64(kind.item))
	if link.group != nil {
		h = h*prime ^ uint64(link.group.number)
	}
	return uint32(h * prime >> 32)
}

// waitKind tells waits apart.
type waitKind struct {
	item   record.Item
	reason string
	site   record.StackID
}

// linkKind tells apart what others did meanwhile. Without a group, nobody is known.
type linkKind struct {
	group  *group
	depth  int
	item   record.Item
	detail string
	stack  record.StackID
}

// leastWait is the shortest wait that is looked into outside of intervals, ns: looking
// into each of millions would take longer than reading them.
const leastWait = 100e3

// waitsOf divides a piece in which a goroutine waited by what others did. The result
// is valid until the next call; it is empty for pieces of other kinds.
func (b *Book) waitsOf(g *goroutine, p *record.Piece) []waitPart {
	b.parts = b.parts[:0]
	kind := waitKind{p.Item, p.Detail, p.Stack}
	switch p.Item {
	case record.ItemBlocked, record.ItemLate:
	case record.ItemSyscallOff, record.ItemSyscallOn, record.ItemSyscall, record.ItemOffCPU:
		b.parts = append(b.parts, newWaitPart(kind, linkKind{}, p.Duration()))
		return b.parts
	default:
		return nil
	}
	if p.Duration() < leastWait && len(g.open) == 0 && len(g.tasks) == 0 && g.role == bystander && !b.hit.about(g.id) {
		return nil
	}
	if p.Item == record.ItemLate {
		b.part(kind, linkKind{b.groupOf(p.Waker), 0, record.ItemRunning, "", p.WakerStack}, p.Duration())
		return b.parts
	}
	b.lookInto(g, kind, p)
	return b.parts
}

// lookInto divides a wait by the chain of those who had to come first, or as one like it
// was divided where there are very many.
func (b *Book) lookInto(g *goroutine, kind waitKind, p *record.Piece) {
	nth, many := b.patterns.many(p.End)
	key := patternKey{g.group, kind.site, kind.item}
	if like, known := b.patterns.all[key]; many && known && nth%oneIn != 0 && !b.hit.about(g.id) {
		b.patterns.alike++
		b.parts = like.divide(b.parts, p.Duration())
		return
	}
	walkChain(p, b.past, func(l link) {
		b.part(kind, linkKind{b.groupOf(l.G), l.Depth, l.Item, l.Detail, l.Stack}, l.Ns)
	})
	if len(b.parts) == 0 {
		b.parts = append(b.parts, newWaitPart(kind, linkKind{}, p.Duration()))
	}
	if many {
		b.patterns.keep(key, kind, b.parts)
	}
}

// part adds ns to a part of the wait that is looked into.
func (b *Book) part(kind waitKind, link linkKind, ns int64) {
	hash := hashOf(kind, link)
	for i := range b.parts {
		if p := &b.parts[i]; p.hash == hash && p.link == link {
			p.ns += ns
			return
		}
	}
	b.parts = append(b.parts, waitPart{kind, link, hash, ns})
}

// past is that of a goroutine, also of one that has ended; nil when nothing is known.
func (b *Book) past(id int64) *past {
	if g := b.goroutines.Get(id); g != nil {
		return &g.past
	}
	if g := b.gone.all[id]; g != nil {
		return &g.past
	}
	return nil
}

func (b *Book) groupOf(id int64) *group {
	g := b.goroutines.Get(id)
	if g == nil {
		g = b.gone.all[id]
	}
	if g == nil {
		return nil
	}
	return g.group
}

// gone are the goroutines that ended last: one may have been waited for.
type gone struct {
	all   map[int64]*goroutine
	order []int64 // a ring, once it is full
	next  int
}

// maxGone is how many of them are remembered.
const maxGone = 4096

// add remembers a goroutine, and returns the one that is forgotten for it, if any.
func (o *gone) add(g *goroutine) (forgotten *goroutine) {
	if o.all == nil {
		o.all = map[int64]*goroutine{}
	}
	if o.all[g.id] = g; len(o.order) < maxGone {
		o.order = append(o.order, g.id)
		return nil
	}
	forgotten = o.all[o.order[o.next]]
	delete(o.all, o.order[o.next])
	o.order[o.next] = g.id
	o.next = (o.next + 1) % maxGone
	return forgotten
}

// Limits of what is told of waits.
const (
	maxToldWaits = 12
	maxToldLinks = 8
)

// tellWaits lists the waits of a tally, divided by n, most time first.
func (b *Book) tellWaits(t *tally, n float64) (all []record.Wait) {
	for i := range t.waits.all {
		p := &t.waits.all[i]
		ns := float64(p.ns) / n
		w := find(&all, record.Wait{Item: p.item, Reason: b.reason(p.waitKind), Where: b.place(p.site)}, func(a, b record.Wait) bool {
			return a.Item == b.Item && a.Reason == b.Reason && a.Where == b.Where
		})
		w.Ns += ns
		if p.link.group == nil && p.link.item == record.ItemUnknown {
			continue
		}
		link := record.Link{Depth: p.link.depth, Item: p.link.item, Detail: p.link.detail, Where: b.place(p.link.stack)}
		if p.link.group != nil {
			link.Who = p.link.group.name
		}
		same := find(&w.Links, link, sameLink)
		same.Ns += ns
		same.Depth = min(same.Depth, link.Depth)
	}
	for i := range all {
		all[i].Links = most(all[i].Links, maxToldLinks, func(l record.Link) float64 { return l.Ns })
	}
	return most(all, maxToldWaits, func(w record.Wait) float64 { return w.Ns })
}

// sameLink reports whether two links are of the same doings. Who ends a wait may have
// waited for one that began with the same function: it does not matter which.
func sameLink(a, b record.Link) bool {
	a.Ns, a.Depth = b.Ns, b.Depth
	return a == b
}

// find returns the element of all that is the same as one, which it adds if there is
// none.
func find[T any](all *[]T, one T, same func(a, b T) bool) *T {
	for i := range *all {
		if same((*all)[i], one) {
			return &(*all)[i]
		}
	}
	*all = append(*all, one)
	return &(*all)[len(*all)-1]
}

// findUpTo is find for lists of so many elements at most: nil when there is no room.
func findUpTo[T any](all *[]T, one T, limit int, same func(a, b T) bool) *T {
	if len(*all) < limit || slices.ContainsFunc(*all, func(a T) bool { return same(a, one) }) {
		return find(all, one, same)
	}
	return nil
}

// most returns the greatest elements, in order.
func most[T any](all []T, limit int, ns func(T) float64) []T {
	slices.SortStableFunc(all, func(a, b T) int { return cmp.Compare(ns(b), ns(a)) })
	return all[:min(len(all), limit)]
}
