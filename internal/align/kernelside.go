package align

import "tare/internal/record"

// kernelEvent handles an event of the kernel recording.
func (j *joiner) kernelEvent(e *record.KernelEvent) {
	j.result.KernelEvents++
	j.seen(e.Time)
	switch e.Kind {
	case record.KernelThread:
		j.thread(e.TID).heard = true
		j.named(record.Named{Lane: record.Lane{Kind: record.LaneThread, ID: int64(e.TID)}, Name: e.Name, At: e.Time})
	case record.KernelExit:
		if t := j.threads[e.TID]; t != nil {
			j.endThrottle(t, e.Time)
			j.closeAll(t, e.Time)
			if t.g != nil {
				j.detach(t.g)
			}
			j.release(t)
			delete(j.threads, e.TID)
			j.ended(record.Lane{Kind: record.LaneThread, ID: int64(e.TID)})
		}
	case record.KernelOn:
		j.putOn(e)
	case record.KernelOff:
		j.takeOff(e)
	case record.KernelWake:
		if t := j.thread(e.TID); t.where == offCPU && t.woken == 0 {
			t.woken = e.Time
			if e.Why == record.OffThrottled {
				// Woken into a queue that is throttled: from here on, that is the reason.
				j.closeAll(t, e.Time)
				t.why, t.off = record.OffThrottled, e.Time
			}
		}
	case record.KernelRefill:
		j.emitMark(record.Mark{Kind: record.MarkRefill, Start: e.Time, End: e.Time, Proc: -1, CPU: e.CPU, Sure: record.Seen})
		for _, t := range j.threads {
			if t.where == offCPU && t.why == record.OffThrottled {
				t.refill = e.Time
			}
		}
	case record.KernelLost:
		j.result.Lost += int64(e.Number)
		j.forget(e.Time)
	case record.KernelStat, record.KernelSteal, record.KernelCount:
		for _, f := range j.followers {
			f.Sample(e)
		}
	}
}

// putOn handles a thread that gets a CPU.
func (j *joiner) putOn(e *record.KernelEvent) {
	t := j.thread(e.TID)
	if t.where == offCPU {
		if t.woken != 0 && t.why == record.OffSleep {
			j.emitMark(record.Mark{Kind: record.MarkWake, Start: t.woken, End: e.Time, TID: t.tid, Proc: -1, CPU: e.CPU, Sure: record.Seen})
		}
		j.endThrottle(t, e.Time)
	}
	j.closeAll(t, e.Time)
	t.heard, t.where, t.cpu = true, onCPU, e.CPU
	t.woken, t.refill, t.stack = 0, 0, 0
}

// takeOff handles a thread that loses its CPU.
func (j *joiner) takeOff(e *record.KernelEvent) {
	t := j.thread(e.TID)
	if t.where == offCPU && e.Why != record.OffExit {
		return // told again: its first state, when the recording began
	}
	j.closeAll(t, e.Time)
	t.doing = t.item()
	t.heard, t.where, t.off, t.why = true, offCPU, e.Time, e.Why
	t.other, t.own, t.by, t.stack = e.Other, e.Own, e.Name, e.Stack
	t.woken, t.refill = 0, 0
	if e.CPU >= 0 {
		t.cpu = e.CPU
	}
}

// endThrottle tells of a throttled stretch when it is over.
func (j *joiner) endThrottle(t *thread, at int64) {
	if t.where != offCPU || t.why != record.OffThrottled {
		return
	}
	m := record.Mark{Kind: record.MarkThrottle, Start: t.off, End: at, TID: t.tid, Proc: -1, CPU: t.cpu, Sure: j.sure[record.FactThrottled], Doing: t.doing, Stack: t.stack}
	if t.refill != 0 {
		m.End = t.refill
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
	for _, t := range j.threads {
		if t.where == nowhere {
			continue
		}
		j.endThrottle(t, at)
		j.closeAll(t, at)
		t.where, t.woken, t.refill, t.stack = nowhere, 0, 0, 0
	}
}
