// Package record holds what tare observes and concludes, as plain data. Facts
// (probes, readers) and reasoning (bill, stats, verdict) never import each
// other: they meet in these types, and only verbs join them.
package record

import (
	"cmp"
	"slices"
)

// Status says whether a reading exists. The zero value is Undetermined, so
// that a reading nobody took can never pass for a measured zero.
type Status string

// The four outcomes of asking for a reading.
const (
	Undetermined Status = ""            // asked, but no trustworthy answer came back
	Measured     Status = "measured"    // Value is what the source said
	Unsupported  Status = "unsupported" // this kernel, hardware or Go version cannot say
	Denied       Status = "denied"      // it could, but not with these permissions
)

// Reading is one quantity over one window. Value means something only when
// Status is Measured; Why says what stood in the way otherwise.
type Reading struct {
	Status Status  `json:"status"`
	Value  float64 `json:"value,omitempty"`
	Why    string  `json:"why,omitempty"`
}

// OK reports whether the reading was measured.
func (r Reading) OK() bool { return r.Status == Measured }

// Of returns a measured reading.
func Of(v float64) Reading { return Reading{Status: Measured, Value: v} }

// Missing returns a reading that was not measured, with the reason.
func Missing(s Status, why string) Reading { return Reading{Status: s, Why: why} }

// Metric names a quantity that is read over a window.
type Metric string

// The metrics of a window. Times are in ns summed over the window's segments;
// the rest are counts, unless noted.
const (
	Wall               Metric = "wall"                 // CLOCK_MONOTONIC between StartTimer and StopTimer
	CPU                Metric = "cpu"                  // CLOCK_PROCESS_CPUTIME_ID
	RunqWait           Metric = "runq-wait"            // Σ over threads, schedstat field 2; includes throttling
	Throttled          Metric = "throttled"            // cpu.stat of the cell, Σ over per-CPU queues
	ThrottledAncestors Metric = "throttled-ancestors"  // cpu.stat of every visible ancestor
	ThrottledPeriods   Metric = "throttled-periods"    // nr_throttled of the cell and its ancestors
	Voluntary          Metric = "voluntary-switches"   // getrusage ru_nvcsw
	Involuntary        Metric = "involuntary-switches" // getrusage ru_nivcsw
	Migrations         Metric = "migrations"           // perf software event
	MinorFaults        Metric = "minor-faults"         // getrusage ru_minflt
	MajorFaults        Metric = "major-faults"         // getrusage ru_majflt
	Steal              Metric = "steal"                // /proc/stat, summed over the machine's CPUs, 10 ms steps
	GCCycles           Metric = "gc-cycles"            // MemStats.NumGC
	GCPause            Metric = "gc-pause"             // MemStats.PauseTotalNs
	GCAssist           Metric = "gc-assist"            // runtime/metrics, as of the last finished cycle
	Mallocs            Metric = "mallocs"              // MemStats.Mallocs
	AllocBytes         Metric = "alloc-bytes"          // MemStats.TotalAlloc
	Cycles             Metric = "cycles"               // perf hardware event, multiplexing corrected
	Instructions       Metric = "instructions"         // likewise
	CacheMisses        Metric = "cache-misses"         // likewise, last level
	TLBMisses          Metric = "dtlb-misses"          // likewise, data loads
	CanaryALU          Metric = "canary-alu"           // ns per step of a dependent multiply-add, outside the window
	CanaryPipe         Metric = "canary-pipe"          // ns per write+read of one byte on a pipe, outside the window
)

// Readings maps each metric that was asked for to its reading.
type Readings map[Metric]Reading

// Value returns the measured value of m, and whether there is one.
func (rs Readings) Value(m Metric) (float64, bool) {
	r := rs[m]
	return r.Value, r.OK()
}

// Thread is what one thread of the workload did inside the window.
type Thread struct {
	TID    int   `json:"tid"`
	Run    int64 `json:"run"`    // ns on a CPU, stale by up to one tick for threads that ran at an edge
	Wait   int64 `json:"wait"`   // ns runnable but not running, throttling included
	Slices int64 `json:"slices"` // times it was put on a CPU
}

// Monitor returns the Go runtime's monitor thread, which sleeps and wakes all
// the time whatever the program does: it is the first thread that a Go program
// starts, so it has the lowest id after the main thread's. It returns the zero
// Thread when there are too few to tell.
func Monitor(threads []Thread) Thread {
	byID := slices.SortedFunc(slices.Values(threads), func(a, b Thread) int { return cmp.Compare(a.TID, b.TID) })
	if len(byID) < 2 {
		return Thread{}
	}
	return byID[1]
}

// Switch is a thread put on a CPU or taken off it.
type Switch struct {
	Time    int64 // ns of CLOCK_MONOTONIC
	TID     int
	CPU     int  // where
	Out     bool // taken off; else put on
	Preempt bool // taken off though it could go on
}

// Span is a stretch of time, in ns of CLOCK_MONOTONIC.
type Span struct{ From, To int64 }

// Timeline is how far the process came in a window, from the context switches
// of its threads. Work, Refused and Idle are ns and sum to the window's wall
// time; they mean something only when Status is Measured.
type Timeline struct {
	Status Status `json:"status"`
	Why    string `json:"why,omitempty"`
	// Work is the time in which the process ran, each moment weighted with the
	// part of the threads that wanted to run, and for which there are CPUs, which
	// did.
	Work float64 `json:"work"`
	// Refused is the rest of that time, and the time in which threads were
	// preempted or throttled and none ran.
	Refused float64 `json:"refused"`
	// Idle is the time in which no thread ran and none was seen to want to:
	// all slept, or had been woken and not run yet.
	Idle float64 `json:"idle"`
	// Pending is ns of waiting, summed over the threads, by those that were
	// taken off a CPU against their will. Further waits followed a wake-up.
	Pending float64 `json:"pending"`
	// Lines is the mean number of threads that ran while any did.
	Lines float64 `json:"lines"`
	// Ran is ns that threads were on a CPU, by CPU, summed over the threads; what
	// the hypervisor took of it meanwhile is in it.
	Ran map[int]float64 `json:"ran,omitempty"`
	// Late counts threads that ran at the end of a segment beside the one that ended
	// it: what they had run since their last tick is not in the CPU clock.
	Late int `json:"late,omitempty"`
}
