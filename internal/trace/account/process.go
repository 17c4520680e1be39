package account

import (
	"cmp"
	"fmt"
	"strings"

	"tare/internal/record"
	"tare/internal/record/unit"
)

// causesOfProcess tells what was done to the whole process, whatever intervals there
// are: each share is of the time for which it was recorded, of all Ps or of
// the goroutines that it hit.
func causesOfProcess(e record.Explanation) (all []record.Cause) {
	x := explainer{Explanation: e, subject: subject{"Goroutines", "were", "threads that held a P wanted one"}, view: record.ViewProcess}
	for _, one := range []func() (record.Cause, bool){x.processStopped, x.processThrottled, x.processQueued, x.processFaults} {
		if c, ok := one(); ok && c.Share >= leastShare {
			c.View = record.ViewProcess
			all = append(all, c)
		}
	}
	return append(append(all, x.processPs()...), x.processWaits()...)
}

// whole is what shares of time are of.
func (x explainer) whole() string {
	if x.Covered != x.Duration {
		return "the time that is explained"
	}
	return "the recording"
}

// procs is how many Ps there are.
func (x explainer) procs() int { return cmp.Or(x.Go.GOMAXPROCS, len(x.Procs)) }

func (x explainer) processStopped() (c record.Cause, ok bool) {
	if x.Covered <= 0 || x.Stops.Count == 0 {
		return c, false
	}
	if c, ok := x.stretchedStops(); ok {
		c.Share = c.Ns / float64(x.Covered)
		return c, true
	}
	c.Item, c.Sure, c.Ns = record.ItemStopped, record.Seen, float64(x.Stops.Total)
	c.Share = c.Ns / float64(x.Covered)
	c.Sentence = fmt.Sprintf("The world was stopped for %s in all (%s of %s).", ns(x.Stops.Total), unit.Percent(c.Share, 1), x.whole())
	x.stoppedBy(&c)
	return c, true
}

// stoppedBy says who stopped the world, and who was last to stop.
func (x explainer) stoppedBy(c *record.Cause) {
	c.Evidence = fmt.Sprintf("%d times, %s in all", x.Stops.Count, ns(x.Stops.Total))
	if len(x.Stops.By) == 0 {
		return
	}
	by := x.Stops.By[0]
	if x.view == record.ViewProcess || by.Total > x.Stops.Total/2 { // else it may have been another one
		c.Who, c.Where = by.Who, by.Where
	}
	if c.Who != "" && by.Stopping > by.Total/2 && len(by.Last) > 0 { // it was short, had everybody stopped at once
		c.Who, c.Where = by.Last[0].Who, by.Last[0].Where
	}
	c.Evidence += fmt.Sprintf("; %d of them (%s) by %s for %s", by.Count, ns(by.Total), whose(by.Who), by.Name)
	if by.Where != "" {
		c.Evidence += " in " + by.Where
	}
	for _, w := range x.Stops.Worst {
		if w.Who == by.Who && w.Where == by.Where {
			c.Evidence += "; " + inStop(w)
			break
		}
	}
	c.Evidence = x.throughout(c.Evidence)
	c.Fix = stopFix(by.Name, c.Who != "" && c.Who != by.Who)
}

// stopFix is what to do about stops of that name, for which somebody was late to stop.
func stopFix(name string, late bool) string {
	switch {
	case late:
		return "Stopping waits for whoever cannot be interrupted at once: do large copies and system calls of that kind in parts."
	case strings.Contains(name, "(GC "):
		return allocateLess
	}
	return "Do that less often."
}

// inStop tells what a stop of the world took, and for whom it waited.
func inStop(w record.WorldStop) string {
	text := fmt.Sprintf("the longest took %s, until all had stopped %s", ns(w.To-w.From), ns(w.Stopping))
	if w.Last.Who != "" || w.Last.Item != record.ItemUnknown {
		text += fmt.Sprintf(", last %s (%s", doer(w.Last), w.Last.Item)
		if w.Last.Detail != "" {
			text += ": " + w.Last.Detail
		}
		if w.Last.Where != "" {
			text += " in " + w.Last.Where
		}
		text += ")"
	}
	return text
}

func (x explainer) processThrottled() (c record.Cause, ok bool) {
	if x.Throttle.Sure == record.Bounded || x.Throttle.Wall == 0 || x.Covered <= 0 {
		return c, false
	}
	share := float64(x.Throttle.Wall) / float64(x.Covered)
	x.name = "at least one thread"
	c = x.quotaCause(fmt.Sprintf("for %s (%s of %s)", ns(x.Throttle.Wall), unit.Percent(share, 1), x.whole()))
	c.Item, c.Sure, c.Ns, c.Share = record.ItemThrottled, x.Throttle.Sure, float64(x.Throttle.Wall), share
	c.Evidence = fmt.Sprintf("%d throttled stretches of time, %s summed over threads", x.Throttle.Count, ns(x.Throttle.Total))
	return c, true
}

