package scene

import (
	"cmp"
	"slices"

	"tare/internal/record"
)

// group is neighbouring pieces that become one, of what took most of the time.
//
// But a stall stays one. Its time in the group is added up and put where it was
// longest, unless it is less than a stallShare-th of a step. So stalls are never
// more than they were, and of those that are longer than that nothing is lost,
// however long the step.
type group struct {
	start, stop int64
	ns          [nothing + 1]int64 // by item
	longest     [nothing + 1]piece
}

const stallShare = 8

// stall tells whether an item is about being kept from running.
func stall(i record.Item) bool { return i >= record.ItemStopped && i <= record.ItemOffCPU }

func (g *group) duration() int64 { return g.stop - g.start }

func (g *group) add(p piece) {
	if g.duration() == 0 {
		g.start = p.start
	}
	g.stop = p.end
	g.ns[p.item] += p.duration()
	if p.duration() > g.longest[p.item].duration() {
		g.longest[p.item] = p
	}
}

// end appends what the group becomes, and empties it. Stalls shorter than least,
// ns, go under where there is anything else.
func (g *group) end(out []piece, least int64) []piece {
	if g.duration() == 0 {
		return out
	}
	most, stalls := g.split(least)
	rest := int64(0) // of the stalls
	for _, s := range stalls {
		rest += g.ns[s.item]
	}
	at := g.start
	for _, s := range stalls {
		if from := min(s.start, g.stop-rest); from > at {
			out = push(out, piece{at, from, most.bound, most.detail, most.item})
			at = from
		}
		length := g.ns[s.item]
		out = push(out, piece{at, at + length, s.bound, s.detail, s.item})
		at += length
		rest -= length
	}
	if at < g.stop {
		out = push(out, piece{at, g.stop, most.bound, most.detail, most.item})
	}
	*g = group{}
	return out
}

// split returns the longest piece of what has most of the time beside stalls,
// and the longest of each stall that stays, in order.
func (g *group) split(least int64) (most piece, stalls []piece) {
	for i, ns := range g.ns {
		if !stall(record.Item(i)) && ns > g.ns[most.item] || i == int(most.item) {
			most = g.longest[i]
		}
	}
	for i := record.ItemStopped; i <= record.ItemOffCPU; i++ {
		if ns := g.ns[i]; ns > 0 && (ns >= least || most.duration() == 0) {
			stalls = append(stalls, g.longest[i])
		}
	}
	slices.SortFunc(stalls, func(a, b piece) int { return cmp.Compare(a.start, b.start) })
	return most, stalls
}
