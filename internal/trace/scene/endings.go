package scene

import (
	"cmp"
	"slices"

	"tare/internal/record"
	"tare/internal/trace/event"
)

// endings are ends of waits: where one goroutine let another one go on.
type endings struct {
	limit int
	kept  []ending
}

// ending is what a scene needs of a event.Mark of that kind.
type ending struct {
	start, end int64
	g, by      int64
	chain      bool
}

// spareWaits is how many times more waits are held than are shown: which of them
// belong to the chain is known only when all have come.
const spareWaits = 8

// add takes a wait, of which start to end is within the scene. What ends later has
// its arrow elsewhere.
func (w *endings) add(start, end int64, m *event.Mark) {
	if w.limit == 0 || start > end || m.End > end {
		return
	}
	w.kept = append(w.kept, ending{start: start, end: end, g: m.G, by: m.By})
	if len(w.kept) > 2*spareWaits*w.limit {
		w.cut(spareWaits * w.limit)
	}
}

// cut keeps so many: those of the chain as far as it is known, then the longest.
func (w *endings) cut(limit int) {
	if len(w.kept) <= limit {
		return
	}
	slices.SortFunc(w.kept, func(x, y ending) int {
		if x.chain != y.chain {
			if x.chain {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(y.end-y.start, x.end-x.start), cmp.Compare(x.end, y.end), cmp.Compare(x.g, y.g))
	})
	w.kept = w.kept[:limit]
}

// maxDepth is how far the chain of waits is followed.
const maxDepth = 16

// leg is a part of the chain: what goroutine g waited for from…to had to come
// first.
type leg struct {
	g, from, to int64
	depth       int
}

// chain follows the waits of goroutines of interest that ended within the focus, the
// waits of those that ended them as far as they overlap, and so on. It tells which
// waits are in there, and how far up each goroutine is.
func (w *endings) chain(interest func(g int64) bool, focus record.Span) map[int64]int {
	of := map[int64][]*ending{}
	for i := range w.kept {
		w.kept[i].chain = false
		of[w.kept[i].g] = append(of[w.kept[i].g], &w.kept[i])
	}
	next, depths := first(of, interest, focus), map[int64]int{}
	for len(next) > 0 {
		l := next[0]
		next = next[1:]
		for _, one := range of[l.g] {
			if one.chain || one.end <= l.from || one.end > l.to {
				continue
			}
			one.chain = true
			if _, known := depths[one.by]; !known {
				depths[one.by] = l.depth + 1
			}
			if l.depth+1 < maxDepth {
				next = append(next, leg{one.by, max(one.start, l.from), one.end, l.depth + 1})
			}
		}
	}
	return depths
}

// first are the legs that the chain begins with: goroutines of interest in the
// focus, or as far as they waited.
func first(of map[int64][]*ending, interest func(g int64) bool, focus record.Span) (legs []leg) {
	for g, all := range of {
		if !interest(g) {
			continue
		}
		l := leg{g: g, from: focus.From, to: focus.To}
		if focus == (record.Span{}) {
			l.from, l.to = all[0].start, all[0].end
			for _, one := range all {
				l.from, l.to = min(l.from, one.start), max(l.to, one.end)
			}
		}
		legs = append(legs, l)
	}
	slices.SortFunc(legs, func(x, y leg) int { return cmp.Compare(x.g, y.g) })
	return legs
}
