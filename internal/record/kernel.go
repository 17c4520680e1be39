package record

// KernelLevel is where a kernel recording comes from, best first.
type KernelLevel string

// The levels. What each of them knows for sure is in KernelHeader.Sure.
const (
	KernelBPF  KernelLevel = "ebpf" // scheduler tracepoints, with the throttle state
	KernelPerf KernelLevel = "perf" // context-switch records of the process's own threads
	KernelPoll KernelLevel = "poll" // cpu.stat and schedstat, read again and again
	KernelNone KernelLevel = "none"
)

// Sure says how a figure is known.
type Sure string

// The ways of knowing.
const (
	Seen     Sure = "seen"     // an event said so
	Inferred Sure = "inferred" // it follows from events, by a rule that can be wrong
	Bounded  Sure = "bounded"  // it is at most this much
	Unknown  Sure = ""         // nothing is known
)

// KernelFact is something that a kernel recording tells, or not.
type KernelFact string

// The facts of a kernel recording.
const (
	FactSwitches  KernelFact = "switches"  // when a thread is on a CPU and when not
	FactThrottled KernelFact = "throttled" // that it is not because of a quota
	FactRefill    KernelFact = "refill"    // when a quota was refilled
	FactPreempter KernelFact = "preempter" // who has the CPU instead
	FactWakeups   KernelFact = "wakeups"   // when a sleeping thread was woken
	FactSyscalls  KernelFact = "syscalls"  // how many system calls of each kind
	FactStolen    KernelFact = "stolen"    // CPU time that the hypervisor kept
)

// KernelHeader begins a kernel recording.
type KernelHeader struct {
	Tare    string              `json:"tare"`
	Level   KernelLevel         `json:"level"`
	Sure    map[KernelFact]Sure `json:"sure"`
	Why     []string            `json:"why,omitempty"` // why not a better level, and what would help
	Kernel  string              `json:"kernel"`        // release
	BootID  string              `json:"boot_id,omitempty"`
	CPUs    int                 `json:"cpus"`    // online
	Started int64               `json:"started"` // ns since 1970
	Clock   int64               `json:"clock"`   // ns of the target's CLOCK_MONOTONIC at Started
	PID     int                 `json:"pid"`     // of the target in its own PID namespace
	Command []string            `json:"command,omitempty"`
	Groups  []QuotaGroup        `json:"groups,omitempty"` // the target's cgroup and its ancestors, nearest first
}

// NoStat begins the one of KernelHeader.Why that says why no cpu.stat is read.
const NoStat = "no cpu.stat is read: "

// QuotaGroup is a control group that can throttle the target.
type QuotaGroup struct {
	Path   string `json:"path"`
	Quota  int64  `json:"quota"`  // ns per period; 0 without a limit
	Period int64  `json:"period"` // ns
}

// KernelEvent is one event of a kernel recording. Events come in the order of
// their times.
type KernelEvent struct {
	Time int64 // ns of CLOCK_MONOTONIC as the target sees it
	Kind KernelKind
	CPU  int32 // where it happened, of a wakeup where the thread will run; -1 where that is not known
	TID  int32 // the target's thread, as the target's own PID namespace counts; 0 for none
	Why  OffWhy
	// Other is, of a thread taken off its CPU, the thread that comes instead:
	// 0 is the idle task, negative one that is not known. Own tells that it is of
	// the target, too. Of a wakeup, it is the waker; of KernelOccupy, who has the CPU.
	Other int32
	Own   bool
	Idle  bool    // of a wakeup: CPU has nothing else to run
	Stack StackID // of a thread taken off: what it was doing; negative or 0
	// Name is the name of the thread that the event is about (KernelThread), or
	// of a foreign thread that comes instead (KernelOff, KernelOccupy).
	Name string
	// Value is of KernelStat ns throttled so far, of KernelSteal ns stolen so far
	// on all CPUs, of KernelCount the number of calls so far, of KernelRan and
	// KernelWaited ns of the thread so far, of KernelUsed ns of system time of the
	// process so far.
	Value int64
	// Number is of KernelStat the index into KernelHeader.Groups, of KernelCount
	// the number of the system call, of KernelLost how many events were lost, of
	// KernelUsed the number of page faults since the first reading.
	Number int32
	// Periods are the periods so far in which the group was throttled.
	Periods int32
}

// KernelKind is the kind of a KernelEvent.
type KernelKind uint8

// The kinds of kernel events.
const (
	KernelNothing  KernelKind = iota
	KernelThread              // a thread exists, by Name; told before its other events, and again when renamed
	KernelExit                // a thread ended
	KernelOn                  // a thread was put on a CPU
	KernelOff                 // a thread was taken off its CPU
	KernelWake                // a sleeping thread was made runnable
	KernelRefill              // a period's timer gave the target's group, or one above it, its quota
	KernelThrottle            // the target's group was throttled on a CPU (kernels before 6.18, where probes can say)
	KernelUnthrottle
	KernelStat  // cpu.stat of a group
	KernelSteal // /proc/stat
	KernelCount // system calls
	KernelLost  // events were lost before this one

	// What older recordings do not have.
	KernelRan    // schedstat of a thread: how long it had a CPU
	KernelWaited // and how long it could have used one and had none
	KernelOccupy // who has a CPU that a thread of the target waits for
	KernelUsed   // what the kernel did for the process, by /proc/PID/stat
	KernelMove   // a thread that waits for a CPU does so for another one from now on
)

// OffWhy says why a thread is not on a CPU.
type OffWhy uint8

// The reasons. OffPreempted at level perf may be throttling.
const (
	OffUnknown   OffWhy = iota
	OffSleep            // it waits for something
	OffPreempted        // it could go on
	OffThrottled        // it could go on, but a quota is used up
	OffExit             // it ended
)

// KernelTrailer ends a kernel recording. A recording that was cut off has none.
type KernelTrailer struct {
	Ended  int64 `json:"ended"` // ns of the target's CLOCK_MONOTONIC
	Events int64 `json:"events"`
	Lost   int64 `json:"lost"`
	// ProbeTime is ns that the recording's programs ran in the kernel, and Runs
	// how often; Undetermined where the kernel does not say.
	ProbeTime Reading `json:"probe_time"`
	Runs      Reading `json:"runs"`
	// Windows are those of the benchmarks that the process ran.
	Windows []Window `json:"windows,omitempty"`
	// Overhead says what recording did to the workload.
	Overhead []Overhead `json:"overhead,omitempty"`
	// Unnamed says why functions have no names, when the files of the process claim
	// more than they have; empty otherwise.
	Unnamed string `json:"unnamed,omitempty"`
}

// Window is a benchmark's window.
type Window struct {
	Benchmark Benchmark `json:"benchmark"`
	N         int64     `json:"n"`
	Spans     []Span    `json:"spans"`
	// Loop says that it is one of several in a single call of the benchmark, each an
	// iteration of b.Loop. Otherwise each window is a call.
	Loop bool `json:"loop,omitempty"`
}

// Overhead is what a way of recording did to the workload, measured.
type Overhead struct {
	What   string  `json:"what"`   // "kernel recording", "both recordings"
	Ratio  Reading `json:"ratio"`  // wall time with it ÷ without it
	Low    float64 `json:"low"`    // of the ratio, 95 % interval
	High   float64 `json:"high"`   //
	Trials int     `json:"trials"` // pairs
}
