package align

import (
	"slices"

	"tare/internal/trace/event"
)

// act does something at random, if it can be done now.
func (s *machine) act() bool {
	m := s.ms[s.IntN(len(s.ms))]
	switch {
	case s.IntN(4) == 0:
		return s.actKernel(m)
	case !m.on:
		return s.putOn(m)
	case m.g == nil:
		return s.actIdle(m)
	case m.g.state == event.GoInSyscall:
		return s.actSyscall(m)
	}
	return s.actRunning(m, m.g)
}

// pick returns one of those that f is true for; nil when there is none.
func pick[T any](s *machine, all []*T, f func(*T) bool) *T {
	var some []*T
	for _, one := range all {
		if f(one) {
			some = append(some, one)
		}
	}
	if len(some) == 0 {
		return nil
	}
	return some[s.IntN(len(some))]
}

func (s *machine) actKernel(m *simM) bool {
	switch n := s.IntN(24); {
	case n > 21:
		s.switchOthers(s.cpus[s.IntN(len(s.cpus))])
	case n > 19 && m.waits():
		m.cpu = s.cpus[s.IntN(len(s.cpus))]
		s.tell(event.KernelEvent{Kind: event.KernelMove, TID: m.tid, CPU: m.cpu.id})
		s.tellOccupant(m.cpu)
	case n == 0 && len(s.ms) < 12:
		s.newM()
	case n == 1 && m.on && m.g == nil && m.p == nil && len(s.ms) > 1:
		s.pass(3000) // it takes longer, really
		s.tell(event.KernelEvent{Kind: event.KernelOff, TID: m.tid, CPU: m.cpu.id, Why: event.OffExit})
		m.cpu.m = nil
		s.tell(event.KernelEvent{Kind: event.KernelExit, TID: m.tid})
		s.ms = slices.DeleteFunc(s.ms, func(other *simM) bool { return other == m })
	case n == 2 && !slices.ContainsFunc(s.ms, func(m *simM) bool { return !m.on && m.freed }):
		s.tell(event.KernelEvent{Kind: event.KernelRefill})
		for _, m := range s.ms {
			m.freed = !m.on && m.why == event.OffThrottled
		}
	case m.on:
		m.on, m.woken, m.freed = false, false, false
		m.why = []event.OffWhy{event.OffSleep, event.OffPreempted, event.OffThrottled}[s.IntN(3)]
		s.takeOff(m)
	case m.why == event.OffSleep && !m.woken && s.IntN(8) == 0:
		s.wake(m, event.OffThrottled)
	case m.why == event.OffSleep && !m.woken:
		s.wake(m, 0)
	default:
		return false
	}
	return true
}

// names of foreign threads; nobody comes twice as often.
var foreign = []string{"stress", "cc1", "", ""}

// takeOff takes a thread off its CPU. Another one comes instead, or nobody.
func (s *machine) takeOff(m *simM) {
	c := m.cpu
	c.m, c.foreign = nil, foreign[s.IntN(len(foreign))]
	e := event.KernelEvent{Kind: event.KernelOff, TID: m.tid, CPU: c.id, Why: m.why, Name: c.foreign}
	if c.foreign != "" {
		e.Other = 1
	}
	next := pick(s, s.ms, func(o *simM) bool { return o != m && o.waits() && o.cpu == c && o.why != event.OffThrottled })
	if next != nil && s.IntN(2) == 0 {
		e.Other, e.Own, e.Name = next.tid, true, ""
		s.tell(e)
		s.putOn(next)
		return
	}
	s.tell(e)
}

// switchOthers has another foreign thread come, or nobody, where none of the process
// is. That is told if one of the process waits.
func (s *machine) switchOthers(c *simCPU) {
	if c.m != nil {
		return
	}
	c.foreign = foreign[s.IntN(len(foreign))]
	s.tellOccupant(c)
}

func (s *machine) tellOccupant(c *simCPU) {
	if !slices.ContainsFunc(s.ms, func(m *simM) bool { return m.waits() && m.cpu == c }) {
		return
	}
	e := event.KernelEvent{Kind: event.KernelOccupy, CPU: c.id, Name: c.foreign}
	switch {
	case c.m != nil:
		e.Own, e.Other = true, c.m.tid
	case c.foreign != "":
		e.Other = 1
	}
	s.tell(e)
}

// wake wakes a thread. The kernel tells who has its CPU then.
func (s *machine) wake(m *simM, why event.OffWhy) {
	m.woken, m.cpu = true, s.cpus[s.IntN(len(s.cpus))]
	c := m.cpu
	if c.foreign != "" {
		s.tellOccupant(c)
	}
	s.tell(event.KernelEvent{Kind: event.KernelWake, TID: m.tid, CPU: c.id, Why: why, Idle: c.m == nil && c.foreign == ""})
	if why == event.OffThrottled {
		m.why = why
	}
}

func (s *machine) putOn(m *simM) bool {
	if !m.waits() || m.cpu.m != nil {
		return false
	}
	m.on, m.cpu.m, m.cpu.foreign = true, m, ""
	s.tell(event.KernelEvent{Kind: event.KernelOn, TID: m.tid, CPU: m.cpu.id})
	return true
}

// move emits a transition of a goroutine and makes it. The thread in whose context
// it happens is m.
func (s *machine) move(m *simM, g *simG, to event.GoState, reason string) {
	s.emit(m, event.GoEvent{Kind: event.GoGoroutine, ID: g.id, From: g.state, To: to, Name: s.trace.intern(reason)})
	switch g.state, g.reason = to, reason; {
	case g.m != nil && to != event.GoRunning && to != event.GoInSyscall:
		g.m.g, g.m = nil, nil
	case g.m == nil && to == event.GoRunning:
		g.m, m.g = m, g
	}
}

