package perfetto

import (
	"cmp"
	"slices"
)

// mostEdges is how many beginnings and ends of throttling are kept back: those
// of many minutes, since a thread has two in a period of 100 ms.
const mostEdges = 1 << 17

// edge is a change of the number of throttled threads.
type edge struct {
	at int64
	by int64
}

// counter counts throttled threads. They are told when they go on, so they come
// out of order, and are kept back until no earlier one is to be expected.
type counter struct {
	most  int
	track uint64
	edges []edge
	level int64 // at until
	until int64 // what is before was written
}

// add counts a thread from start to end. It returns the edges to be written now,
// if any.
func (c *counter) add(start, end int64) []edge {
	c.edges = append(c.edges, edge{max(start, c.until), 1}, edge{max(end, c.until), -1})
	if len(c.edges) < c.most {
		return nil
	}
	return c.take(c.most / 2)
}

// take returns the edges, in order, but for the last few that are to be kept.
func (c *counter) take(keep int) []edge {
	slices.SortStableFunc(c.edges, func(a, b edge) int { return cmp.Compare(a.at, b.at) })
	n := max(0, len(c.edges)-keep)
	taken := slices.Clone(c.edges[:n])
	c.edges = slices.Delete(c.edges, 0, n)
	if n > 0 {
		c.until = taken[n-1].at
	}
	return taken
}

// counts writes edges as values of the counter's track: one for each moment at
// which it changes.
func (w *Writer) counts(edges []edge) {
	c := &w.counter
	for i, e := range edges {
		if c.track == 0 {
			c.track = w.tracks.uuid()
			w.describe(child(c.track, w.group(groupQuota), "throttled threads", counterRank).
				sub(trackCounter, message{}.number(counterUnit, unitCount)))
		}
		c.level += e.by
		if i+1 == len(edges) || edges[i+1].at != e.at {
			w.event = w.event[:0].number(eventCounter, uint64(c.level))
			w.put(typeCounter, c.track, e.at)
		}
	}
}
