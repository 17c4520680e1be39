package gotrace

import (
	"golang.org/x/exp/trace"

	"tare/internal/trace/event"
)

var goStates = [...]event.GoState{
	trace.GoUndetermined: event.GoUnknown,
	trace.GoNotExist:     event.GoNone,
	trace.GoRunnable:     event.GoRunnable,
	trace.GoRunning:      event.GoRunning,
	trace.GoWaiting:      event.GoWaiting,
	trace.GoSyscall:      event.GoInSyscall,
}

var procStates = [...]event.GoState{
	trace.ProcUndetermined: event.GoUnknown,
	trace.ProcNotExist:     event.GoNone,
	trace.ProcRunning:      event.GoRunning,
	trace.ProcIdle:         event.GoIdle,
}

// kinds are those of all events that have counterparts of one kind.
var kinds = [...]event.GoKind{
	trace.EventSync:         event.GoSync,
	trace.EventMetric:       event.GoMetric,
	trace.EventLabel:        event.GoLabel,
	trace.EventStackSample:  event.GoSample,
	trace.EventRangeBegin:   event.GoRangeBegin,
	trace.EventRangeActive:  event.GoRangeActive,
	trace.EventRangeEnd:     event.GoRangeEnd,
	trace.EventTaskBegin:    event.GoTaskBegin,
	trace.EventTaskEnd:      event.GoTaskEnd,
	trace.EventRegionBegin:  event.GoRegionBegin,
	trace.EventRegionEnd:    event.GoRegionEnd,
	trace.EventLog:          event.GoLog,
	trace.EventExperimental: event.GoNothing,
}

// convert sets g to what e says. The result's Kind is event.GoNothing for what
// has no counterpart: experimental events.
func (t *table) convert(e *trace.Event, g *event.GoEvent) {
	*g = event.GoEvent{}
	g.Time = int64(e.Time())
	g.TID = int32(max(e.Thread(), 0))
	g.Proc = int32(e.Proc()) // trace.NoProc is -1, too
	g.G = max(int64(e.Goroutine()), 0)
	kind := e.Kind()
	if kind == trace.EventStateTransition {
		t.convertTransition(e, g)
		return
	}
	g.Kind = kinds[kind]
	g.Stack = t.stack(e.Stack(), g)
	switch kind {
	case trace.EventMetric:
		m := e.Metric()
		g.Name, g.Value = t.string(m.Name), int64(m.Value.Uint64())
	case trace.EventLabel:
		l := e.Label()
		g.Name, g.ID = t.string(l.Label), int64(l.Resource.Goroutine())
	case trace.EventRangeBegin, trace.EventRangeActive, trace.EventRangeEnd:
		r := e.Range()
		g.Name, g.ID = t.string(r.Name), scope(r.Scope)
	case trace.EventTaskBegin, trace.EventTaskEnd:
		task := e.Task()
		g.Name, g.ID = t.string(task.Type), int64(task.ID)
		if task.Parent != trace.NoTask {
			g.Value = int64(task.Parent)
		}
	case trace.EventRegionBegin, trace.EventRegionEnd:
		r := e.Region()
		g.Name, g.ID = t.string(r.Type), int64(r.Task)
	case trace.EventLog:
		l := e.Log()
		g.Name, g.Text, g.ID = t.string(l.Category), t.string(l.Message), int64(l.Task)
	}
}

// convertTransition is convert for transitions of goroutines and Ps.
func (t *table) convertTransition(e *trace.Event, g *event.GoEvent) {
	s := e.StateTransition()
	g.Name = t.string(s.Reason)
	g.ID = scope(s.Resource)
	if s.Resource.Kind == trace.ResourceProc {
		from, to := s.Proc()
		g.Kind, g.From, g.To = event.GoProc, procStates[from], procStates[to]
		g.Stack = t.stack(e.Stack(), g)
		return
	}
	from, to := s.Goroutine()
	g.Kind, g.From, g.To = event.GoGoroutine, goStates[from], goStates[to]
	stack := e.Stack()
	if g.ID == g.G {
		g.Stack = t.stack(stack, g)
		return
	}
	g.Other = t.stack(s.Stack, g)
	if s.Stack != stack {
		g.Stack = t.stack(stack, g) // otherwise it is the status of a goroutine, which another one tells
	}
}

// scope returns the number of what a range or transition is about, -1 for the
// whole process.
func scope(r trace.ResourceID) int64 {
	switch r.Kind {
	case trace.ResourceGoroutine:
		return int64(r.Goroutine())
	case trace.ResourceProc:
		return int64(r.Proc())
	}
	return -1
}
