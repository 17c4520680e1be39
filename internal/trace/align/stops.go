package align

import (
	"tare/internal/record"
	"tare/internal/trace/event"
)

// periods are the times in which something was so.
type periods struct {
	past  []record.Span // in time, without overlaps
	on    bool
	since int64 // when on
}

// keptPeriods is how many are remembered at least. What waits for longer than
// that many take is not told of the oldest.
const keptPeriods = 4096

func (p *periods) begin(t int64) {
	if !p.on {
		p.on, p.since = true, t
	}
}

func (p *periods) end(t int64) {
	if !p.on {
		return
	}
	p.on = false
	if len(p.past) >= 2*keptPeriods {
		p.past = append(p.past[:0], p.past[keptPeriods:]...)
	}
	p.past = append(p.past, record.Span{From: p.since, To: t})
}

// touch reports whether it was so at some time since from.
func (p *periods) touch(from int64) bool {
	n := len(p.past)
	return p.on || n > 0 && p.past[n-1].To > from
}

// cut calls part with the parts of from to to in time, and whether it was so.
func (p *periods) cut(from, to int64, part func(from, to int64, so bool)) {
	i := len(p.past)
	for i > 0 && p.past[i-1].To > from {
		i--
	}
	during := func(since, until int64) {
		part(from, max(from, since), false)
		part(max(from, since), min(to, until), true)
		from = min(to, until)
	}
	for ; i < len(p.past) && p.past[i].From < to; i++ {
		during(p.past[i].From, p.past[i].To)
	}
	if p.on && p.since < to {
		during(p.since, to)
	}
	part(from, to, false)
}

// stop is the stop of the world that is on.
type stop struct {
	mark event.Mark
	by   *goroutine // nil when there is none, or it is not known
}

// beginStop handles a stop of the world, which goroutine e.ID makes. What else
// wants to run while it lasts is stopped.
func (j *joiner) beginStop(e *event.GoEvent, name string) {
	j.endStop(e.Time)
	j.stop.mark = j.markOf(record.MarkStop, e, name)
	j.stop.mark.G, j.stop.mark.Stack = e.ID, e.Stack
	if g := j.goroutines.Get(e.ID); g != nil {
		j.closeBound(g, e.Time)
		g.stopper, j.stop.by = true, g
	}
	j.stopped.begin(e.Time)
	j.begin(j.stop.mark)
}

func (j *joiner) endStop(t int64) {
	if !j.stopped.on {
		return
	}
	if g := j.stop.by; g != nil {
		j.closeBound(g, t)
		g.stopper, j.stop.by = false, nil
	}
	j.stopped.end(t)
	j.stop.mark.End = t
	j.emitMark(j.stop.mark)
}

// behind is what a goroutine that is runnable waits for, as far as it is known.
const behind = "while a thread that held a P was throttled"

// emitWaiting emits a piece of a lane that waits, with those parts of it as
// stopped in which the world was, and the others as item. What is runnable is
// told apart by whether a thread could not make use of a P.
func (j *joiner) emitWaiting(p *event.Piece, item record.Item) {
	if p.Item = item; !j.stopped.touch(p.Start) && !j.withheld.touch(p.Start) {
		j.emit(p)
		return
	}
	part := func(from, to int64) {
		p.Start, p.End = from, to
		j.emit(p)
	}
	j.stopped.cut(p.Start, p.End, func(from, to int64, so bool) {
		p.Item, p.Detail = item, ""
		switch {
		case so:
			p.Item = record.ItemStopped
		case item == record.ItemRunnable:
			j.withheld.cut(from, to, func(from, to int64, so bool) {
				if p.Detail = ""; so {
					p.Detail = behind
				}
				part(from, to)
			})
			return
		}
		part(from, to)
	})
}

// noteWithheld is called when it may have changed whether a thread that holds a
// P is throttled.
func (j *joiner) noteWithheld(t *thread, at int64) {
	now := t.where == offCPU && t.why == event.OffThrottled && t.proc != nil
	if now == t.withholds {
		return
	}
	if t.withholds = now; now {
		j.withheldBy++
		j.withheld.begin(at)
	} else if j.withheldBy--; j.withheldBy == 0 {
		j.withheld.end(at)
	}
}
