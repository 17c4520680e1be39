package align

import "tare/internal/record"

// proc is what is known of a P.
type proc struct {
	id     int32
	state  record.GoState
	since  int64
	thread *thread
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
func (j *joiner) procEvent(e *record.GoEvent) {
	p := j.proc(int32(e.ID))
	if e.To == p.state {
		return
	}
	if p.thread != nil {
		j.closeHeld(p.thread, e.Time)
	}
	j.closeProc(p, e.Time)
	from := p.state
	p.state = e.To
	if p.thread != nil {
		j.release(p.thread)
	}
	if e.To == record.GoRunning && from != record.GoUnknown && e.TID != 0 {
		t := j.thread(e.TID)
		j.closeThread(t, e.Time)
		j.release(t)
		p.thread, t.proc = t, p
	}
}

// release takes its P away from a thread.
func (j *joiner) release(t *thread) {
	if t.proc != nil {
		t.proc.thread = nil
		t.proc = nil
	}
}

// closeProc emits what a P did since its last piece, up to at.
func (j *joiner) closeProc(p *proc, at int64) {
	from := p.since
	if from == 0 {
		p.since = at
		return
	}
	if at <= from {
		return
	}
	p.since = at
	piece := record.Piece{Lane: record.Lane{Kind: record.LaneProc, ID: int64(p.id)}, Start: from, End: at, Sure: record.Seen, CPU: -1}
	t := p.thread
	if t != nil {
		t.fill(&piece)
	}
	piece.Proc = p.id
	switch {
	case p.state == record.GoIdle:
		j.emitStopped(piece, record.ItemIdle)
	case p.state != record.GoRunning:
		piece.Item, piece.Sure = record.ItemUnknown, record.Unknown
		j.emit(piece)
	case t != nil && t.where == offCPU:
		j.emitOff(piece, t, func(asleep bool) (record.Item, string) {
			if asleep && t.g != nil && t.g.state == record.GoInSyscall {
				return record.ItemSyscallOff, ""
			}
			return record.ItemOffCPU, offDetail(asleep)
		})
	default:
		piece.Item = record.ItemScheduler
		if t != nil {
			piece.Item = t.item()
		}
		if t == nil || t.where == nowhere {
			piece.Sure = record.Inferred
		}
		j.emit(piece)
	}
}
