package account

import (
	"tare/internal/record"
	"tare/internal/trace/event"
)

// ran is a piece of a P.
type ran struct {
	record.Span
	proc   int32
	g      int64
	item   record.Item
	detail string
	stack  record.StackID
}

// recent is how many pieces of Ps are remembered: those that end while the world is
// being stopped, of up to so many Ps.
const recent = 512

// inspect finds out who stopped the world, and who was the last to stop.
func (s *stops) inspect(b *Book, m *event.Mark) worldStop {
	w := worldStop{Mark: *m, WorldStop: record.WorldStop{Name: m.Name, From: m.Start, To: m.End, Where: b.place(m.Stack)}}
	if g := b.groupOf(m.G); g != nil {
		w.Who = g.name
	}
	last := s.last(m)
	if last == nil {
		return w
	}
	w.Stopping = last.To - m.Start
	// What it did for most of that time is why.
	did := map[record.Item]int64{}
	why := *last
	s.overlapping(m.Start, last.To, func(r *ran) {
		if r.proc != last.proc {
			return
		}
		if did[r.item] += min(r.To, last.To) - max(r.From, m.Start); did[r.item] > did[why.item] || r.item == why.item && r.stack != 0 {
			why = *r
		}
	})
	w.Last = record.Link{Item: why.item, Detail: why.detail, Where: b.place(why.stack), Ns: float64(did[why.item])}
	if g := b.groupOf(why.g); g != nil {
		w.Last.Who = g.name
	}
	return w
}

// overlapping calls f with what is remembered of Ps and overlaps with a time, the last first.
func (s *stops) overlapping(from, to int64, f func(*ran)) {
	for i := s.count - 1; i >= max(0, s.count-recent); i-- {
		r := &s.ran[i%recent]
		if r.To <= from {
			continue
		}
		if r.From < to {
			f(r)
		}
	}
}

// last is what the P did that was the last to stop while a goroutine stopped the world.
func (s *stops) last(m *event.Mark) (last *ran) {
	s.overlapping(m.Start, m.End, func(r *ran) {
		switch r.item {
		case record.ItemIdle, record.ItemStopped, record.ItemUnknown, record.ItemScheduler:
			return // a P that looks for work stops at once
		}
		if r.g != m.G && r.To <= m.End && (last == nil || r.To > last.To) {
			last = r
		}
	})
	return last
}

// sumUp adds a stop to those that were made at the same place.
func (s *stops) sumUp(w record.WorldStop, ns int64) {
	sum := findUpTo(&s.by, record.StopSum{Name: w.Name, Who: w.Who, Where: w.Where}, maxNames, func(a, b record.StopSum) bool {
		return a.Name == b.Name && a.Who == b.Who && a.Where == b.Where
	})
	if sum == nil {
		return
	}
	sum.Count++
	sum.Total += ns
	sum.Stopping += w.Stopping
	last := w.Last
	last.Ns = 0
	if one := findUpTo(&sum.Last, last, maxNames, sameLink); w.Stopping > 0 && one != nil {
		one.Ns += float64(w.Stopping)
	}
}
