package align

import "tare/internal/record"

// goroutine is what is known of a goroutine.
type goroutine struct {
	id      int64
	state   record.GoState
	since   int64 // its open piece begins
	entered int64 // it came into its state
	reason  string
	stack   record.StackID
	thread  *thread // while it runs or is in a system call
	assist  int64   // it marks for the garbage collector since then; 0 when not
	regions []record.Mark

	named     bool // sinks know the function that it started with
	collector bool // it belongs to the garbage collector
	stopper   bool // it has stopped the world
}

// goroutine returns the goroutine with the given id, which is first heard of at t.
func (j *joiner) goroutine(id, t int64) *goroutine {
	g := j.goroutines[id]
	if g == nil {
		g = &goroutine{id: id, since: t, entered: t}
		j.goroutines[id] = g
		j.result.Goroutines++
	}
	return g
}

func (j *joiner) goroutineEvent(e *record.GoEvent) {
	g := j.goroutine(e.ID, e.Time)
	if e.To == g.state {
		return // told again at the beginning of a generation
	}
	if g.state == record.GoUnknown {
		j.introduce(g, e)
	}
	j.closeBound(g, e.Time)
	if e.To == record.GoRunning && g.state == record.GoRunnable {
		j.emitMark(record.Mark{Kind: record.MarkWake, Start: g.entered, End: e.Time, G: g.id, TID: e.TID, Proc: e.Proc, CPU: -1, Sure: record.Seen})
	}
	from := g.state
	g.state, g.entered, g.reason = e.To, e.Time, j.text(e.Name)
	if e.Stack != 0 && (e.G == g.id || from == record.GoUnknown) {
		g.stack = e.Stack
		j.name(g, e.Stack, 0, e.Time)
	}
	switch e.To {
	case record.GoRunning, record.GoInSyscall:
		// A goroutine that is told to run when a trace begins is told by another
		// thread than its own.
		if from != record.GoUnknown || e.G == g.id {
			j.attach(g, e.TID, e.Time)
		}
	case record.GoNone:
		j.detach(g)
		j.endGoroutine(g, e.Time)
		delete(j.goroutines, g.id)
	default:
		j.detach(g)
	}
}

// introduce names a new goroutine.
func (j *joiner) introduce(g *goroutine, e *record.GoEvent) {
	if e.From == record.GoNone {
		g.stack = e.Other
		j.name(g, e.Other, e.G, e.Time)
	}
}

// name names a goroutine by the function that it started with, the outermost of
// its stack. Those that were there before the trace may have to wait until they
// tell their stacks.
func (j *joiner) name(g *goroutine, stack record.StackID, creator, t int64) {
	if g.named {
		return
	}
	if name := j.start(stack); name != "" {
		g.named, g.collector = true, g.collector || name == "runtime.gcBgMarkWorker"
		j.named(record.Named{Lane: record.Lane{Kind: record.LaneGoroutine, ID: g.id}, Name: name, Creator: creator, At: t})
	}
}

// start returns the outermost function of a stack.
func (j *joiner) start(id record.StackID) string {
	name, ok := j.starts[id]
	if !ok && id != 0 {
		if calls := j.source.Stack(id); len(calls) > 0 {
			name = calls[len(calls)-1].Func
		}
		j.starts[id] = name
	}
	return name
}

// endGoroutine ends what a goroutine has begun.
func (j *joiner) endGoroutine(g *goroutine, t int64) {
	j.endRegions(g, 0, t)
	j.ended(record.Lane{Kind: record.LaneGoroutine, ID: g.id})
}

// attach gives a goroutine the thread that it runs on from now on.
func (j *joiner) attach(g *goroutine, tid int32, now int64) {
	t := j.thread(tid)
	if g.thread == t {
		return
	}
	j.closeAll(t, now)
	j.detach(g)
	if t.g != nil {
		t.g.thread = nil
	}
	g.thread, t.g = t, g
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
	if t <= from {
		return
	}
	g.since = t
	p := record.Piece{Lane: record.Lane{Kind: record.LaneGoroutine, ID: g.id}, Start: from, End: t, Sure: record.Seen, Proc: -1, CPU: -1, G: g.id, Stack: g.stack}
	if g.thread != nil {
		g.thread.fill(&p)
	}
	switch g.state {
	case record.GoRunnable:
		j.emitStopped(p, record.ItemRunnable)
	case record.GoWaiting:
		p.Item, p.Detail = record.ItemBlocked, g.reason
		j.emit(p)
	case record.GoRunning, record.GoInSyscall:
		j.emitExecuting(p, g)
	default:
		p.Item, p.Sure = record.ItemUnknown, record.Unknown
		j.emit(p)
	}
}

// emitExecuting emits a piece of a goroutine that has a thread, which has a CPU
// or not.
func (j *joiner) emitExecuting(p record.Piece, g *goroutine) {
	if t := g.thread; t != nil && t.where == offCPU {
		j.emitOff(p, t, func(asleep bool) (record.Item, string) {
			if g.state == record.GoInSyscall && asleep {
				return record.ItemSyscallOff, ""
			}
			return record.ItemOffCPU, offDetail(asleep)
		})
		return
	}
	known := g.thread != nil && g.thread.where == onCPU
	p.Item = g.doing(known)
	if !known {
		p.Sure = record.Inferred
	}
	j.emit(p)
}

// doing is the item of a goroutine that executes and whose thread, if that is
// known, has a CPU.
func (g *goroutine) doing(known bool) record.Item {
	switch {
	case g.state == record.GoInSyscall && known:
		return record.ItemSyscallOn
	case g.state == record.GoInSyscall:
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

func offDetail(asleep bool) string {
	if asleep {
		return "asleep in the kernel"
	}
	return "waiting for a CPU"
}