// processQueued tells of goroutines that queued for Ps: beside those that Ps can run,
// how many there were.
func (x explainer) processQueued() (c record.Cause, ok bool) {
	room := float64(x.Covered) * float64(x.procs())
	for _, g := range x.Groups {
		for _, e := range g.Account.Entries {
			if e.Item == record.ItemRunnable {
				c.Ns += e.Ns
			}
		}
	}
	if room <= 0 || c.Ns == 0 {
		return c, false
	}
	c.Item, c.Sure, c.Share = record.ItemRunnable, record.Seen, c.Ns/(c.Ns+room)
	c.Sentence = fmt.Sprintf("Goroutines that could run waited for a P for %s in all: on average, %.3g were in the queue beside the %d that can run.",
		unit.Nanoseconds(c.Ns), c.Ns/float64(x.Covered), x.procs())
	x.queued(&c)
	return c, true
}

// Page faults: how many are worth a word, and ns that one takes at most. What is left
// of the kernel's time is others' work: interrupts, and switching threads.
const (
	leastFaults = 1000
	mostOfFault = 10e3
)

// processFaults tells of the kernel's work that no system call asked for, as far as page
// faults can be the reason. The kernel counts system time in ticks.
func (x explainer) processFaults() (c record.Cause, ok bool) {
	if !x.Kernel.System.OK() || x.Kernel.Faults.Value < leastFaults || x.Covered != x.Duration { // it is read now and then
		return c, false
	}
	var ran, called float64
	for _, t := range x.Threads {
		for _, e := range t.Account.Entries {
			switch e.Item {
			case record.ItemSyscallOn:
				called += e.Ns
				ran += e.Ns
			case record.ItemRunning, record.ItemAssist, record.ItemGC, record.ItemScheduler, record.ItemSpinning, record.ItemStopped:
				ran += e.Ns
			}
		}
	}
	if c.Ns = min(x.Kernel.System.Value-called, mostOfFault*x.Kernel.Faults.Value); c.Ns <= 0 || ran <= 0 {
		return c, false
	}
	c.Item, c.Sure, c.Share = record.ItemFaults, record.Bounded, min(1, c.Ns/ran)
	c.Sentence = fmt.Sprintf("Page faults took the kernel up to %s of the time on CPUs (%s): there were %.0f.",
		unit.Nanoseconds(c.Ns), unit.Percent(c.Share, 1), x.Kernel.Faults.Value)
	c.Evidence = fmt.Sprintf("system time %s, of which in system calls %s", unit.Nanoseconds(x.Kernel.System.Value), unit.Nanoseconds(called))
	c.Fix = "Touch memory once and keep it: give back less to the system (GOMEMLIMIT, debug.FreeOSMemory, MADV_DONTNEED), and reuse buffers."
	return c, true
}

// processPs tells what kept Ps from running the program, as shares of their time.
func (x explainer) processPs() []record.Cause {
	var sum record.Account
	for _, p := range x.Procs {
		sum.Total += p.Account.Total
		for _, e := range p.Account.Entries {
			switch e.Item {
			case record.ItemPreempted, record.ItemCrowded, record.ItemOffCPU, record.ItemGC, record.ItemAssist, record.ItemSyscallOff:
				one := find(&sum.Entries, record.Entry{Item: e.Item, Detail: e.Detail, Sure: e.Sure}, func(a, b record.Entry) bool { return a.Item == b.Item && a.Detail == b.Detail })
				one.Ns += e.Ns
			}
		}
	}
	x.subject, x.of = subject{"Ps", "were", "threads that held a P wanted one"}, " of the Ps' time"
	return x.causes(sum)
}

// processWaits tells of goroutines that waited for what others kept, as shares of the
// time of all that start with the same function.
func (x explainer) processWaits() (all []record.Cause) {
	for _, g := range x.Groups {
		if !users(g.Name) || g.Account.Total <= 0 {
			continue
		}
		a := record.Account{Total: g.Account.Total}
		for _, w := range g.Account.Waits {
			if contended(w) {
				a.Waits = append(a.Waits, w)
				find(&a.Entries, record.Entry{Item: w.Item, Sure: record.Seen}, func(a, b record.Entry) bool { return a.Item == b.Item }).Ns += w.Ns
			}
		}
		x.of = " of their time"
		x.subject = subject{"Goroutines that start with " + g.Name, "were", "goroutines that start with " + g.Name + " held a P"}
		all = append(all, x.causes(a)...)
	}
	return all
}

// contended reports whether a wait is for something that others keep: a lock, room in a
// channel, or a timer that nobody looks at. Who receives, or waits for others to end,
// mostly has nothing to do.
func contended(w record.Wait) bool {
	switch {
	case w.Item == record.ItemLate:
		return true
	case w.Item != record.ItemBlocked || len(w.Links) == 0:
		return false
	}
	return w.Reason == "chan send" || blockedFix("", &w, w.Links) != ""
}

// users reports whether a goroutine that starts with a function does what users
// want it to do. The runtime starts those of iter.Pull.
func users(start string) bool {
	for _, prefix := range []string{"runtime.", "runtime/", "testing.", "os/signal.", "net/http.(*connReader)"} {
		if strings.HasPrefix(start, prefix) {
			return start == "runtime.corostart" || start == "runtime.main"
		}
	}
	return start != ""
}
