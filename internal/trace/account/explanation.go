package account

import (
	"slices"

	"tare/internal/record"
)

// Explain closes the book. Begin and end are those of the recording, in ns of
// CLOCK_MONOTONIC. What is not known here (title, versions, overhead, trouble)
// is left to the caller.
func (b *Book) Explain(begin, end int64) record.Explanation {
	e := record.Explanation{Begin: begin, Duration: end - begin, Covered: b.scope.overlap(begin, end), Kernel: b.kernelSide()}
	e.Intervals = b.intervals(begin, end)
	for i := range e.Intervals {
		b.bound(&e.Intervals[i], e.Kernel)
	}
	e.Threads = b.threads.bills(record.LaneThread)
	e.Procs = b.procs.bills(record.LaneProc)
	e.Groups = b.groupReport()
	e.Throttle, e.Check = b.throttling(begin), b.check()
	e.Stops = b.stops.report(begin, end)
	e.Wakeups = record.Wakeups{Goroutines: b.goroutineWait.report(), Threads: b.threadWait.report()}
	if b.o.Kernel != nil {
		e.Syscalls = b.samples.syscalls(b.o.Kernel.Clock)
	}
	e.Go.GOMAXPROCS = b.procs.all.Len()
	e.Hit = b.hitReport(begin, e.Stops)
	e.Trouble = b.patterns.doubt()
	return e
}

// kernelSide is what the header tells, and the counters.
func (b *Book) kernelSide() record.KernelSide {
	h := b.o.Kernel
	if h == nil {
		none := record.Missing(record.Undetermined, "no kernel recording")
		return record.KernelSide{Level: record.KernelNone, Stolen: none, ProbeTime: none, System: none, Faults: none}
	}
	k := record.KernelSide{Level: h.Level, Sure: h.Sure, Why: h.Why, Kernel: h.Kernel, CPUs: h.CPUs, Groups: h.Groups, Stolen: b.samples.stole()}
	k.System, k.Faults = b.samples.used()
	return k
}

// bound says how much of what ran may have been stolen by the hypervisor: no more
// than all that was stolen from all CPUs around the windows, and no more than
// ran.
func (b *Book) bound(iv *record.Interval, k record.KernelSide) {
	if !k.Stolen.OK() || iv.Count == 0 {
		return
	}
	var ran float64
	for _, e := range iv.Mean.Entries {
		if slices.Contains(onCPU, e.Item) {
			ran += e.Ns
		}
	}
	iv.Mean.Stolen = min(ran, k.Stolen.Value/float64(iv.Count))
}

// onCPU are the items of what has a CPU, as far as the kernel knows.
var onCPU = []record.Item{record.ItemRunning, record.ItemAssist, record.ItemSyscallOn, record.ItemGC, record.ItemScheduler, record.ItemSpinning}
