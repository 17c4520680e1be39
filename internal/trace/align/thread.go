package align

import (
	"tare/internal/record"
	"tare/internal/trace/event"
)

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
	since int64 // its open piece begins; 0 before it was heard of

	where   place
	cpu     int32 // the last one; -1 when not known
	off     int64 // taken off its CPU
	why     event.OffWhy
	queue   *cpu  // that it waits for, if it could go on
	woken   int64 // since it was taken off; 0 when not
	freed   int64 // its queue was unthrottled since it was taken off; 0 when not
	refills int   // of quotas before it was throttled
	stack   record.StackID
	doing   record.Item // when it was taken off
	delays  []wait      // what it waited for before it got its CPU
	fresh   bool        // it has had no goroutine since then

	g         *goroutine
	proc      *proc
	withholds bool // its P from others, being throttled
}

func (j *joiner) thread(tid int32) *thread {
	if t := j.last; t != nil && t.tid == tid {
		return t
	}
	t := j.threads[tid]
	if t == nil {
		t = &thread{tid: tid, cpu: -1}
		j.threads[tid] = t
	}
	j.last = t
	return t
}

// fill says in a piece what the thread is and has.
func (t *thread) fill(p *event.Piece) {
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
	if t.since = at; from == 0 || at == from {
		return
	}
	p := j.begun(record.LaneThread, int64(t.tid), from, at)
	t.fill(p)
	if t.where == offCPU {
		j.emitOff(p, t)
		return
	}
	p.Item = j.item(t)
	if t.where == nowhere {
		p.Sure = record.Inferred
		if t.g == nil && t.proc == nil {
			p.Item, p.Sure = record.ItemUnknown, record.Unknown
		}
	}
	j.emit(p)
}

// item is what a thread does on a CPU.
func (j *joiner) item(t *thread) record.Item {
	switch {
	case !j.tracing:
		return record.ItemRunning
	case t.g != nil:
		return t.g.doing(t.where == onCPU)
	case t.proc != nil:
		return record.ItemScheduler
	}
	return record.ItemSpinning
}

// emitOff emits a piece of a lane whose thread t is off its CPU, cut where the
// reason changes: a thread that slept is woken, and one that was throttled has
// to wait its turn after the quota's refill.
func (j *joiner) emitOff(p *event.Piece, t *thread) {
	if t.stack != 0 {
		p.Stack = t.stack
	}
	if turn := j.turn(t); turn != 0 && turn < p.End {
		end := p.End
		if p.End = turn; p.End > p.Start {
			sure := p.Sure
			j.classify(p, t)
			j.emit(p)
			t.waited(p)
			p.Start, p.Sure = turn, sure
		}
		p.End = end
		if j.blame(p, t); t.why != event.OffSleep && t.freed == 0 {
			p.Sure = record.Inferred
		}
	} else {
		j.classify(p, t)
	}
	j.emit(p)
	t.waited(p)
}

// turn is when a thread that is off its CPU could go on; 0 when it could all
// along or still cannot. One that was throttled may be so through several
// refills: the last one counts.
func (j *joiner) turn(t *thread) int64 {
	switch {
	case t.why == event.OffSleep:
		return t.woken
	case t.why != event.OffThrottled:
		return 0
	case t.freed == 0 && j.refills > t.refills:
		return j.refilled
	}
	return t.freed
}

// classify sets the item of a piece before the thread's turn.
func (j *joiner) classify(p *event.Piece, t *thread) {
	switch t.why {
	case event.OffThrottled:
		p.Item, p.Sure = record.ItemThrottled, j.sure[record.FactThrottled]
	case event.OffPreempted:
		j.blame(p, t)
	case event.OffSleep, event.OffExit:
		if p.Item, p.Detail = t.waits(p.Lane.Kind, true); j.sure[record.FactWakeups] == record.Unknown {
			p.Sure = record.Inferred // it may have been woken
		}
	default:
		p.Item, p.Sure = record.ItemOffCPU, record.Unknown
	}
}

// waitingForCPU is what a lane does whose thread could go on and has no CPU, and
// nobody is known to have it.
const waitingForCPU = "waiting for a CPU"

// waits is what the time of a lane is whose thread t is off its CPU and neither
// preempted nor throttled: it is asleep, or waits for a CPU.
func (t *thread) waits(lane record.LaneKind, asleep bool) (record.Item, string) {
	thread := lane == record.LaneThread
	switch {
	case !asleep && thread:
		return record.ItemWaking, ""
	case !asleep:
		return record.ItemOffCPU, waitingForCPU
	case t.g != nil && t.g.state == event.GoInSyscall:
		return record.ItemSyscallOff, ""
	case t.g != nil && t.g.stopper:
		return record.ItemStopped, "" // until all others have
	case t.g == nil && thread:
		return record.ItemIdle, ""
	}
	return record.ItemOffCPU, "asleep in the kernel"
}
