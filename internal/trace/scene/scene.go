package scene

import (
	"cmp"
	"math"
	"slices"

	"tare/internal/record"
)

// Scene returns the scene of all that came. The builder must not be used any
// more.
//
// Ps and CPUs are in the order of their ids, threads and goroutines in the order of
// the time in which they did not wait, those of interest first, and then those that
// they waited for. Lanes that only wait are the last ones of their kind. Of marks,
// throttles name their thread as the lane.
func (b *Builder) Scene() record.Scene {
	shown := b.shown()
	b.shrink(shown, b.o.MaxPieces)
	s := record.Scene{Name: b.o.Name, From: b.o.From, To: b.o.To, Step: b.step, Lanes: []record.SceneLane{}, Marks: []record.SceneMark{}}
	if s.To == math.MaxInt64 {
		s.To = max(s.From, b.last)
	}
	if s.From == 0 {
		s.From = min(s.To, b.first)
	}
	s.Start, s.Length = s.From-b.o.Begin, s.To-s.From
	if b.o.Focus != (record.Span{}) {
		s.Focus = record.Span{From: b.o.Focus.From - b.o.Begin, To: b.o.Focus.To - b.o.Begin}
	}
	texts := newTable()
	goroutines := 0
	for _, l := range shown {
		if l.id.Kind == record.LaneGoroutine {
			goroutines++
		}
		s.Lanes = append(s.Lanes, b.drawn(l, s.From, &texts))
	}
	s.Dropped = b.kinds[record.LaneGoroutine].known.count() - goroutines
	b.marks.cut()
	for _, m := range b.marks.kept {
		s.Marks = append(s.Marks, record.SceneMark{Kind: m.kind, Start: m.start - s.From, End: m.end - s.From, Name: int(texts.index(m.name)), Lane: m.lane})
	}
	b.waits.cut(b.o.MaxWaits)
	for _, w := range b.waits.kept {
		s.Marks = append(s.Marks, record.SceneMark{Kind: record.MarkUnblock, Start: w.start - s.From, End: w.end - s.From, Lane: w.g, By: w.by, Chain: w.chain})
	}
	slices.SortFunc(s.Marks, func(x, y record.SceneMark) int {
		return cmp.Or(cmp.Compare(x.Start, y.Start), cmp.Compare(x.Kind, y.Kind), cmp.Compare(x.End, y.End), cmp.Compare(x.Lane, y.Lane))
	})
	s.Strings = texts.list
	return s
}

// shown lists the lanes of the scene, in order.
func (b *Builder) shown() []*lane {
	numbered := func(kind record.LaneKind) []*lane {
		list := b.ranked(&b.kinds[kind])
		slices.SortFunc(list, func(x, y *lane) int {
			return cmp.Or(cmp.Compare(x.class(), y.class()), cmp.Compare(x.id.ID, y.id.ID))
		})
		return list
	}
	threads := b.ranked(&b.kinds[record.LaneThread])
	goroutines := b.ranked(&b.kinds[record.LaneGoroutine])
	return slices.Concat(numbered(record.LaneProc), numbered(record.LaneCPU), threads[:min(len(threads), b.o.MaxLanes)], goroutines[:min(len(goroutines), b.o.MaxLanes)])
}

// drawn returns a lane as the scene has it, its times since from.
func (b *Builder) drawn(l *lane, from int64, texts *table) record.SceneLane {
	page, i := b.kinds[l.id.Kind].known.page(l.id.ID)
	drawn := record.SceneLane{Lane: l.id, Name: int(texts.index(b.names.list[page.names[i]])), Interest: l.interest, Depth: l.depth}
	for _, p := range l.pieces {
		if p.item != nothing {
			drawn.Pieces = append(drawn.Pieces, [5]int64{p.start - from, p.duration(), int64(p.item), int64(texts.index(b.names.list[p.detail])), p.bound})
		}
	}
	return drawn
}
