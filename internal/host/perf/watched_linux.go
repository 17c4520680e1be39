package perf

import (
	"math"
	"sync/atomic"
	"time"

	"tare/internal/trace/event"
)

// watched are the threads of a process: notices in the order of their times
// become events as the process counts threads and time.
type watched struct {
	main    int32                     // thread that others have their names from
	clock   int64                     // what the process's clock is ahead by, ns
	number  func(tid int32) int32     // in its PID namespace; 0 when that cannot be known
	tell    func(e event.KernelEvent) // delivers
	threads map[int32]*thread         // by the number that tare has for them
	lost    atomic.Int64
}

type thread struct {
	number int32
	name   string
	known  bool // whether it is on a CPU
	on     bool
}

// handover is the longest that one thread takes to follow another on a CPU.
const handover = int64(20 * time.Microsecond)

// next returns the thread that follows on the CPU of the first notice; 0 for
// none of the process's own.
func next(notices []notice) int32 {
	for _, n := range notices[1:] {
		if n.time > notices[0].time+handover {
			break
		}
		if n.cpu == notices[0].cpu && n.kind == noticeOn {
			return n.tid
		}
	}
	return 0
}

// take tells of a notice, and of the thread that comes next on its CPU.
func (w *watched) take(n *notice, next int32) {
	switch n.kind {
	case noticeThread:
		w.thread(n, n.name).rename(w, n)
	case noticeFork:
		w.thread(n, w.nameOf(n.parent))
	case noticeAsleep:
		if t := w.thread(n, w.nameOf(w.main)); !t.known {
			w.off(t, n, event.OffSleep, 0)
		}
	case noticeOn:
		w.on(w.thread(n, w.nameOf(w.main)), n)
	case noticeOff:
		w.off(w.thread(n, w.nameOf(w.main)), n, n.why, next)
	case noticeExit:
		if t := w.threads[n.tid]; t != nil {
			w.off(t, n, event.OffExit, next)
			w.event(t, n, event.KernelEvent{Kind: event.KernelExit})
			delete(w.threads, n.tid)
		}
	case noticeLost:
		w.lose(n, n.count)
		for _, t := range w.threads {
			t.known = false
		}
	}
}

// thread returns the thread of a notice. A new one is told, with the name.
func (w *watched) thread(n *notice, name string) *thread {
	t := w.threads[n.tid]
	if t == nil {
		t = &thread{number: w.number(n.tid), name: name}
		w.threads[n.tid] = t
		w.event(t, n, event.KernelEvent{Kind: event.KernelThread, Name: name})
	}
	return t
}

func (t *thread) rename(w *watched, n *notice) {
	if t.name != n.name {
		t.name = n.name
		w.event(t, n, event.KernelEvent{Kind: event.KernelThread, Name: n.name})
	}
}

// nameOf returns the name of a thread, which those that it makes start with.
func (w *watched) nameOf(tid int32) string {
	for _, tid := range [...]int32{tid, w.main} {
		if t := w.threads[tid]; t != nil {
			return t.name
		}
	}
	return ""
}

// on tells that a thread was put on a CPU, unless it said so already, as those
// do that were attached to twice.
func (w *watched) on(t *thread, n *notice) {
	if !t.known || !t.on {
		t.known, t.on = true, true
		w.event(t, n, event.KernelEvent{Kind: event.KernelOn})
	}
}

// off tells that a thread was taken off its CPU, likewise.
func (w *watched) off(t *thread, n *notice, why event.OffWhy, next int32) {
	if t.known && !t.on {
		return
	}
	t.known, t.on = true, false
	e := event.KernelEvent{Kind: event.KernelOff, Why: why, Other: -1}
	if other := w.threads[next]; other != nil {
		e.Other, e.Own = other.number, true
	}
	w.event(t, n, e)
}

// event tells of a thread. Without its number that is of no use.
func (w *watched) event(t *thread, n *notice, e event.KernelEvent) {
	if t.number == 0 {
		w.lose(n, 1)
		return
	}
	e.Time, e.CPU, e.TID = n.time+w.clock, n.cpu, t.number
	w.tell(e)
}

func (w *watched) lose(n *notice, count int64) {
	w.lost.Add(count)
	w.tell(event.KernelEvent{Time: n.time + w.clock, Kind: event.KernelLost, CPU: n.cpu, Number: int32(min(count, math.MaxInt32))})
}
