package event

import "tare/internal/record"

// KernelHeader begins a kernel recording.
type KernelHeader struct {
	Tare    string                            `json:"tare"`
	Level   record.KernelLevel                `json:"level"`
	Sure    map[record.KernelFact]record.Sure `json:"sure"`
	Why     []string                          `json:"why,omitempty"` // why not a better level, and what would help
	Kernel  string                            `json:"kernel"`        // release
	BootID  string                            `json:"boot_id,omitempty"`
	CPUs    int                               `json:"cpus"`    // online
	Started int64                             `json:"started"` // ns since 1970
	Clock   int64                             `json:"clock"`   // ns of the target's CLOCK_MONOTONIC at Started
	PID     int                               `json:"pid"`     // of the target in its own PID namespace
	Command []string                          `json:"command,omitempty"`
	Groups  []record.QuotaGroup               `json:"groups,omitempty"` // the target's cgroup and its ancestors, nearest first
}

// NoStat begins the one of KernelHeader.Why that says why no cpu.stat is read.
const NoStat = "no cpu.stat is read: "

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
	Idle  bool           // of a wakeup: CPU has nothing else to run
	Stack record.StackID // of a thread taken off: what it was doing; negative or 0
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
	ProbeTime record.Reading `json:"probe_time"`
	Runs      record.Reading `json:"runs"`
	// Windows are those of the benchmarks that the process ran.
	Windows []record.Window `json:"windows,omitempty"`
	// Overhead says what recording did to the workload.
	Overhead []record.Overhead `json:"overhead,omitempty"`
	// Unnamed says why functions have no names, when the files of the process claim
	// more than they have; empty otherwise.
	Unnamed string `json:"unnamed,omitempty"`
}
