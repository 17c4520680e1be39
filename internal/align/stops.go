package align

import (
	"slices"

	"tare/internal/record"
)

// stops are the times in which the world was stopped.
type stops struct {
	past    []record.Span // in time
	current record.Mark   // Start is 0 when the world is not stopped
	by      *goroutine
}

// keptStops is how many stops are remembered. A goroutine that is runnable for
// longer than that many took gets their time as runnable.
const keptStops = 4096

// beginStop handles a stop of the world, which goroutine e.ID makes. What else
// wants to run while it lasts is stopped.
func (j *joiner) beginStop(e *record.GoEvent, name string) {
	if j.stops.current.Start != 0 {
		j.endStop(e.Time)
	}
	j.stops.current = j.markOf(record.MarkStop, e, name)
	j.stops.current.G = e.ID
	if g := j.goroutines[e.ID]; g != nil {
		j.closeBound(g, e.Time)
		g.stopper, j.stops.by = true, g
	}
	j.begin(j.stops.current)
}

func (j *joiner) endStop(t int64) {
	s := &j.stops
	if s.current.Start == 0 {
		return
	}
	if s.by != nil {
		j.closeBound(s.by, t)
		s.by.stopper, s.by = false, nil
	}
	s.current.End = t
	if len(s.past) >= 2*keptStops {
		s.past = append(s.past[:0], s.past[keptStops:]...)
	}
	s.past = append(s.past, record.Span{From: s.current.Start, To: t})
	j.emitMark(s.current)
	s.current.Start = 0
}

// emitStopped emits a piece of a lane that waits, with those parts of it as
// stopped in which the world was, and the others as item.
func (j *joiner) emitStopped(p record.Piece, item record.Item) {
	part := func(from, to int64, item record.Item) {
		q := p
		q.Start, q.End, q.Item = from, to, item
		j.emit(q)
	}
	at := p.Start
	first, _ := slices.BinarySearchFunc(j.stops.past, p.Start, func(s record.Span, t int64) int {
		if s.To <= t {
			return -1
		}
		return 1
	})
	for _, s := range j.stops.past[first:] {
		if s.From >= p.End {
			break
		}
		from, to := max(s.From, at), min(s.To, p.End)
		part(at, from, item)
		part(from, to, record.ItemStopped)
		at = to
	}
	if s := j.stops.current; s.Start != 0 && s.Start < p.End {
		from := max(s.Start, at)
		part(at, from, item)
		part(from, p.End, record.ItemStopped)
		at = p.End
	}
	part(at, p.End, item)
}
