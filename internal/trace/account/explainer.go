package account

import (
	"fmt"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/record/unit"
)

// allocateLess is what to do about a collector that is in the way.
const allocateLess = "Allocate less, or raise GOGC (with GOMEMLIMIT as the bound)."

// explainer puts the parts of an account into words.
type explainer struct {
	record.Explanation
	iv record.Interval
	subject
	view  record.View
	intro string // of sentences: what they are about; empty where that is clear
	of    string // what shares are of, where the view does not say
}

// causes are the parts of an account that matter.
func (x explainer) causes(a record.Account) (all []record.Cause) {
	for _, w := range weigh(a) {
		if w.share < leastShare {
			continue
		}
		c, ok := x.explain(w)
		if !ok {
			continue
		}
		c.View, c.Interval, c.Item, c.Ns, c.Share, c.Sure = x.view, x.iv.Name, w.item, w.ns, w.share, w.sure
		if x.intro != "" {
			c.Sentence = x.intro + lower(c.Sentence)
		}
		all = append(all, c)
	}
	return all
}

// explain puts one part into words.
func (x explainer) explain(w weight) (c record.Cause, ok bool) {
	time := fmt.Sprintf("%s (%s%s)", unit.Nanoseconds(w.ns), unit.Percent(w.share, 1), x.of)
	if x.view == record.ViewP99 || x.view == record.ViewWorst { // it is what comes on top of the median
		time = fmt.Sprintf("%s more (%s)", unit.Nanoseconds(w.ns), unit.Percent(w.share, 1))
	}
	if w.wait != nil {
		return x.waited(w, time), true
	}
	switch w.item {
	case record.ItemThrottled:
		c = x.quotaCause("for " + time)
		c.Evidence = x.throughout(fmt.Sprintf("%d throttled stretches of time, %s with any thread throttled", x.Throttle.Count, ns(x.Throttle.Wall)))
	case record.ItemPreempted:
		c.Sentence = fmt.Sprintf("Other processes had the CPU for %s while %s.", time, x.wanting)
		c.Evidence = listed(w)
		if len(w.details) > 0 {
			c.Who = w.details[0].Detail
		}
		c.Fix = "Stop them, or keep CPUs free with `tare tune -shield`."
	case record.ItemCrowded:
		c = x.crowded(time)
	case record.ItemOffCPU:
		c = x.offCPU(time, "", "")
	case record.ItemWaking:
		c.Sentence = fmt.Sprintf("Threads that could go on waited for a CPU for %s.", time)
	case record.ItemRunnable:
		c = x.runnable(w, time)
	case record.ItemAssist:
		c.Sentence = fmt.Sprintf("%s marked for the garbage collector for %s, because more is allocated than the collector's own workers keep up with.", x.name, time)
		c.Evidence = x.throughout(fmt.Sprintf("%d GC cycles, marking for %s", x.Stops.GCCycles, ns(x.Stops.GCTotal)))
		c.Fix = allocateLess
	case record.ItemStopped:
		c.Sentence = fmt.Sprintf("The world was stopped for %s while %s could have gone on.", time, lower(x.name))
		x.stoppedBy(&c)
	case record.ItemGC:
		c.Sentence = fmt.Sprintf("The garbage collector's workers ran for %s.", time)
		c.Fix = allocateLess
	default:
		return x.own(w, time)
	}
	if via := most(w.via, 1, func(l record.Link) float64 { return l.Ns }); len(via) > 0 && via[0].Ns > w.ns/2 {
		c.Sentence += fmt.Sprintf(" Most of that happened to goroutines that start with %s, which had to come first.", whose(via[0].Who))
	}
	return c, true
}

// throughout says of evidence that it is not about one stretch of an interval.
func (x explainer) throughout(evidence string) string {
	if x.view == record.ViewProcess || x.iv.Count <= 1 && x.view != record.ViewHit {
		return evidence
	}
	return "in all of " + x.whole() + ": " + evidence
}

// listed lists who took part in something, and those without a name as others.
func listed(w weight) string {
	var texts []string
	rest := w.ns
	for _, d := range w.details {
		texts = append(texts, fmt.Sprintf("%s: %s", d.Detail, unit.Nanoseconds(d.Ns)))
		rest -= d.Ns
	}
	if len(texts) > 0 && rest >= leastShare*w.ns {
		texts = append(texts, "others: "+unit.Nanoseconds(rest))
	}
	return strings.Join(texts, ", ")
}

