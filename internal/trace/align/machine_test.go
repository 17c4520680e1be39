package align

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"tare/internal/record"
	"tare/internal/trace/event"
)

// machine is a simulated one that does at random what Go programs and kernels
// can do. It writes both recordings, and beside them the true bill.
type machine struct {
	*rand.Rand
	now     int64
	tracing bool
	trace   trace
	kernel  kernel
	gs      []*simG
	ms      []*simM
	ps      []*simP
	cpus    []*simCPU
	stopper *simG
	threads int32
	ids     int64
	bill    map[record.Lane][]event.Piece
	names   map[int64]string // of goroutines
	regions []event.Mark
}

type simG struct {
	id                     int64
	state                  event.GoState
	reason                 string
	m                      *simM
	assist, collector, cgo bool
	region                 int64 // since when it is in one; 0 when not
}

type simM struct {
	tid       int32
	on, woken bool
	freed     bool // by a refill
	why       event.OffWhy
	cpu       *simCPU // that it has, had last, or waits for
	g         *simG
	p         *simP
	got       bool // p was got when g was in a system call already
}

// waits reports whether a thread could go on if it had its CPU.
func (m *simM) waits() bool { return !m.on && (m.why != event.OffSleep || m.woken) }

// simCPU is had by a thread, by a foreign one, or by nobody.
type simCPU struct {
	id      int32
	m       *simM
	foreign string
	had     []event.Piece
}

type simP struct {
	id int32
	m  *simM
}

func newMachine(seed uint64) *machine {
	s := &machine{Rand: rand.New(rand.NewPCG(seed, 1)), now: 1e9, threads: 100, bill: map[record.Lane][]event.Piece{}, names: map[int64]string{}}
	for id := range 1 + s.Int32N(4) {
		s.ps = append(s.ps, &simP{id: id})
	}
	for id := range 1 + s.Int32N(4) {
		s.cpus = append(s.cpus, &simCPU{id: id})
	}
	for range 1 + s.IntN(6) {
		s.newM()
	}
	for range 1 + s.IntN(8) {
		s.newG(event.GoRunnable)
	}
	return s
}

// run lets the machine take so many steps. The trace begins after a quarter of
// them.
func (s *machine) run(steps int) {
	for i := range steps {
		if i == steps/4 {
			s.beginTrace()
		}
		for tries := 0; tries < 100 && !s.act(); tries++ {
		}
		s.pass(s.Int64N(1<<s.IntN(18)) / 2)
	}
	s.tell(event.KernelEvent{Kind: event.KernelSteal})
	s.emit(nil, event.GoEvent{Kind: event.GoMetric})
	for _, g := range s.gs {
		s.endRegion(g)
	}
}

// pass lets time pass, in which all goes on as it is.
func (s *machine) pass(ns int64) {
	if s.now += ns; ns == 0 {
		return
	}
	for _, m := range s.ms {
		s.add(record.LaneThread, int64(m.tid), ns, s.doing(m, record.LaneThread))
	}
	for _, c := range s.cpus {
		s.had(c, ns)
	}
	if !s.tracing {
		return
	}
	for _, g := range s.gs {
		s.add(record.LaneGoroutine, g.id, ns, s.doesG(g))
	}
	for _, p := range s.ps {
		if p.m != nil {
			s.add(record.LaneProc, int64(p.id), ns, s.doing(p.m, record.LaneProc))
		} else if s.stopper != nil {
			s.add(record.LaneProc, int64(p.id), ns, does{record.ItemStopped, "", record.Seen})
		} else {
			s.add(record.LaneProc, int64(p.id), ns, does{record.ItemIdle, "", record.Seen})
		}
	}
}

// does is what a lane does, and how that is known.
type does struct {
	item   record.Item
	detail string
	sure   record.Sure
}

func (s *machine) add(kind record.LaneKind, id, ns int64, d does) {
	l := record.Lane{Kind: kind, ID: id}
	s.bill[l] = merged(s.bill[l], event.Piece{Lane: l, Start: s.now - ns, End: s.now, Item: d.item, Detail: d.detail, Sure: d.sure})
}

// merged appends a piece, or makes the last one longer if it is alike.
func merged(all []event.Piece, p event.Piece) []event.Piece {
	p = event.Piece{Lane: p.Lane, Start: p.Start, End: p.End, Item: p.Item, Detail: p.Detail, Sure: p.Sure}
	if n := len(all); n > 0 {
		longer := all[n-1]
		longer.Start, longer.End = p.Start, p.End
		if longer == p && all[n-1].End == p.Start {
			all[n-1].End = p.End
			return all
		}
	}
	return append(all, p)
}

func (s *machine) doesG(g *simG) does {
	switch {
	case g.state == event.GoWaiting:
		return does{record.ItemBlocked, g.reason, record.Seen}
	case g.m != nil:
		return s.doing(g.m, record.LaneGoroutine)
	case s.stopper != nil:
		return does{record.ItemStopped, "", record.Seen}
	case slices.ContainsFunc(s.ms, func(m *simM) bool { return !m.on && m.why == event.OffThrottled && m.p != nil }):
		return does{record.ItemRunnable, behind, record.Seen}
	}
	return does{record.ItemRunnable, "", record.Seen}
}

