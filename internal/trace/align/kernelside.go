package align

import (
	"tare/internal/record"
	"tare/internal/trace/event"
)

// kernelEvent handles an event of the kernel recording.
func (j *joiner) kernelEvent(e *event.KernelEvent) {
	j.result.KernelEvents++
	switch e.Kind {
	case event.KernelThread:
		j.closeThread(j.thread(e.TID), e.Time)
		j.named(event.Named{Lane: record.Lane{Kind: record.LaneThread, ID: int64(e.TID)}, Name: e.Name, At: e.Time})
	case event.KernelExit:
		if t := j.threads[e.TID]; t != nil {
			j.endThrottle(t, e.Time)
			j.closeAll(t, e.Time)
			if t.g != nil {
				j.detach(t.g)
			}
			if t.proc != nil {
				j.release(t.proc, e.Time)
			}
			j.leave(t, e.Time)
			delete(j.threads, e.TID)
			j.last = nil
			j.ended(record.Lane{Kind: record.LaneThread, ID: int64(e.TID)})
		}
	case event.KernelOn:
		j.putOn(e)
	case event.KernelOff:
		j.takeOff(e)
	case event.KernelWake:
		j.wake(e)
	case event.KernelOccupy:
		j.occupy(e.CPU, occupantOf(e), e.Time)
	case event.KernelMove:
		j.move(e)
	case event.KernelRefill:
		j.emitMark(event.Mark{Kind: record.MarkRefill, Start: e.Time, End: e.Time, Proc: -1, CPU: e.CPU, Sure: record.Seen})
		j.refills, j.refilled = j.refills+1, e.Time
	case event.KernelThrottle, event.KernelUnthrottle:
		j.throttleQueue(e)
	case event.KernelLost:
		j.result.Lost += int64(e.Number)
		j.forget(e.Time)
	case event.KernelStat, event.KernelSteal, event.KernelCount, event.KernelRan, event.KernelWaited, event.KernelUsed:
		for _, f := range j.followers {
			f.Sample(e)
		}
	}
}

// wake handles a thread that sleeps no longer. It may be woken into a queue that
// is throttled: from here on, that is the reason.
func (j *joiner) wake(e *event.KernelEvent) {
	t := j.thread(e.TID)
	if t.where == nowhere { // it is new, or events were lost
		j.takeOff(&event.KernelEvent{Time: e.Time, TID: e.TID, CPU: -1, Why: event.OffSleep})
	}
	if t.where != offCPU || t.woken != 0 {
		return
	}
	j.closeAll(t, e.Time)
	if e.Idle {
		j.occupy(e.CPU, occupant{who: nobody}, e.Time)
	}
	if t.woken = e.Time; e.CPU >= 0 {
		t.cpu = e.CPU
	}
	if j.line(t); e.Why == event.OffThrottled {
		j.throttle(t, e.Time)
	}
}

// throttle makes a quota the reason why a thread is off its CPU.
func (j *joiner) throttle(t *thread, at int64) {
	j.closeAll(t, at)
	t.why, t.off, t.refills = event.OffThrottled, at, j.refills
	j.noteWithheld(t, at)
}

// throttleQueue handles a CPU's queue that is throttled, and with it those
// threads in it that had lost the CPU to others before.
func (j *joiner) throttleQueue(e *event.KernelEvent) {
	for _, t := range inOrder(j.threads) {
		switch {
		case t.where != offCPU || t.cpu != e.CPU:
		case e.Kind == event.KernelUnthrottle && t.why == event.OffThrottled:
			t.freed = e.Time
		case e.Kind == event.KernelThrottle && t.why == event.OffPreempted:
			j.throttle(t, e.Time)
		}
	}
}

// putOn handles a thread that gets a CPU.
func (j *joiner) putOn(e *event.KernelEvent) {
	t := j.thread(e.TID)
	if t.where == offCPU {
		waited := event.Mark{Kind: record.MarkWait, Start: t.off, End: e.Time, TID: t.tid, Proc: -1, CPU: e.CPU, Sure: record.Seen}
		if turn := j.turn(t); turn != 0 {
			waited.Start = turn
		}
		switch {
		case t.why == event.OffSleep && t.woken != 0:
			waited.Kind = record.MarkWake
			j.emitMark(waited)
		case t.why == event.OffPreempted, t.why == event.OffThrottled && waited.Start > t.off:
			j.emitMark(waited)
		}
		j.endThrottle(t, e.Time)
	}
	j.closeAll(t, e.Time)
	j.leave(t, e.Time)
	j.occupy(e.CPU, occupant{who: own, tid: t.tid}, e.Time)
	t.where, t.cpu, t.stack, t.fresh = onCPU, e.CPU, 0, t.g == nil
	j.noteWithheld(t, e.Time)
}

// takeOff handles a thread that loses its CPU.
func (j *joiner) takeOff(e *event.KernelEvent) {
	t := j.thread(e.TID)
	if t.where == offCPU && e.Why != event.OffExit {
		return // told again: its first state, when the recording began
	}
	j.endThrottle(t, e.Time)
	j.closeAll(t, e.Time)
	t.doing = j.item(t)
	t.where, t.off, t.why, t.stack = offCPU, e.Time, e.Why, e.Stack
	t.woken, t.freed, t.refills, t.delays = 0, 0, j.refills, t.delays[:0]
	if e.CPU >= 0 {
		t.cpu = e.CPU
		j.occupy(e.CPU, occupantOf(e), e.Time)
	}
	if j.leave(t, e.Time); t.why == event.OffPreempted || t.why == event.OffThrottled {
		j.line(t)
	}
	j.lookAway(t.cpu, e.Time)
	j.noteWithheld(t, e.Time)
}

// endThrottle tells of a throttled stretch when it is over.
func (j *joiner) endThrottle(t *thread, at int64) {
	if t.where != offCPU || t.why != event.OffThrottled {
		return
	}
	m := event.Mark{Kind: record.MarkThrottle, Start: t.off, End: at, TID: t.tid, Proc: -1, CPU: t.cpu, Sure: j.sure[record.FactThrottled], Doing: t.doing, Stack: t.stack}
	if turn := j.turn(t); turn != 0 {
		m.End = turn
	}
	if t.g != nil {
		m.G = t.g.id
		if m.Stack == 0 {
			m.Stack = t.g.stack
		}
	}
	if t.proc != nil {
		m.Proc = t.proc.id
	}
	j.emitMark(m)
}

// forget is for when the kernel recording has a gap or an end: nothing is known
// of any thread until it is told again.
func (j *joiner) forget(at int64) {
	for _, t := range inOrder(j.threads) {
		if t.where == nowhere {
			continue
		}
		j.endThrottle(t, at)
		j.closeAll(t, at)
		j.leave(t, at)
		t.where, t.stack = nowhere, 0
		j.noteWithheld(t, at)
	}
}
