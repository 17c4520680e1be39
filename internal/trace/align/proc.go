package align

import (
	"tare/internal/record"
	"tare/internal/trace/event"
)

// proc is what is known of a P.
type proc struct {
	id     int32
	state  event.GoState
	since  int64 // its open piece begins; 0 before it was heard of
	thread *thread

	last    int64 // goroutine that it ran last
	started int64 // when that began
	busy    int64 // it has not been idle since
}

func (j *joiner) proc(id int32) *proc {
	p := j.procs[id]
	if p == nil {
		p = &proc{id: id}
		j.procs[id] = p
	}
	return p
}

// procEvent handles a P that starts or stops. Of one that is taken away from a
// thread in a system call, the context is another thread's.
func (j *joiner) procEvent(e *event.GoEvent) {
	p := j.proc(int32(e.ID))
	if e.To == p.state {
		return // told again at the beginning of a generation
	}
	j.release(p, e.Time)
	j.closeProc(p, e.Time)
	if p.state == event.GoIdle {
		p.busy = e.Time
	}
	p.state = e.To
	if e.To == event.GoRunning && e.TID != 0 {
		j.hold(j.thread(e.TID), p, e.Time)
	}
}

// hold gives a thread a P.
func (j *joiner) hold(t *thread, p *proc, at int64) {
	j.closeAll(t, at)
	if t.proc != nil {
		j.release(t.proc, at)
	}
	p.thread, t.proc = t, p
	j.noteWithheld(t, at)
}

// release takes a P away from its thread.
func (j *joiner) release(p *proc, at int64) {
	if t := p.thread; t != nil {
		j.closeAll(t, at)
		p.thread, t.proc = nil, nil
		j.noteWithheld(t, at)
	}
}

// closeProc emits what a P did since its last piece, up to at.
func (j *joiner) closeProc(p *proc, at int64) {
	from := p.since
	if p.since = at; from == 0 || at == from {
		return
	}
	piece := j.begun(record.LaneProc, int64(p.id), from, at)
	t := p.thread
	if t != nil {
		t.fill(piece)
	}
	piece.Proc = p.id
	switch {
	case p.state == event.GoIdle:
		j.emitWaiting(piece, record.ItemIdle)
		return
	case p.state != event.GoRunning:
		piece.Item, piece.Sure = record.ItemUnknown, record.Unknown
	case t != nil && t.where == offCPU:
		j.emitOff(piece, t)
		return
	case t != nil:
		piece.Item = j.item(t)
	default:
		piece.Item = record.ItemScheduler
	}
	if p.state == event.GoRunning && (t == nil || t.where == nowhere) {
		piece.Sure = record.Inferred
	}
	j.emit(piece)
}
