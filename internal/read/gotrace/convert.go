package gotrace

import (
	"golang.org/x/exp/trace"

	"tare/internal/record"
)

var goStates = [...]record.GoState{
	trace.GoUndetermined: record.GoUnknown,
	trace.GoNotExist:     record.GoNone,
	trace.GoRunnable:     record.GoRunnable,
	trace.GoRunning:      record.GoRunning,
	trace.GoWaiting:      record.GoWaiting,
	trace.GoSyscall:      record.GoInSyscall,
}

var procStates = [...]record.GoState{
	trace.ProcUndetermined: record.GoUnknown,
	trace.ProcNotExist:     record.GoNone,
	trace.ProcRunning:      record.GoRunning,
	trace.ProcIdle:         record.GoIdle,
}

// kinds are those of all events that have counterparts of one kind.
var kinds = [...]record.GoKind{
	trace.EventSync:         record.GoSync,
	trace.EventMetric:       record.GoMetric,
	trace.EventLabel:        record.GoLabel,
	trace.EventStackSample:  record.GoSample,
	trace.EventRangeBegin:   record.GoRangeBegin,
	trace.EventRangeActive:  record.GoRangeActive,
	trace.EventRangeEnd:     record.GoRangeEnd,
	trace.EventTaskBegin:    record.GoTaskBegin,
	trace.EventTaskEnd:      record.GoTaskEnd,
	trace.EventRegionBegin:  record.GoRegionBegin,
	trace.EventRegionEnd:    record.GoRegionEnd,
	trace.EventLog:          record.GoLog,
	trace.EventExperimental: record.GoNothing,
}

// convert sets g to what e says. The result's Kind is record.GoNothing for what
// has no counterpart: experimental events.
func (t *table) convert(e *trace.Event, g *record.GoEvent) {
	*g = record.GoEvent{}
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
func (t *table) convertTransition(e *trace.Event, g *record.GoEvent) {
	s := e.StateTransition()
	g.Name = t.string(s.Reason)
	g.ID = scope(s.Resource)
	if s.Resource.Kind == trace.ResourceProc {
		from, to := s.Proc()
		g.Kind, g.From, g.To = record.GoProc, procStates[from], procStates[to]
		g.Stack = t.stack(e.Stack(), g)
		return
	}
	from, to := s.Goroutine()
	g.Kind, g.From, g.To = record.GoGoroutine, goStates[from], goStates[to]
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
