package account

import (
	"slices"

	"tare/internal/record"
)

// A chain says who made a goroutine wait. The goroutine that ends a wait had to come to
// that point first: what it did in the meantime is why the wait took so long. If it
// waited itself, that is why, and so on, up to what nobody in the process could have made
// shorter, such as an answer over the network.
//
// The past of each goroutine is kept for as far back as it has room, so memory grows with
// the number of goroutines, not with the length of the recording.

// link is a part of a wait: what one goroutine did in it that had to come first.
// The links of a wait sum to its length.
type link struct {
	G      int64 // 0 when it is not known
	Depth  int   // 0 for the one that ends the wait, 1 for the one that that waited for, …
	Item   record.Item
	Detail string
	Stack  record.StackID // where
	Ns     int64
}

// pastPiece is a piece of a goroutine's past.
type pastPiece struct {
	from, to   int64
	waker      int64
	detail     string
	stack      record.StackID
	wakerStack record.StackID
	item       record.Item
}

// How many pieces of a goroutine's past are kept, at first and once those of all
// goroutines take about 60 MB.
const (
	fullPast  = 256
	lessPast  = 4
	manyPasts = 1 << 20
)

// pasts bounds what many of them hold together. The zero value has room.
type pasts struct{ held int }

// room is how many pieces each of them may hold now.
func (p *pasts) room() int {
	if p.held >= manyPasts {
		return lessPast
	}
	return fullPast
}

// forget is for a past that is needed no more. It is empty then, and has room for
// another goroutine's.
func (p *pasts) forget(one *past) {
	p.held -= len(one.ring)
	*one = past{ring: one.ring[:0]}
}

// past is what one goroutine did last.
type past struct {
	ring    []pastPiece // the oldest is at next, once there are as many as there is room for
	next    int
	born    int64 // 0 when it was there already
	creator int64
}

// add takes a piece of the goroutine, the next in time. The past is one of all.
func (p *past) add(piece *record.Piece, all *pasts) {
	s := pastPiece{from: piece.Start, to: piece.End, waker: piece.Waker, detail: piece.Detail, stack: piece.Stack, wakerStack: piece.WakerStack,
		item: piece.Item}
	if piece.Item != record.ItemBlocked {
		s.waker = 0
		if len(p.ring) > 0 {
			if last := p.back(0); last.item == s.item && last.detail == s.detail && last.stack == s.stack && last.to == s.from && last.waker == 0 {
				last.to = s.to
				return
			}
		}
	}
	if len(p.ring) < all.room() {
		if p.next > 0 { // there was less room before
			p.ring = append(slices.Clone(p.ring[p.next:]), p.ring[:p.next]...)
			p.next = 0
		}
		p.ring = append(p.ring, s)
		all.held++
		return
	}
	p.ring[p.next] = s
	if p.next++; p.next == len(p.ring) {
		p.next = 0
	}
}

// bear tells who made the goroutine, and when.
func (p *past) bear(creator, at int64) { p.creator, p.born = creator, at }

// whole reports whether no piece has been forgotten: it goes back to the beginning.
func (p *past) whole() bool { return len(p.ring) > 0 && p.back(len(p.ring)-1).from <= p.born }

// back returns the i-th last piece.
func (p *past) back(i int) *pastPiece {
	at := p.next - 1 - i
	if at < 0 {
		at += len(p.ring)
	}
	return &p.ring[at]
}

// Limits of a walk: how deep it goes, and how many pieces it looks at.
const (
	maxDepth = 16
	maxSteps = 512
)

// walkChain calls found with the links of a wait, which is a piece that a goroutine ended,
// as it is being told: those that past knows are up to then. Of a wait that no
// goroutine ended, there are none.
func walkChain(wait *record.Piece, past func(g int64) *past, found func(link)) {
	if wait.Waker == 0 {
		return
	}
	w := walk{past: past, found: found, steps: maxSteps}
	w.follow(wait.Waker, wait.Start, wait.End, wait.WakerStack, 0)
}

type walk struct {
	past  func(g int64) *past
	found func(link)
	steps int
}

// follow tells what goroutine g did from from to to, when it did something at the
// place of a stack that others waited for.
func (w *walk) follow(g, from, to int64, stack record.StackID, depth int) {
	p := w.past(g)
	if p == nil {
		w.link(link{G: g, Depth: depth, Stack: stack, Ns: to - from})
		return
	}
	// It has been at work since the last thing that is known of it.
	for i := 0; i < len(p.ring) && to > from; i++ {
		s := p.back(i)
		if s.from >= to {
			continue
		}
		if w.steps--; w.steps < 0 {
			break
		}
		if s.to < to {
			start := max(s.to, from)
			w.link(link{G: g, Depth: depth, Item: record.ItemRunning, Stack: stack, Ns: to - start})
			to = start
		}
		if start := max(s.from, from); start < to {
			w.part(g, s, start, to, depth)
			to, stack = start, s.stack
		}
	}
	switch {
	case to <= from:
	case len(p.ring) == 0 && p.born == 0:
		w.link(link{G: g, Depth: depth, Item: record.ItemRunning, Stack: stack, Ns: to - from})
	case p.creator != 0 && p.born > from && p.whole() && depth < maxDepth && w.steps > 0:
		if start := min(p.born, to); start < to {
			w.link(link{G: g, Depth: depth, Item: record.ItemRunning, Stack: stack, Ns: to - start})
			to = start
		}
		w.follow(p.creator, from, to, 0, depth+1)
	default:
		w.link(link{G: g, Depth: depth, Stack: stack, Ns: to - from})
	}
}

// part tells of a part of a piece.
func (w *walk) part(g int64, s *pastPiece, from, to int64, depth int) {
	if s.item == record.ItemBlocked && s.waker != 0 && s.waker != g && depth < maxDepth {
		w.follow(s.waker, from, to, s.wakerStack, depth+1)
		return
	}
	w.link(link{G: g, Depth: depth, Item: s.item, Detail: s.detail, Stack: s.stack, Ns: to - from})
}

func (w *walk) link(l link) {
	if l.Ns > 0 {
		w.found(l)
	}
}
