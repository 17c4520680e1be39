// Package scene makes a picture of a part of a recording: what goroutines,
// threads and Ps did, piece by piece, in as much detail as there is room for.
//
// A picture of a long recording cannot have every piece, and it is not known
// beforehand how many there will be. So pieces are kept until there are too many
// of them. Then those shorter than a step are put together, and the step grows
// as it has to. Time in which something was kept from running stays what it is:
// somebody who looks at a picture looks for stalls.
package scene

import (
	"cmp"
	"math"
	"slices"

	"tare/internal/record"
	"tare/internal/trace/event"
)

// Options say what a scene is to show. Times are ns of CLOCK_MONOTONIC.
type Options struct {
	Name     string
	From, To int64 // 0 and 0: all there is
	Begin    int64 // what Scene.Start counts from
	// MaxPieces is how many pieces the scene has at most, where that is enough
	// for its lanes; 200,000 when 0. A tenth as many marks are there at most.
	MaxPieces int
	// MaxLanes is how many threads the scene has at most, and how many
	// goroutines; 1000 when 0. Ps are always there.
	MaxLanes int
	// Interest tells which goroutines come first. It is asked again as the
	// recording goes on. Nil: none.
	Interest func(g int64) bool
	// Thread comes first among threads; none when 0.
	Thread int32
	// Focus is what the scene is about; none for all of it. The chain of waits is
	// followed from there.
	Focus record.Span
	// MaxWaits is how many ends of waits the scene has at most: those of the chain
	// of waits first, and of those and the others the longest. None when 0.
	MaxWaits int
}

// Builder is a event.Sink that makes a scene. What it holds is bounded, but for
// four bytes per goroutine for its name.
type Builder struct {
	o           Options
	kinds       [record.LaneCPU + 1]kind
	names       table // of lanes, and details
	marks       marks
	waits       endings
	depths      map[int64]int // of goroutines in the chain of waits, as of last time
	step        int64         // 0: every piece is there as it came
	held        int           // pieces
	scratch     []piece
	first, last int64 // the time that pieces and marks cover; first is above last before there are any
}

// kind is all lanes of one kind, by id.
type kind struct {
	lanes map[int64]*lane
	known roster
}

// New returns a builder that has got nothing yet.
func New(o Options) *Builder {
	o.MaxPieces = cmp.Or(o.MaxPieces, 200_000)
	o.MaxLanes = cmp.Or(o.MaxLanes, 1000)
	o.To = cmp.Or(o.To, math.MaxInt64)
	if o.Interest == nil {
		o.Interest = func(int64) bool { return false }
	}
	b := &Builder{o: o, names: newTable(), marks: marks{limit: o.MaxPieces / 10}, waits: endings{limit: o.MaxWaits}, first: math.MaxInt64, last: math.MinInt64}
	for i := range b.kinds {
		b.kinds[i] = kind{lanes: map[int64]*lane{}, known: roster{}}
	}
	return b
}

// Named takes the name of a lane. The last one counts.
func (b *Builder) Named(n *event.Named) {
	if int(n.Lane.Kind) < len(b.kinds) {
		b.kinds[n.Lane.Kind].known.name(n.Lane.ID, b.names.index(n.Name))
	}
}

// Piece takes a piece of a lane.
func (b *Builder) Piece(p *event.Piece) {
	start, end := max(p.Start, b.o.From), min(p.End, b.o.To)
	if start >= end || int(p.Lane.Kind) >= len(b.kinds) {
		return
	}
	l := b.lane(p.Lane)
	before := len(l.pieces)
	l.add(start, end, p, b.names.index(p.Detail))
	b.held += len(l.pieces) - before
	b.first, b.last = min(b.first, start), max(b.last, end)
	if limit := b.limit(); b.held > limit {
		b.held = b.shrink(b.all(), limit/2)
	}
}

