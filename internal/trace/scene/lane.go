package scene

import (
	"slices"

	"tare/internal/record"
	"tare/internal/trace/event"
)

// lane is the pieces of one lane, in order and without anything between them.
type lane struct {
	id       record.Lane
	pieces   []piece
	done     int   // pieces before this one are as coarse as the step
	busy     int64 // ns in which it did not wait
	interest bool
	depth    int // in the chain of waits; 0 when it is not in there, or of interest
}

// piece is what a scene needs of a event.Piece.
type piece struct {
	start, end int64
	bound      int64  // thread of a goroutine or CPU, goroutine of all else
	detail     uint32 // number of a string
	item       record.Item
}

// nothing is what a lane does when it is not there.
const nothing = record.Items

func (p piece) duration() int64 { return p.end - p.start }

// class is the first thing that lanes are sorted by: those of interest, those that
// they waited for, those that do something, those that only wait.
func (l *lane) class() int {
	switch {
	case l.interest:
		return 0
	case l.depth > 0:
		return 1
	case l.busy > 0:
		return 2
	}
	return 3
}

// add adds what is new in a piece, of which detail is the number.
func (l *lane) add(start, end int64, p *event.Piece, detail uint32) {
	if n := len(l.pieces); n > 0 {
		last := l.pieces[n-1].end
		if start = max(start, last); start >= end {
			return
		}
		if start > last {
			l.pieces = push(l.pieces, piece{start: last, end: start, item: nothing})
		}
	}
	bound := p.G
	switch l.id.Kind {
	case record.LaneGoroutine, record.LaneCPU:
		bound = int64(p.TID)
	}
	if !waits(p.Item) {
		l.busy += end - start
	}
	l.pieces = push(l.pieces, piece{start, end, bound, detail, min(p.Item, nothing)})
}

// waits tells whether a lane does nothing and wants nothing.
func waits(i record.Item) bool {
	switch i {
	case record.ItemBlocked, record.ItemIdle, record.ItemSyscallOff, record.ItemUnknown:
		return true
	}
	return false
}

// push appends a piece, or makes the last one longer when it is about the same.
func push(pieces []piece, p piece) []piece {
	if n := len(pieces); n > 0 {
		if last := &pieces[n-1]; last.item == p.item && last.bound == p.bound && last.detail == p.detail {
			last.end = p.end
			return pieces
		}
	}
	return append(pieces, p)
}

// coarsen puts pieces together that are shorter than step, ns, in groups as
// long as that: those may be shorter where a long piece comes next. The last
// group waits for more, but is as short as the others already. The memory of
// scratch is for its use; it returns that.
func (l *lane) coarsen(step int64, scratch []piece) []piece {
	scratch = append(scratch[:0], l.pieces[l.done:]...)
	out := l.pieces[:l.done]
	var g group
	for _, p := range scratch {
		long := p.duration() >= step
		if !long {
			g.add(p)
		}
		if long || g.duration() >= step {
			out = g.end(out, step/stallShare)
		}
		if long {
			out = push(out, p)
		}
	}
	l.done = len(out)
	out = g.end(out, 0)
	if cap(out) > 4*len(out) {
		out = slices.Clone(out)
	}
	l.pieces = out
	return scratch
}
