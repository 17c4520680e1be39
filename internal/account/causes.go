package account

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/unit"
)

// leastShare is the share of an interval from which on an item is a cause.
const leastShare = 0.01

// Causes says why the first interval of an explanation took as long as it did,
// weightiest first. What the program did by itself (running, blocking) comes
// after what was done to it.
func Causes(e record.Explanation) []record.Cause {
	if len(e.Intervals) == 0 {
		return nil
	}
	x := explainer{e, e.Intervals[0], subjectOf(e.Intervals[0])}
	var all []record.Cause
	for _, w := range weigh(x.iv.Mean) {
		if c, ok := x.explain(w); ok && w.share >= leastShare {
			if waits := w.item == record.ItemBlocked || w.item == record.ItemRunnable; waits && w.share >= muchWaiting {
				c.Evidence = strings.TrimPrefix(c.Evidence+x.busyMeanwhile(), "; ")
			}
			c.Item, c.Ns, c.Share, c.Sure = w.item, w.ns, w.share, w.sure
			all = append(all, c)
		}
	}
	all = slices.Concat(all, x.atMostThrottled(), x.stretchedStops(), x.meanwhile())
	slices.SortStableFunc(all, func(a, b record.Cause) int {
		return cmp.Or(rank(a.Item)-rank(b.Item), cmp.Compare(b.Ns, a.Ns))
	})
	return all
}

// rank puts last what the program wants to do.
func rank(i record.Item) int {
	switch i {
	case record.ItemRunning, record.ItemSyscallOn:
		return 2
	case record.ItemBlocked, record.ItemSyscallOff, record.ItemIdle, record.ItemSyscall, record.ItemScheduler, record.ItemUnknown:
		return 1
	}
	return 0
}

// weight is an item's part of an account.
type weight struct {
	item      record.Item
	ns, share float64
	sure      record.Sure
	top       record.Entry // its greatest entry with a detail
}

func weigh(a record.Account) (all []weight) {
	if a.Total <= 0 {
		return nil
	}
	for _, e := range a.Entries {
		if n := len(all); n == 0 || all[n-1].item != e.Item {
			all = append(all, weight{item: e.Item, sure: e.Sure})
		}
		w := &all[len(all)-1]
		w.ns += e.Ns
		w.share = w.ns / a.Total
		if e.Detail != "" && e.Ns > w.top.Ns {
			w.top = e
		}
	}
	return all
}

// explainer puts an explanation's first interval into words.
type explainer struct {
	record.Explanation
	iv record.Interval
	subject
}