// Mark takes a mark, unless it is of a kind that is too frequent to be drawn.
func (b *Builder) Mark(m *event.Mark) {
	start, end := max(m.Start, b.o.From), min(m.End, b.o.To)
	if m.Kind == record.MarkUnblock {
		b.waits.add(start, end, m)
		return
	}
	if _, drawn := priority[m.Kind]; !drawn || m.Kind == record.MarkRequest && m.Name == "" || start > end || start == end && m.Start < m.End {
		return
	}
	b.marks.add(start, end, m)
	b.first, b.last = min(b.first, start), max(b.last, end)
}

// mostPerLane bounds the pieces that a lane is left with when the step is longer
// than the scene: one for each item that stays visible, and what is between.
const mostPerLane = 2*int(record.ItemOffCPU-record.ItemStopped+1) + 1

// limit is how many pieces are held at most: more than are shown, because of
// lanes that will not be, and enough for those that there are.
func (b *Builder) limit() int {
	lanes := 0
	for i := range b.kinds {
		lanes += len(b.kinds[i].lanes)
	}
	return max(2*b.o.MaxPieces, 4*mostPerLane*lanes)
}

// lane returns a lane, a new one where there is none.
func (b *Builder) lane(id record.Lane) *lane {
	k := &b.kinds[id.Kind]
	l, ok := k.lanes[id.ID]
	if !ok {
		if id.Kind != record.LaneProc && id.Kind != record.LaneCPU && len(k.lanes) >= 4*b.o.MaxLanes {
			b.forget(k)
		}
		l = &lane{id: id}
		k.lanes[id.ID] = l
		k.known.see(id.ID)
	}
	return l
}

// forget drops the lanes of a kind that are least likely to be shown, half of
// them.
func (b *Builder) forget(k *kind) {
	ranked := b.ranked(k)
	for _, l := range ranked[len(ranked)/2:] {
		b.held -= len(l.pieces)
		delete(k.lanes, l.id.ID)
	}
}

// ranked lists the lanes of a kind, those of interest first and those that they
// waited for next, then by the time in which they did not wait.
func (b *Builder) ranked(k *kind) []*lane {
	var list []*lane
	if k == &b.kinds[record.LaneGoroutine] {
		b.depths = b.waits.chain(b.o.Interest, b.o.Focus)
	}
	for _, l := range k.lanes {
		switch l.id.Kind {
		case record.LaneThread:
			l.interest = b.o.Thread != 0 && int64(b.o.Thread) == l.id.ID
		case record.LaneGoroutine:
			l.interest, l.depth = b.o.Interest(l.id.ID), b.depths[l.id.ID]
			if l.interest {
				l.depth = 0
			}
		}
		list = append(list, l)
	}
	slices.SortFunc(list, func(x, y *lane) int {
		return cmp.Or(cmp.Compare(x.class(), y.class()), cmp.Compare(x.depth, y.depth), cmp.Compare(y.busy, x.busy), cmp.Compare(x.id.ID, y.id.ID))
	})
	return list
}

func (b *Builder) all() []*lane {
	var list []*lane
	for i := range b.kinds {
		for _, l := range b.kinds[i].lanes {
			list = append(list, l)
		}
	}
	return list
}

// firstStep, ns, is the resolution of an execution trace.
const firstStep = 64

// shrink coarsens lanes until they have at most limit pieces, and returns how
// many they have. A step longer than all there is shrinks nothing any more, and
// twice of one in the order of centuries is no number.
func (b *Builder) shrink(lanes []*lane, limit int) int {
	for {
		held := 0
		for _, l := range lanes {
			b.scratch = l.coarsen(b.step, b.scratch)
			held += len(l.pieces)
		}
		if held <= limit || b.step > min(b.last-b.first, math.MaxInt64/2) {
			return held
		}
		b.step = max(firstStep, 2*b.step)
		for _, l := range lanes {
			l.done = 0
		}
	}
}
