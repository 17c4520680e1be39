package align

import (
	"tare/internal/record"
	"tare/internal/trace/event"
)

// wait is a part of a thread's way to a CPU.
type wait struct {
	record.Span
	item   record.Item
	detail string
}

// maxWaits is how many parts of a thread's wait are remembered.
const maxWaits = 64

// waited remembers a piece in which a thread could go on and had no CPU.
func (t *thread) waited(p *event.Piece) {
	if p.Lane.Kind != record.LaneThread || p.End <= p.Start {
		return
	}
	switch p.Item {
	case record.ItemThrottled, record.ItemPreempted, record.ItemCrowded, record.ItemWaking:
		if len(t.delays) < maxWaits {
			t.delays = append(t.delays, wait{record.Span{From: p.Start, To: p.End}, p.Item, p.Detail})
		}
	}
}

// leastLate is the shortest delay of a wake-up that is told apart from waiting, ns.
const leastLate = 50e3

// pollGap is how long the network goes unlooked at, at most, while all Ps are busy:
// the runtime's monitor sleeps for up to 10 ms, and looks when nobody has for 10 ms
// (sysmon in runtime/proc.go).
const pollGap = 20e6

// woken finds out who ends a goroutine's wait. What no goroutine ends, a thread does
// that looks at the timers and the network: it may come late, because it had no
// CPU itself, or because all Ps were busy and nobody looked.
func (j *joiner) woken(g *goroutine, e *event.GoEvent) {
	if e.G > 0 {
		if e.G != g.id {
			g.waker, g.wakerStack = e.G, e.Stack
			j.emitMark(event.Mark{Kind: record.MarkUnblock, Start: g.entered, End: e.Time, G: g.id, TID: e.TID, Proc: e.Proc, CPU: -1, By: e.G, Sure: record.Seen, Stack: e.Stack})
		}
		return
	}
	t := j.threads[e.TID]
	if t == nil || e.TID == 0 {
		return
	}
	if t.where == onCPU && t.fresh && len(t.delays) > 0 {
		j.lateThread(g, t)
	} else if by := j.procs[e.Proc]; by != nil {
		j.lateProcs(g, by, e.Time)
	}
}

// lateThread bills the time in which the thread that wakes a goroutine could go on
// itself and had no CPU: whatever woke the thread had come.
func (j *joiner) lateThread(g *goroutine, t *thread) {
	if last := t.delays[len(t.delays)-1]; last.To-max(t.delays[0].From, g.since) < leastLate {
		return
	}
	for _, w := range t.delays {
		if w.From < g.since {
			w.From = g.since
		}
		if w.From >= w.To {
			continue
		}
		j.closeGoroutine(g, w.From)
		p := j.begun(record.LaneGoroutine, g.id, w.From, w.To)
		p.G, p.Stack, p.TID, p.Item, p.Detail, p.Sure = g.id, g.stack, t.tid, w.item, w.detail, record.Inferred
		if w.item == record.ItemWaking {
			p.Item, p.Detail = record.ItemOffCPU, waitingForCPU
		}
		j.emit(p)
		g.since = w.To
	}
}

// lateProcs bills the time in which nobody looked at timers and network: all Ps were
// busy, and that which now does was with one goroutine. What the goroutine waits for
// may have come at any time of it.
func (j *joiner) lateProcs(g *goroutine, by *proc, now int64) {
	from := max(g.since, by.started)
	for _, p := range j.procs {
		if p.state != event.GoRunning && p != by {
			from = now
		}
		from = max(from, p.busy)
	}
	if g.reason == "network" {
		from = max(from, now-pollGap)
	} else {
		from = j.due(g, from, now)
	}
	if now-from < leastLate || by.last == 0 {
		return
	}
	j.closeGoroutine(g, from)
	p := j.begun(record.LaneGoroutine, g.id, from, now)
	p.G, p.Stack, p.Item, p.Detail, p.Sure, p.Waker = g.id, g.stack, record.ItemLate, g.reason, record.Bounded, by.last
	if busy := j.goroutines.Get(by.last); busy != nil {
		p.WakerStack = busy.stack
	}
	j.emit(p)
	g.since = now
}

// maxNaps is how many places are told apart at which goroutines wait for timers.
const maxNaps = 4096

// due is when a goroutine's timer was, which can be noticed since from: at the same
// place goroutines mostly sleep for the same time, and the shortest sleep there that
// cannot have been longer than it should tells how long that is. Timers tell no deadlines.
func (j *joiner) due(g *goroutine, from, now int64) int64 {
	least, known := j.naps[g.stack]
	switch slept := now - g.entered; {
	case now-from >= leastLate && known:
		return max(from, g.entered+least)
	case now-from >= leastLate, !known && len(j.naps) >= maxNaps:
	case !known || slept < least:
		j.naps[g.stack] = slept
	}
	return from
}