func (s *machine) moveP(m *simM, p *simP, to event.GoState) {
	from := event.GoIdle
	if to == event.GoIdle {
		from = event.GoRunning
	}
	s.emit(m, event.GoEvent{Kind: event.GoProc, ID: int64(p.id), From: from, To: to})
	if to == event.GoIdle {
		p.m.p, p.m = nil, nil
	} else {
		p.m, m.p, m.got = m, p, true
	}
}

// actIdle is what a thread without a goroutine can do.
func (s *machine) actIdle(m *simM) bool {
	idle := pick(s, s.ps, func(p *simP) bool { return p.m == nil })
	stealable := pick(s, s.ms, func(o *simM) bool { return o.g != nil && o.g.state == event.GoInSyscall && o.p != nil && !o.got })
	next := pick(s, s.gs, func(g *simG) bool { return g.state == event.GoRunnable })
	switch n := s.IntN(8); {
	case n == 0 && stealable != nil:
		s.moveP(m, stealable.p, event.GoIdle)
	case m.p == nil && n == 1 && len(s.gs) < 20:
		g := s.newG(event.GoInSyscall)
		s.emit(m, event.GoEvent{Kind: event.GoGoroutine, ID: g.id, From: event.GoNone, To: event.GoInSyscall, Other: s.stackOf(g)})
		g.cgo, g.m, m.g = true, m, g
	case m.p == nil && idle != nil:
		s.moveP(m, idle, event.GoRunning)
	case m.p != nil && n == 1:
		s.moveP(m, m.p, event.GoIdle)
	case m.p != nil && next != nil:
		s.move(m, next, event.GoRunning, "")
	default:
		return false
	}
	return true
}

// actSyscall is what a thread can do that is in a system call.
func (s *machine) actSyscall(m *simM) bool {
	idle := pick(s, s.ps, func(p *simP) bool { return p.m == nil })
	switch n := s.IntN(4); {
	case m.p != nil && !m.got && n == 0:
		s.moveP(m, m.p, event.GoIdle)
	case m.p != nil && !m.got:
		s.move(m, m.g, event.GoRunning, "")
	case m.p == nil && m.g.cgo && n == 0:
		s.end(m, m.g)
	case m.p == nil && n == 1 && idle != nil:
		s.moveP(m, idle, event.GoRunning)
	case n > 1:
		s.move(m, m.g, event.GoRunnable, "")
	default:
		return false
	}
	return true
}

func (s *machine) end(m *simM, g *simG) {
	s.endRegion(g)
	s.move(m, g, event.GoNone, "")
	s.gs = slices.DeleteFunc(s.gs, func(other *simG) bool { return other == g })
}

func (s *machine) endRegion(g *simG) {
	if g.region != 0 {
		s.regions = append(s.regions, event.Mark{G: g.id, Start: g.region, End: s.now})
		g.region = 0
	}
}

// actRunning is what a goroutine can do that runs.
func (s *machine) actRunning(m *simM, g *simG) bool {
	asleep := pick(s, s.gs, func(g *simG) bool { return g.state == event.GoWaiting })
	ranged := func(on bool, name string) {
		kind := map[bool]event.GoKind{true: event.GoRangeBegin, false: event.GoRangeEnd}[on]
		s.emit(m, event.GoEvent{Kind: kind, ID: g.id, Name: s.trace.intern(name)})
	}
	switch n := s.IntN(16); {
	case n == 0 && len(s.gs) < 20:
		made := s.newG([]event.GoState{event.GoRunnable, event.GoWaiting}[s.IntN(2)])
		made.reason = "coroutine"
		s.emit(m, event.GoEvent{Kind: event.GoGoroutine, ID: made.id, From: event.GoNone, To: made.state, Other: s.stackOf(made)})
	case n < 4 && asleep != nil:
		s.move(m, asleep, event.GoRunnable, "")
	case n == 4:
		if g.assist = !g.assist; true {
			ranged(g.assist, "GC mark assist")
		}
	case n == 5 && (s.stopper == nil || s.stopper == g):
		ranged(s.stopper == nil, "stop-the-world (test)")
		if s.stopper == nil {
			s.stopper = g
		} else {
			s.stopper = nil
		}
	case n == 6 && s.tracing && g.region == 0:
		s.emit(m, event.GoEvent{Kind: event.GoRegionBegin, Name: s.trace.intern("op")})
		g.region = s.now
	case n == 6 && s.tracing:
		s.emit(m, event.GoEvent{Kind: event.GoRegionEnd, Name: s.trace.intern("op")})
		s.endRegion(g)
	case g == s.stopper: // is not interrupted
		return false
	case n == 7 && !g.assist:
		s.end(m, g)
	case n == 8 && asleep != nil:
		s.move(m, asleep, event.GoRunnable, "")
		s.move(m, g, event.GoWaiting, "coroutine")
		s.move(m, asleep, event.GoRunning, "")
	case n == 9:
		s.move(m, g, event.GoRunnable, "preempted")
	case n < 12:
		s.move(m, g, event.GoWaiting, []string{"chan receive", "select", "sleep"}[s.IntN(3)])
	case n < 15:
		s.move(m, g, event.GoInSyscall, "")
		m.got = false
	default:
		return false
	}
	return true
}
