package event

import "tare/internal/record"

// GoEvent is one event of a Go execution trace, small enough to be handed on by
// the million: strings and stacks are numbers, to be looked up where they are
// shown.
type GoEvent struct {
	Time int64 // ns of CLOCK_MONOTONIC as the traced process sees it, in steps of 64 ns
	Kind GoKind

	// The context: who emitted the event. TID is that of the process's own PID
	// namespace. 0, -1 and 0 when there is none.
	TID  int32
	Proc int32
	G    int64

	// ID is what the event is about: the goroutine or P of a transition, the
	// goroutine or P that a range belongs to (-1: the whole process), a task's
	// or region's task. A goroutine's creator is G of its transition from
	// GoNone.
	ID       int64
	From, To GoState
	Name     StringID       // reason of a transition; name of a range, region, task, log category, metric or label
	Text     StringID       // of a log
	Value    int64          // of a metric; of a task, its parent
	Stack    record.StackID // of the context at the event
	// Other is the stack of the goroutine that the event is about, where it is
	// not the context: of a new one, it holds the function that it starts with.
	Other record.StackID
}

// GoKind is the kind of a GoEvent.
type GoKind uint8

// The kinds of events. A range that was active when the trace (or a generation
// of it) began is told as GoRangeActive.
const (
	GoNothing    GoKind = iota
	GoSync              // a generation begins: everything that exists has been told
	GoGoroutine         // a goroutine changes its state
	GoProc              // a P starts or stops: From and To are GoIdle or GoRunning
	GoRangeBegin        // GC phase, mark assist, sweep, stop-the-world
	GoRangeActive
	GoRangeEnd
	GoRegionBegin // user region, on goroutine G
	GoRegionEnd
	GoTaskBegin // user task
	GoTaskEnd
	GoLog
	GoMetric
	GoLabel  // what a goroutine is, such as "GC (dedicated)"
	GoSample // a CPU profile's sample: Stack
)

// GoState is the state of a goroutine or P.
type GoState uint8

// The states. GoNone is before the beginning and after the end.
const (
	GoUnknown GoState = iota
	GoNone
	GoRunnable
	GoRunning
	GoWaiting
	GoInSyscall
	GoIdle // of a P
)

// StringID is a string of a reader's table; 0 is the empty string.
type StringID int32
