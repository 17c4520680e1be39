package event

import "tare/internal/record"

// Piece is a stretch of time in which a lane did one thing. The pieces of a lane
// come in order, do not overlap and leave nothing out between its first and
// last.
type Piece struct {
	Lane       record.Lane
	Start, End int64 // ns of CLOCK_MONOTONIC
	Item       record.Item
	Sure       record.Sure
	Detail     string         // what a blocked goroutine waits for; who preempts
	G          int64          // goroutine, where the lane is another thing; 0 for none
	TID        int32          // thread; 0 for none
	Proc       int32          // P; -1 for none
	CPU        int32          // the last one it was seen on; -1 for none
	Stack      record.StackID // what it was doing: of the last event before, the transition's own for what waits
	// Waker is, of a wait that ends with the piece, the goroutine that ended it, and
	// WakerStack where it did so; 0 for none, as of timers and the network. Of a late
	// wake-up, it is the goroutine that had the P all the while.
	Waker      int64
	WakerStack record.StackID
}

// Duration of the piece, ns.
func (p *Piece) Duration() int64 { return p.End - p.Start }

// Mark is something that happened beside or across lanes. It comes when it has
// ended.
type Mark struct {
	Kind       record.MarkKind
	Start, End int64
	Name       string
	G          int64
	TID        int32
	Proc       int32
	CPU        int32
	Task       int64
	By         int64 // of MarkUnblock: the goroutine that ended the wait
	Sure       record.Sure
	Doing      record.Item // of MarkThrottle: what the thread did when it was taken off, such as ItemRunning, ItemGC, ItemAssist, ItemScheduler
	Stack      record.StackID
}

// Named tells what a lane is, as soon as that is known: the function that a
// goroutine starts with, the name of a thread.
type Named struct {
	Lane    record.Lane
	Name    string
	Creator int64 // goroutine that made a goroutine; 0 when not known
	At      int64
}

// Sink takes what becomes of a joined recording, in one pass. What it is given
// is valid until it returns.
type Sink interface {
	Named(n *Named)
	Piece(p *Piece)
	Mark(m *Mark)
}