func (x explainer) crowded(time string) (c record.Cause) {
	c.Sentence = fmt.Sprintf("Other threads of this process had the CPU for %s while %s.", time, x.wanting)
	c.Evidence = fmt.Sprintf("GOMAXPROCS is %d", x.Go.GOMAXPROCS)
	if x.Kernel.CPUs == 0 || x.Go.GOMAXPROCS > x.Kernel.CPUs {
		c.Fix = "Set GOMAXPROCS to the number of CPUs that it may use; threads in system calls and cgo calls need CPUs, too."
	} else {
		c.Fix = "Threads in system calls and cgo calls need CPUs beside those of GOMAXPROCS, and so do threads that are bound to the same CPU: make fewer such calls at a time."
	}
	if g, ok := tightest(x.Kernel.Groups); ok {
		c.Fix = x.quotaFix(g, c.Fix)
	}
	return c
}

// own puts into words what the program does by itself.
func (x explainer) own(w weight, time string) (c record.Cause, ok bool) {
	switch w.item {
	case record.ItemBlocked:
		c.Sentence = fmt.Sprintf("%s %s blocked for %s.", x.name, x.was, time)
		if len(w.details) > 0 && w.details[0].Ns <= w.ns {
			c.Sentence = fmt.Sprintf("%s %s blocked for %s, most of all on %s (%s).", x.name, x.was, time, w.details[0].Detail, unit.Nanoseconds(w.details[0].Ns))
		}
	case record.ItemLate:
		c.Sentence = fmt.Sprintf("%s %s due for up to %s before anybody noticed.", x.name, x.was, time)
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
	if len(w.details) > 0 {
		top := w.details[0]
		c.Sentence = fmt.Sprintf("%s %s runnable for %s and had no P to run on, of which %s %s.", x.name, x.was, time, unit.Nanoseconds(top.Ns), top.Detail)
		if top.Ns > w.ns/2 {
			c.Fix = x.quotaCause("").Fix
		}
	}
	x.queued(&c)
	return c
}

// queued says who had the Ps that goroutines waited for, and what to do.
func (x explainer) queued(c *record.Cause) {
	if g := x.Wakeups.Goroutines; g.Count > 0 {
		c.Evidence = fmt.Sprintf("goroutines waited %d times, p50 %s, p99 %s, worst %s", g.Count, ns(g.P50), ns(g.P99), ns(g.Worst))
	}
	if who, text := x.busiest(); who != "" {
		c.Who = who
		c.Evidence = strings.TrimPrefix(c.Evidence+"; most on the Ps: "+text, "; ")
	}
	c.Evidence = x.throughout(c.Evidence)
	switch {
	case c.Fix != "":
	case x.Kernel.CPUs > 0 && x.Go.GOMAXPROCS > 0 && x.Go.GOMAXPROCS < x.Kernel.CPUs:
		c.Fix = fmt.Sprintf("GOMAXPROCS is %d, and the machine has %d CPUs: raise it, if the process may use them.", x.Go.GOMAXPROCS, x.Kernel.CPUs)
	default:
		c.Fix = "More CPUs, or fewer goroutines that run at the same time."
	}
}

// busiest names the goroutines that had the Ps most.
func (x explainer) busiest() (who, text string) {
	groups := most(slices.Clone(x.Groups), len(x.Groups), func(g record.GoroutineGroup) float64 { return g.OnP })
	var sum float64
	for _, g := range groups {
		sum += g.OnP
	}
	var texts []string
	for i, g := range groups[:min(3, len(groups))] {
		if g.Name == "" || g.OnP < sum/10 {
			break
		}
		if i == 0 {
			who = g.Name
		}
		texts = append(texts, fmt.Sprintf("%s %s", g.Name, unit.Percent(g.OnP/sum, 0)))
	}
	return who, strings.Join(texts, ", ")
}

func ns(v int64) string { return unit.Nanoseconds(float64(v)) }

// whose names goroutines that start with a function.
func whose(start string) string {
	if start == "" {
		return "goroutines without a name"
	}
	return start
}

// doer names who did something. A P that looks for work has no goroutine.
func doer(l record.Link) string {
	if l.Who == "" && (l.Item == record.ItemIdle || l.Item == record.ItemScheduler) {
		return "no goroutine"
	}
	return whose(l.Who)
}
