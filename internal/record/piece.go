package record

// Item is one item of the bill of a goroutine, thread or P: what it did with a
// stretch of time.
type Item uint8

// The items. A goroutine's are those up to ItemUnknown; threads and Ps have
// some of their own.
const (
	ItemUnknown    Item = iota // nothing was recorded about it
	ItemRunning                // on a CPU, in the program's code
	ItemAssist                 // on a CPU, marking for the garbage collector what it has to in return for allocating
	ItemStopped                // wanted to go on while the world was stopped
	ItemThrottled              // held a P (or was in a system call) while its thread was refused a CPU by a quota
	ItemPreempted              // the same, because another process had the CPU
	ItemCrowded                // the same, because another thread of this process had the CPU
	ItemOffCPU                 // the same, and nothing says why
	ItemRunnable               // wanted a P
	ItemSyscallOn              // in a system call, on a CPU
	ItemSyscallOff             // in a system call that waits
	ItemSyscall                // in a system call; nothing says whether on a CPU
	ItemLate                   // was due, and nobody had the time to notice: Detail says what it waited for
	ItemBlocked                // waits for something: Detail says for what

	// Of threads and Ps.
	ItemScheduler // thread on a CPU with a P and no goroutine: looks for one
	ItemSpinning  // thread on a CPU without a P: looks for work, parks, monitors
	ItemIdle      // thread asleep; P without work
	ItemWaking    // thread woken or refilled, waits for its turn on a CPU
	ItemGC        // on a CPU, in a goroutine of the garbage collector
	ItemFaults    // of causes: on a CPU, in the kernel, and in no system call
	Items         // how many there are
)

var itemNames = [Items]string{"unknown", "running", "GC assist", "stopped world", "throttled", "preempted", "oversubscribed",
	"off CPU", "runnable", "syscall, on CPU", "syscall, waiting", "syscall", "late wake-up", "blocked",
	"scheduler", "spinning", "idle", "run-queue wait", "GC worker", "page faults"}

// String returns the name of the item, as printed.
func (i Item) String() string {
	if i >= Items {
		return "unknown"
	}
	return itemNames[i]
}

// MarshalText makes items appear by name in JSON.
func (i Item) MarshalText() ([]byte, error) { return []byte(i.String()), nil }

// UnmarshalText reads an item's name.
func (i *Item) UnmarshalText(text []byte) error {
	*i = ItemUnknown
	for n, name := range itemNames {
		if name == string(text) {
			*i = Item(n)
		}
	}
	return nil
}

// Kind of Lane: what a piece of time belongs to.
type LaneKind uint8

// The kinds of lanes.
const (
	LaneGoroutine LaneKind = iota
	LaneThread
	LaneProc
	LaneCPU // as far as its occupants are followed, which is while a thread of the process has it or waits for it
)

// Lane is one goroutine, thread or P.
type Lane struct {
	Kind LaneKind `json:"kind"`
	ID   int64    `json:"id"`
}

// Piece is a stretch of time in which a lane did one thing. The pieces of a lane
// come in order, do not overlap and leave nothing out between its first and
// last.
type Piece struct {
	Lane       Lane
	Start, End int64 // ns of CLOCK_MONOTONIC
	Item       Item
	Sure       Sure
	Detail     string  // what a blocked goroutine waits for; who preempts
	G          int64   // goroutine, where the lane is another thing; 0 for none
	TID        int32   // thread; 0 for none
	Proc       int32   // P; -1 for none
	CPU        int32   // the last one it was seen on; -1 for none
	Stack      StackID // what it was doing: of the last event before, the transition's own for what waits
	// Waker is, of a wait that ends with the piece, the goroutine that ended it, and
	// WakerStack where it did so; 0 for none, as of timers and the network. Of a late
	// wake-up, it is the goroutine that had the P all the while.
	Waker      int64
	WakerStack StackID
}

// Duration of the piece, ns.
func (p *Piece) Duration() int64 { return p.End - p.Start }

// MarkKind is the kind of a Mark.
type MarkKind uint8

// The kinds of marks.
const (
	MarkStop     MarkKind = iota // the world was stopped, for Name
	MarkGC                       // a phase of garbage collection, by Name
	MarkRegion                   // a user region, by Name, of goroutine G and Task
	MarkTask                     // a user task, by Name
	MarkLog                      // a user log: Name is category and message
	MarkThrottle                 // a thread was throttled: TID, with G and P if it held them
	MarkRefill                   // a quota was refilled
	MarkWake                     // goroutine G was Runnable from Start to End, then ran on Proc
	MarkWait                     // thread TID could go on from Start, when it was preempted or its quota came back, to End, when it got a CPU
	MarkSample                   // a CPU profile's sample: G, TID, Stack
	MarkCollect                  // goroutine G marked in assist of the garbage collector
	MarkUnblock                  // goroutine G waited from Start to End, when goroutine By ended it
	MarkRequest                  // goroutine G served an HTTP request; without a Name it turned out to be none
)

// Mark is something that happened beside or across lanes. It comes when it has
// ended.
type Mark struct {
	Kind       MarkKind
	Start, End int64
	Name       string
	G          int64
	TID        int32
	Proc       int32
	CPU        int32
	Task       int64
	By         int64 // of MarkUnblock: the goroutine that ended the wait
	Sure       Sure
	Doing      Item // of MarkThrottle: what the thread did when it was taken off, such as ItemRunning, ItemGC, ItemAssist, ItemScheduler
	Stack      StackID
}

// Named tells what a lane is, as soon as that is known: the function that a
// goroutine starts with, the name of a thread.
type Named struct {
	Lane    Lane
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
