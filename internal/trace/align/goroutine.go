package align

import (
	"tare/internal/record"
	"tare/internal/trace/event"
)

// goroutine is what is known of a goroutine.
type goroutine struct {
	id      int64
	state   event.GoState
	since   int64 // its open piece begins
	entered int64 // it came into its state
	reason  string
	stack   record.StackID
	thread  *thread // while it runs or is in a system call
	assist  int64   // it marks for the garbage collector since then; 0 when not
	regions []event.Mark

	waker      int64 // that wakes it now
	wakerStack record.StackID

	named     bool // sinks know the function that it started with
	collector bool // it belongs to the garbage collector
	stopper   bool // it has stopped the world
	server    *server
}

// goroutine returns the goroutine with the given id, which is first heard of at t.
func (j *joiner) goroutine(id, t int64) *goroutine {
	g := j.goroutines.Get(id)
	if g == nil {
		g = &goroutine{id: id, since: t, entered: t}
		j.goroutines.Put(id, g)
		j.result.Goroutines++
	}
	return g
}

func (j *joiner) goroutineEvent(e *event.GoEvent) {
	g := j.goroutine(e.ID, e.Time)
	if e.To == g.state {
		return // told again at the beginning of a generation
	}
	if g.state == event.GoWaiting && e.To == event.GoRunnable {
		j.woken(g, e)
	}
	j.closeBound(g, e.Time)
	g.waker, g.wakerStack = 0, 0
	if e.To == event.GoRunning && g.state == event.GoRunnable {
		j.emitMark(event.Mark{Kind: record.MarkWake, Start: g.entered, End: e.Time, G: g.id, TID: e.TID, Proc: e.Proc, CPU: -1, Sure: record.Seen})
	}
	j.learn(g, e)
	if g.server != nil {
		j.serve(g, e)
	}
	g.state, g.entered = e.To, e.Time
	switch e.To {
	case event.GoRunning, event.GoInSyscall:
		if e.TID != 0 {
			j.attach(g, j.thread(e.TID), e.Time)
		}
		return
	case event.GoWaiting:
		g.reason = j.reason(e)
	}
	j.detach(g)
	if e.To == event.GoNone {
		j.endGoroutine(g, e.Time)
		j.goroutines.Delete(g.id)
	}
}

// learn takes from an event what a goroutine does, and the function that it
// started with, which is the outermost of its stack. Goroutines that were there
// before the trace may have to wait until they tell their stacks.
func (j *joiner) learn(g *goroutine, e *event.GoEvent) {
	stack, creator := e.Stack, int64(0)
	switch {
	case e.G == g.id:
	case g.state == event.GoUnknown:
		if stack = e.Other; e.From == event.GoNone {
			creator = e.G
		}
	default:
		return // that of whoever wakes it
	}
	if stack == 0 {
		return
	}
	if g.stack = stack; g.named {
		return
	}
	if name := j.start(stack); name != "" {
		g.named, g.collector = true, g.collector || name == "runtime.gcBgMarkWorker"
		j.named(event.Named{Lane: record.Lane{Kind: record.LaneGoroutine, ID: g.id}, Name: name, Creator: creator, At: e.Time})
		j.serves(g, name, e.Time, e.From == event.GoNone)
	}
}

// reason is what a goroutine waits for from now on. One that was made waiting,
// or waits without a reason, has given its thread to another, or will be given
// one: that is how iter.Pull works. One that is preempted and not just runnable
// is kept still, mostly for its stack to be scanned.
func (j *joiner) reason(e *event.GoEvent) string {
	name := j.text(e.Name)
	switch {
	case name == "" && e.From != event.GoUnknown:
		return "coroutine"
	case name == "preempted":
		return "suspension by the runtime"
	}
	return name
}

// start returns the outermost function of a stack.
func (j *joiner) start(id record.StackID) string {
	name, ok := j.starts[id]
	if !ok {
		if calls := j.source.Stack(id); len(calls) > 0 {
			name = calls[len(calls)-1].Func
		}
		j.starts[id] = name
	}
	return name
}

// endGoroutine ends what a goroutine has begun.
func (j *joiner) endGoroutine(g *goroutine, t int64) {
	if j.stop.by == g {
		j.stop.by = nil
	}
	j.endRegions(g, 0, t)
	j.endRequest(g, t)
	j.ended(record.Lane{Kind: record.LaneGoroutine, ID: g.id})
}

// attach gives a goroutine the thread that it runs on from now on.
func (j *joiner) attach(g *goroutine, t *thread, now int64) {
	if g.thread == t {
		return
	}
	j.closeAll(t, now)
	j.detach(g)
	if t.g != nil {
		t.g.thread = nil
	}
	g.thread, t.g, t.fresh = t, g, false
	if t.proc != nil {
		t.proc.last, t.proc.started = g.id, now
	}
}

func (j *joiner) detach(g *goroutine) {
	if g.thread != nil {
		g.thread.g = nil
		g.thread = nil
	}
}

// closeBound closes the pieces of a goroutine and of the thread and P that it
// has: they change together.
func (j *joiner) closeBound(g *goroutine, t int64) {
	j.closeGoroutine(g, t)
	if g.thread != nil {
		j.closeHeld(g.thread, t)
	}
}

// closeGoroutine emits what a goroutine did since its last piece, up to t.
func (j *joiner) closeGoroutine(g *goroutine, t int64) {
	from := g.since
	if g.since = t; t == from || g.state == event.GoNone {
		return
	}
	p := j.begun(record.LaneGoroutine, g.id, from, t)
	if p.G, p.Stack = g.id, g.stack; g.thread != nil {
		g.thread.fill(p)
	}
	switch g.state {
	case event.GoRunnable:
		j.emitWaiting(p, record.ItemRunnable)
		return
	case event.GoWaiting:
		p.Item, p.Detail, p.Waker, p.WakerStack = record.ItemBlocked, g.reason, g.waker, g.wakerStack
	case event.GoRunning, event.GoInSyscall:
		if g.thread != nil && g.thread.where == offCPU {
			j.emitOff(p, g.thread)
			return
		}
		known := g.thread != nil && g.thread.where == onCPU
		if p.Item = g.doing(known); !known {
			p.Sure = record.Inferred
		}
	default:
		p.Item, p.Sure = record.ItemUnknown, record.Unknown
	}
	j.emit(p)
}

// doing is the item of a goroutine that executes and whose thread, if that is
// known, has a CPU.
func (g *goroutine) doing(known bool) record.Item {
	switch {
	case g.state == event.GoInSyscall && known:
		return record.ItemSyscallOn
	case g.state == event.GoInSyscall:
		return record.ItemSyscall
	case g.stopper:
		return record.ItemStopped
	case g.collector:
		return record.ItemGC
	case g.assist != 0:
		return record.ItemAssist
	}
	return record.ItemRunning
}