// explain puts one item into words.
func (x explainer) explain(w weight) (c record.Cause, ok bool) {
	time := fmt.Sprintf("%s (%s)", unit.Nanoseconds(w.ns), unit.Percent(w.share, 1))
	switch w.item {
	case record.ItemThrottled:
		c = x.quotaCause("for " + time)
		c.Evidence = fmt.Sprintf("%d throttled stretches of time, %s with any thread throttled", x.Throttle.Count, ns(x.Throttle.Wall))
	case record.ItemPreempted:
		c.Sentence = fmt.Sprintf("Other processes had the CPU for %s while %s.", time, x.wanting)
		if w.top.Detail != "" {
			c.Evidence = fmt.Sprintf("%s: %s", w.top.Detail, unit.Nanoseconds(w.top.Ns))
		}
		c.Fix = "Stop them, or keep CPUs free with `tare tune -shield`."
	case record.ItemCrowded:
		c.Sentence = fmt.Sprintf("Other threads of this process had the CPU for %s while %s.", time, x.wanting)
		c.Evidence = fmt.Sprintf("GOMAXPROCS is %d", x.Go.GOMAXPROCS)
		c.Fix = "Set GOMAXPROCS to the number of CPUs that it may use; threads in system calls and cgo calls need CPUs, too."
		if g, ok := tightest(x.Kernel.Groups); ok {
			c.Fix = x.quotaFix(g, c.Fix)
		}
	case record.ItemOffCPU:
		c.Sentence = fmt.Sprintf("No CPU for %s while %s: page faults, locks of the runtime, or waiting for a turn.", time, x.wanting)
		c.Fix = "Touch memory before it is measured, and look at the off-CPU flame graph."
	case record.ItemWaking:
		c.Sentence = fmt.Sprintf("Threads that could go on waited for a CPU for %s.", time)
	case record.ItemRunnable:
		c = x.runnable(w, time)
	case record.ItemAssist:
		c.Sentence = fmt.Sprintf("%s marked for the garbage collector for %s, because more is allocated than the collector's own workers keep up with.", x.name, time)
		c.Evidence = fmt.Sprintf("%d GC cycles, marking for %s", x.Stops.GCCycles, ns(x.Stops.GCTotal))
		c.Fix = "Allocate less, or raise GOGC (with GOMEMLIMIT as the bound)."
	case record.ItemStopped:
		c.Sentence = fmt.Sprintf("The world was stopped for %s while %s could have gone on.", time, lower(x.name))
		c.Evidence = fmt.Sprintf("%d times, %s in all", x.Stops.Count, ns(x.Stops.Total))
	case record.ItemGC:
		c.Sentence = fmt.Sprintf("The garbage collector's workers ran for %s.", time)
		c.Fix = "Allocate less, or raise GOGC (with GOMEMLIMIT as the bound)."
	default:
		return x.own(w, time)
	}
	return c, true
}

// own puts into words what the program does by itself.
func (x explainer) own(w weight, time string) (c record.Cause, ok bool) {
	switch w.item {
	case record.ItemBlocked:
		c.Sentence = fmt.Sprintf("%s %s blocked for %s.", x.name, x.was, time)
		if w.top.Detail != "" {
			c.Sentence = fmt.Sprintf("%s %s blocked for %s, most of all on %s (%s).", x.name, x.was, time, w.top.Detail, unit.Nanoseconds(w.top.Ns))
		}
	case record.ItemSyscallOff:
		c.Sentence = fmt.Sprintf("%s waited in system calls for %s.", x.name, time)
	case record.ItemSyscallOn:
		c.Sentence = fmt.Sprintf("%s ran in system calls or cgo calls for %s.", x.name, time)
	case record.ItemSyscall:
		c.Sentence = fmt.Sprintf("%s %s in system calls or cgo calls for %s; nothing says for how much of it on a CPU.", x.name, x.was, time)
	case record.ItemScheduler:
		c.Sentence = fmt.Sprintf("Looking for goroutines to run took %s.", time)
	case record.ItemIdle:
		c.Sentence = fmt.Sprintf("%s had nothing to do for %s.", x.name, time)
	case record.ItemRunning:
		c.Sentence = fmt.Sprintf("%s ran on a CPU for %s.", x.name, time)
	default:
		return c, false
	}
	return c, true
}

// runnable tells of waiting for a P, some of it for one whose thread was
// throttled.
func (x explainer) runnable(w weight, time string) (c record.Cause) {
	c.Sentence = fmt.Sprintf("%s %s runnable for %s and had no P to run on.", x.name, x.was, time)
	c.Fix = "More CPUs (and GOMAXPROCS), or fewer goroutines that run at the same time."
	if w.top.Detail != "" {
		c.Sentence = fmt.Sprintf("%s %s runnable for %s and had no P to run on, of which %s %s.", x.name, x.was, time, unit.Nanoseconds(w.top.Ns), w.top.Detail)
		if w.top.Ns > w.ns/2 {
			c.Fix = x.quotaCause("").Fix
		}
	}
	if g := x.Wakeups.Goroutines; g.Count > 0 {
		c.Evidence = fmt.Sprintf("goroutines waited %d times, p50 %s, p99 %s, worst %s", g.Count, ns(g.P50), ns(g.P99), ns(g.Worst))
	}
	return c
}

func ns(v int64) string { return unit.Nanoseconds(float64(v)) }