// doing is what a lane does that is, or has, thread m.
func (s *machine) doing(m *simM, lane record.LaneKind) does {
	syscall := m.g != nil && m.g.state == event.GoInSyscall
	turn := does{record.ItemOffCPU, "waiting for a CPU", record.Seen}
	switch {
	case m.cpu.m != nil:
		turn = does{record.ItemCrowded, "", record.Seen}
	case m.cpu.foreign != "":
		turn = does{record.ItemPreempted, m.cpu.foreign, record.Seen}
	case lane == record.LaneThread:
		turn = does{record.ItemWaking, "", record.Seen}
	}
	hidden := m.g != nil && !s.tracing
	switch {
	case m.on && !s.tracing:
		return does{record.ItemRunning, "", record.Seen}
	case m.on && syscall:
		return does{record.ItemSyscallOn, "", record.Seen}
	case m.on && m.g != nil && m.g == s.stopper:
		return does{record.ItemStopped, "", record.Seen}
	case m.on && m.g != nil && m.g.collector:
		return does{record.ItemGC, "", record.Seen}
	case m.on && m.g != nil && m.g.assist:
		return does{record.ItemAssist, "", record.Seen}
	case m.on && m.g != nil:
		return does{record.ItemRunning, "", record.Seen}
	case m.on && m.p != nil:
		return does{record.ItemScheduler, "", record.Seen}
	case m.on:
		return does{record.ItemSpinning, "", record.Seen}
	case m.why == event.OffThrottled && m.freed:
		turn.sure = record.Inferred
		return turn
	case m.why == event.OffThrottled:
		return does{record.ItemThrottled, "", record.Seen}
	case m.why == event.OffPreempted || m.woken:
		return turn
	case syscall && !hidden:
		return does{record.ItemSyscallOff, "", record.Seen}
	case m.g != nil && m.g == s.stopper && !hidden:
		return does{record.ItemStopped, "", record.Seen}
	case lane == record.LaneThread && (m.g == nil || hidden):
		return does{record.ItemIdle, "", record.Seen}
	}
	return does{record.ItemOffCPU, "asleep in the kernel", record.Seen}
}

// tell records an event of the kernel, emit one of the trace by thread m.
func (s *machine) tell(e event.KernelEvent) {
	e.Time = s.now
	s.kernel.events = append(s.kernel.events, e)
}

func (s *machine) emit(m *simM, e event.GoEvent) {
	if !s.tracing {
		return
	}
	e.Time, e.Proc = s.now, -1
	if m != nil {
		e.TID = m.tid
		if m.p != nil {
			e.Proc = m.p.id
		}
		if m.g != nil {
			e.G = m.g.id
		}
	}
	s.trace.events = append(s.trace.events, e)
}

// beginTrace tells of all there is, as the runtime does.
func (s *machine) beginTrace() {
	s.tracing = true
	for _, p := range s.ps {
		if p.m == nil {
			s.emit(nil, event.GoEvent{Kind: event.GoProc, ID: int64(p.id), To: event.GoIdle})
		} else {
			s.trace.events = append(s.trace.events, event.GoEvent{Kind: event.GoProc, Time: s.now, TID: p.m.tid, Proc: -1, ID: int64(p.id), To: event.GoRunning})
		}
	}
	for _, g := range s.gs {
		e := event.GoEvent{Kind: event.GoGoroutine, Time: s.now, Proc: -1, ID: g.id, To: g.state, Other: s.stackOf(g)}
		if g.m != nil {
			e.TID = g.m.tid
		}
		if g.state == event.GoWaiting {
			g.reason = ""
		}
		s.trace.events = append(s.trace.events, e)
		if g.assist {
			s.emit(g.m, event.GoEvent{Kind: event.GoRangeActive, ID: g.id, Name: s.trace.intern("GC mark assist")})
		}
		g.region = 0
	}
	if s.stopper != nil {
		s.emit(s.stopper.m, event.GoEvent{Kind: event.GoRangeBegin, ID: s.stopper.id, Name: s.trace.intern("stop-the-world (start trace)")})
	}
}

func (s *machine) stackOf(g *simG) record.StackID {
	s.names[g.id] = fmt.Sprint("main.g", g.id)
	if g.collector {
		s.names[g.id] = "runtime.gcBgMarkWorker"
	}
	return s.trace.stack(s.names[g.id])
}

func (s *machine) newG(state event.GoState) *simG {
	s.ids++
	g := &simG{id: s.ids, state: state, collector: s.IntN(8) == 0}
	s.gs = append(s.gs, g)
	return g
}

func (s *machine) newM() {
	s.threads++
	m := &simM{tid: s.threads, why: event.OffSleep}
	s.ms = append(s.ms, m)
	s.tell(event.KernelEvent{Kind: event.KernelThread, TID: m.tid})
	s.wake(m, 0)
}

// had tells who had a CPU, as pieces: of the process by thread, of others by name.
func (s *machine) had(c *simCPU, ns int64) {
	p := event.Piece{Lane: record.Lane{Kind: record.LaneCPU, ID: int64(c.id)}, Start: s.now - ns, End: s.now, Item: record.ItemIdle}
	switch {
	case c.m != nil:
		p.Item, p.TID = record.ItemRunning, c.m.tid
	case c.foreign != "":
		p.Item, p.Detail = record.ItemPreempted, c.foreign
	}
	c.had = append(c.had, p)
}

// checkCPUs compares what is told of CPUs with who had them. Where nobody looked on,
// nothing is told.
func (s *machine) checkCPUs(t *testing.T, told []event.Piece) {
	t.Helper()
	if len(told) == 0 {
		t.Fatal("no CPU has a piece")
	}
	for _, p := range told {
		for _, had := range s.cpus[p.Lane.ID].had {
			if had.Start < p.End && p.Start < had.End && (had.Item != p.Item || had.Detail != p.Detail || had.TID != p.TID) {
				t.Fatalf("CPU %d: told %+v, had %+v", p.Lane.ID, p, had)
			}
		}
	}
}
