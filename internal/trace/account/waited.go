package account

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/record/unit"
)

// waited puts a wait at one place into words, with who had to come first.
func (x explainer) waited(w weight, time string) (c record.Cause) {
	at := ""
	if w.wait.Where != "" {
		at = " in " + w.wait.Where
	}
	switch w.item {
	case record.ItemBlocked:
		c.Sentence = fmt.Sprintf("%s %s blocked for %s on %s%s.", x.name, x.was, time, onWhat(w.wait.Reason), at)
	case record.ItemLate:
		c.Sentence = fmt.Sprintf("%s %s due for up to %s (%s%s) before anybody noticed: every P was busy.", x.name, x.was, time, onWhat(w.wait.Reason), at)
		c.Fix = "More CPUs (and GOMAXPROCS), or let long computations yield: they are interrupted only every 10ms."
	case record.ItemOffCPU:
		c = x.offCPU(time, at, w.wait.Reason)
	default:
		c, _ = x.own(w, time)
		c.Sentence = strings.TrimSuffix(c.Sentence, ".") + at + "."
	}
	links := slices.DeleteFunc(slices.Clone(w.wait.Links), func(l record.Link) bool { return w.item == record.ItemBlocked && byEnvironment(l.Item) })
	if len(links) > 0 {
		c.Who, c.Where = links[0].Who, links[0].Where
		what := "what had to come first: "
		if w.item == record.ItemLate {
			what = "on that P meanwhile: "
		}
		c.Evidence = what + meanwhile(links, w.wait.Ns)
	}
	c.At, c.Fix = w.wait.Reason+at, blockedFix(c.Fix, w.wait, links)
	return c
}

// onWhat names what a goroutine waits for.
func onWhat(reason string) string { return cmp.Or(reason, "something") }

// offCPU tells of a thread that has no CPU, and nobody is known to have it.
func (x explainer) offCPU(time, at, detail string) (c record.Cause) {
	if detail != "" {
		c.Sentence = fmt.Sprintf("No CPU for %s while %s%s: %s.", time, x.wanting, at, detail)
	} else {
		c.Sentence = fmt.Sprintf("No CPU for %s while %s%s: page faults, locks of the runtime, or waiting for a turn.", time, x.wanting, at)
	}
	if detail != "waiting for a CPU" {
		c.Fix = "Touch memory before it is measured, and look at the off-CPU flame graph."
	}
	return c
}

// meanwhile lists what others did while somebody waited for whole ns.
func meanwhile(links []record.Link, whole float64) string {
	var texts []string
	for _, l := range links {
		if l.Ns < leastShare*whole || len(texts) == 4 {
			break
		}
		what := l.Item.String()
		if l.Detail != "" {
			what += " (" + l.Detail + ")"
		}
		if l.Where != "" {
			what += " in " + l.Where
		}
		texts = append(texts, fmt.Sprintf("%s %s for %s", doer(l), what, unit.Nanoseconds(l.Ns)))
	}
	return strings.Join(texts, "; ")
}

// blockedFix is what to do about a lock that is held by who waits himself.
func blockedFix(fix string, w *record.Wait, links []record.Link) string {
	if !strings.HasPrefix(w.Reason, "sync.(*Mutex)") && !strings.HasPrefix(w.Reason, "sync.(*RWMutex)") || len(links) == 0 {
		return fix
	}
	switch links[0].Item {
	case record.ItemBlocked, record.ItemSyscallOff, record.ItemSyscall:
		return "Do not wait for anything while the lock is held."
	}
	return "Hold the lock for less, or have more than one."
}
