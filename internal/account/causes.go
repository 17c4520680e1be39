package account

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"tare/internal/record"
	"tare/internal/unit"
)

// leastShare is the share of an interval from which on an item is a cause.
const leastShare = 0.01

// Causes says why the first interval of an explanation took as long as it did,
// weightiest first. What the program did by itself (running, blocking) comes
// after what was done to it.
func Causes(e record.Explanation) []record.Cause {
	var all []record.Cause
	if len(e.Intervals) > 0 {
		for _, w := range weigh(e.Intervals[0].Mean) {
			if w.share < leastShare {
				continue
			}
			if c, ok := explain(e, w); ok {
				c.Item, c.Ns, c.Share, c.Sure = w.item, w.ns, w.share, w.sure
				all = append(all, c)
			}
		}
	}
	all = append(all, stretchedStops(e)...)
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
	case record.ItemBlocked, record.ItemSyscallOff, record.ItemIdle, record.ItemSyscall, record.ItemUnknown:
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

// explain puts one item into words.
func explain(e record.Explanation, w weight) (c record.Cause, ok bool) {
	time, share := unit.Nanoseconds(w.ns), percent(w.share)
	switch w.item {
	case record.ItemThrottled:
		return throttledCause(e, w), true
	case record.ItemPreempted:
		c.Sentence = fmt.Sprintf("Other processes had the CPU for %s (%s) while the goroutine held a P.", time, share)
		if w.top.Detail != "" {
			c.Evidence = fmt.Sprintf("%s: %s", w.top.Detail, unit.Nanoseconds(w.top.Ns))
		}
		c.Fix = "Stop them, or keep CPUs free with `tare tune -shield`."
	case record.ItemCrowded:
		c.Sentence = fmt.Sprintf("Other threads of this process had the CPU for %s (%s) while the goroutine held a P.", time, share)
		c.Evidence = fmt.Sprintf("GOMAXPROCS is %d", e.Go.GOMAXPROCS)
		c.Fix = "Set GOMAXPROCS to the number of CPUs that it may use; threads in system calls and cgo calls need CPUs, too."
	case record.ItemOffCPU:
		c.Sentence = fmt.Sprintf("For %s (%s) the goroutine held a P whose thread had no CPU: page faults, locks of the runtime, or waiting for its turn.", time, share)
		c.Fix = "Touch memory before it is measured, and look at the off-CPU flame graph."
	case record.ItemRunnable:
		c.Sentence = fmt.Sprintf("It was runnable for %s (%s) and had no P to run on.", time, share)
		if g := e.Wakeups.Goroutines; g.Count > 0 {
			c.Evidence = fmt.Sprintf("goroutines waited %d times, p50 %s, p99 %s, worst %s", g.Count, ns(g.P50), ns(g.P99), ns(g.Worst))
		}
		c.Fix = "More CPUs (and GOMAXPROCS), or fewer goroutines that run at the same time."
	case record.ItemAssist:
		c.Sentence = fmt.Sprintf("It marked for the garbage collector for %s (%s), because it allocates faster than the collector's own workers mark.", time, share)
		c.Evidence = fmt.Sprintf("%d GC cycles, marking for %s", e.Stops.GCCycles, ns(e.Stops.GCTotal))
		c.Fix = "Allocate less, or raise GOGC (with GOMEMLIMIT as the bound)."
	case record.ItemStopped:
		c.Sentence = fmt.Sprintf("The world was stopped for %s (%s) while it could have gone on.", time, share)
		c.Evidence = fmt.Sprintf("%d times, %s in all", e.Stops.Count, ns(e.Stops.Total))
	case record.ItemSyscallOff:
		c.Sentence = fmt.Sprintf("It waited in system calls for %s (%s).", time, share)
	case record.ItemBlocked:
		c.Sentence = fmt.Sprintf("It was blocked for %s (%s), most of all on %s (%s).", time, share, w.top.Detail, unit.Nanoseconds(w.top.Ns))
	case record.ItemGC:
		c.Sentence = fmt.Sprintf("The garbage collector's workers ran for %s (%s).", time, share)
		c.Fix = "Allocate less, or raise GOGC (with GOMEMLIMIT as the bound)."
	case record.ItemRunning:
		c.Sentence = fmt.Sprintf("It ran on a CPU for %s (%s).", time, share)
	default:
		return c, false
	}
	return c, true
}

// throttledCause is what the quota did to the interval.
func throttledCause(e record.Explanation, w weight) record.Cause {
	c := record.Cause{
		Sentence: fmt.Sprintf("A CPU quota kept it from running for %s (%s).", unit.Nanoseconds(w.ns), percent(w.share)),
		Evidence: fmt.Sprintf("%d throttled stretches of time, %s with any thread throttled", e.Throttle.Count, ns(e.Throttle.Wall)),
		Fix:      "Raise the quota, or do the work with less CPU per period.",
	}
	if cpus, text := quota(e.Kernel.Groups); text != "" {
		c.Sentence = fmt.Sprintf("A quota of %s kept it from running for %s (%s).", text, unit.Nanoseconds(w.ns), percent(w.share))
		if fit := procsFor(cpus); e.Go.GOMAXPROCS > fit {
			c.Fix = fmt.Sprintf("GOMAXPROCS is %d: set it to %d, so that the quota is not used up early in each period, or raise the quota.", e.Go.GOMAXPROCS, fit)
		}
	}
	return c
}

// stretchedStops tells of stop-the-worlds that threads without a CPU drew out.
func stretchedStops(e record.Explanation) []record.Cause {
	s := e.Stops
	i := slices.IndexFunc(s.Worst, func(w record.WorldStop) bool { return w.Throttled >= 1e6 })
	if i < 0 {
		return nil
	}
	worst := s.Worst[i]
	c := record.Cause{
		Item: record.ItemStopped, Ns: float64(worst.Throttled), Sure: e.Throttle.Sure,
		Sentence: fmt.Sprintf("Throttling stretched stopping the world: %s took %s, of which a thread that had to stop or go on was throttled for %s.",
			worst.Name, ns(worst.To-worst.From), ns(worst.Throttled)),
		Evidence: fmt.Sprintf("%d of %d stop-the-worlds were stretched", s.Stretched, s.Count),
		Fix:      "Raise the quota.",
	}
	if s.Clean > 0 {
		c.Evidence += fmt.Sprintf("; the others take %s", ns(s.Clean))
	}
	if cpus, text := quota(e.Kernel.Groups); text != "" && e.Go.GOMAXPROCS > procsFor(cpus) {
		c.Fix = fmt.Sprintf("GOMAXPROCS is %d with a quota of %s: set GOMAXPROCS=%d.", e.Go.GOMAXPROCS, text, procsFor(cpus))
	}
	return []record.Cause{c}
}

// quota is the tightest of the groups' quotas, in CPUs and in words.
func quota(groups []record.QuotaGroup) (cpus float64, text string) {
	cpus = math.Inf(1)
	for _, g := range groups {
		if g.Quota > 0 && g.Period > 0 && float64(g.Quota)/float64(g.Period) < cpus {
			cpus = float64(g.Quota) / float64(g.Period)
			text = fmt.Sprintf("%.3g CPUs (%s per %s)", cpus, ns(g.Quota), ns(g.Period))
		}
	}
	return cpus, text
}

// procsFor is the GOMAXPROCS with which a quota is used up evenly.
func procsFor(cpus float64) int { return max(1, int(math.Ceil(cpus))) }

func ns(v int64) string { return unit.Nanoseconds(float64(v)) }

func percent(share float64) string { return unit.Percent(share, 1) }
