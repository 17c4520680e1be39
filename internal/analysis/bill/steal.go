package bill

import (
	"maps"
	"slices"

	"tare/internal/record"
)

// Where stolen time hides depends on the clock. A thread's CPU clock leaves out
// what the hypervisor took (update_rq_clock_task in kernel/sched/core.c, with
// CONFIG_PARAVIRT_TIME_ACCOUNTING, which distributions set); the context switches
// know nothing of it, and have the thread on its CPU all the time. So with a
// timeline stolen time has to come out of the time at work, and without one it is
// in what the CPU clock does not explain.
//
// /proc/stat counts in steps of 10 ms for each CPU, whoever wanted the CPU. A
// window of a few ms that a step falls into was not stolen as a whole, and a
// benchmark that sleeps was most likely not hit at all. So steps only bound what
// is stolen, and whatever they decide alone counts no more than its expected share,
// less one step: it may be the end of what was stolen before the window.

// stealStep is the resolution of /proc/stat and the longest time, in ns, by which
// the CPU time of a thread that runs elsewhere lags behind: a tick at HZ=100.
const stealStep = 10e6

// stolenFromRunning returns the ns, summed over threads, that the hypervisor had
// CPUs which the switches show running the process, of a window of wall ns with cpu
// ns of CPU time:
//
//	Σ on CPUs − CPU clock    within    Σ share · (steal − step) … Σ min(on CPU, steal + step)
//
// where the sums are over CPUs, and share is the part of the window that the
// process ran on the CPU. The difference of the clocks is exact, but for threads
// that ran at the end, and for switches: the µs that they take are in the CPU clock
// and in no thread's stretch, so that code that switches a lot seems to lose less.
// On a kernel whose CPU clock has stolen time in it, it is 0,
// and the lower bound is the answer. CPUs from which nothing was ever stolen admit
// nothing: what is missing there is something else, such as interrupts.
func stolenFromRunning(t record.Trial, wall, cpu float64) float64 {
	var on, least, most float64
	for _, k := range slices.Sorted(maps.Keys(t.Timeline.Ran)) { // sums depend on the order, by a hair
		ran := t.Timeline.Ran[k]
		on += ran
		if steal, ever := t.StealOn[k]; ever {
			least += min(ran, ran/wall*max(0, steal-stealStep))
			most += min(ran, steal+stealStep)
		}
	}
	missing := on - cpu - float64(t.Timeline.Late)*stealStep
	return min(max(missing, least), most)
}

// stolenFromRest returns how many ns of the time that the CPU clock and the waits
// do not explain may have been stolen. Where no thread slept there is hardly
// anything else that it can be. Otherwise it is the share that the process can
// expect of what was stolen from all CPUs: that of the CPUs which it used.
func stolenFromRest(t record.Trial, wall, cpu float64) float64 {
	steal, _ := t.Readings.Value(record.Steal)
	if sleeps(t) <= 0 {
		return steal
	}
	return max(0, steal-stealStep) * min(1, max(0, cpu)/wall/float64(max(1, t.StealCPUs)))
}
