package align

import "tare/internal/record"

// place is where a thread is.
type place uint8

const (
	nowhere place = iota // not known
	onCPU
	offCPU
)

// thread is what is known of a thread.
type thread struct {
	tid   int32
	since int64 // its open piece begins
	heard bool  // the kernel told of it

	where  place
	cpu    int32 // the last one; -1 when not known
	off    int64 // taken off its CPU
	why    record.OffWhy
	by     string // foreign thread that came instead
	other  int32
	own    bool
	woken  int64 // since it was taken off; 0 when not
	refill int64 // last one since it was taken off; 0 when none was
	stack  record.StackID
	doing  record.Item // when it was taken off

	g    *goroutine
	proc *proc
}

func (j *joiner) thread(tid int32) *thread {
	t := j.threads[tid]
	if t == nil {
		t = &thread{tid: tid, cpu: -1}
		j.threads[tid] = t
	}
	return t
}

// fill says in a piece what the thread is and has.
func (t *thread) fill(p *record.Piece) {
	p.TID, p.CPU = t.tid, t.cpu
	if t.proc != nil {
		p.Proc = t.proc.id
	}
	if t.g != nil {
		p.G = t.g.id
		p.Stack = t.g.stack
	}
}

// closeHeld closes the pieces of a thread and of the P that it holds.
func (j *joiner) closeHeld(t *thread, at int64) {
	j.closeThread(t, at)
	if t.proc != nil {
		j.closeProc(t.proc, at)
	}
}

// closeAll closes the pieces of a thread and of all that it has.
func (j *joiner) closeAll(t *thread, at int64) {
	if t.g != nil {
		j.closeGoroutine(t.g, at)
	}
	j.closeHeld(t, at)
}

// closeThread emits what a thread did since its last piece, up to at.
func (j *joiner) closeThread(t *thread, at int64) {
	from := t.since
	if from == 0 {
		t.since = at // first heard of
		return
	}
	if at <= from {
		return
	}
	t.since = at
	p := record.Piece{Lane: record.Lane{Kind: record.LaneThread, ID: int64(t.tid)}, Start: from, End: at, Sure: record.Seen, Proc: -1}
	t.fill(&p)
	if t.where == offCPU {
		j.emitOff(p, t, func(asleep bool) (record.Item, string) {
			switch {
			case !asleep:
				return record.ItemWaking, ""
			case t.g != nil && t.g.state == record.GoInSyscall:
				return record.ItemSyscallOff, ""
			case t.g != nil:
				return record.ItemOffCPU, offDetail(true)
			}
			return record.ItemIdle, ""
		})
		return
	}
	p.Item = t.item()
	if t.where == nowhere {
		p.Sure = record.Inferred
		if p.Item == record.ItemSpinning {
			p.Item, p.Sure = record.ItemUnknown, record.Unknown
		}
	}
	j.emit(p)
}

// item is what a thread does on a CPU.
func (t *thread) item() record.Item {
	switch {
	case t.g != nil:
		return t.g.doing(t.where == onCPU)
	case t.proc != nil:
		return record.ItemScheduler
	}
	return record.ItemSpinning
}

// emitOff emits a piece of a lane whose thread t is off its CPU, cut where the
// reason changes: a thread that slept is woken, and one that was throttled has
// to wait its turn after the quota's refill. When it is neither preempted nor
// throttled, otherwise says what the time is: the thread sleeps or waits for a
// CPU.
func (j *joiner) emitOff(p record.Piece, t *thread, otherwise func(asleep bool) (record.Item, string)) {
	if t.stack != 0 {
		p.Stack = t.stack
	}
	end, turn := p.End, t.turn()
	if turn != 0 && turn < end {
		first := p
		first.End = turn
		if first.End > first.Start {
			j.classify(&first, t, otherwise)
			j.emit(first)
		}
		p.Start = max(p.Start, turn)
		p.Item, p.Detail = otherwise(false)
		if t.why != record.OffSleep {
			p.Sure = record.Inferred
		}
		j.emit(p)
		return
	}
	j.classify(&p, t, otherwise)
	j.emit(p)
}

// turn is when a thread that is off its CPU could go on; 0 when it could all
// along or still cannot.
func (t *thread) turn() int64 {
	switch t.why {
	case record.OffSleep:
		return t.woken
	case record.OffThrottled:
		return t.refill
	}
	return 0
}

// classify sets the item of a piece before the thread's turn.
func (j *joiner) classify(p *record.Piece, t *thread, otherwise func(asleep bool) (record.Item, string)) {
	switch t.why {
	case record.OffThrottled:
		p.Item, p.Sure = record.ItemThrottled, j.sure[record.FactThrottled]
	case record.OffPreempted:
		p.Sure = j.sure[record.FactPreempter]
		switch {
		case t.own:
			p.Item = record.ItemCrowded
		case t.other != 0:
			p.Item, p.Detail = record.ItemPreempted, t.by
		default:
			p.Item, p.Detail = otherwise(false)
		}
	case record.OffSleep, record.OffExit:
		p.Item, p.Detail = otherwise(true)
	default:
		p.Item, p.Sure = record.ItemOffCPU, record.Unknown
	}
}
