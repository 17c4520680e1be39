package account

import (
	"cmp"
	"slices"

	"tare/internal/record"
	"tare/internal/record/unit"
)

// leastShare is the share of what a view is about from which on an item is a cause.
const leastShare = 0.01

// maxCauses is how many are told.
const maxCauses = 12

// Causes says why things took as long as they did: what a flight recorder has waited
// for, the intervals that the explanation is mainly about, and the whole process. The
// greatest share comes first, but those of a hit before all others.
func Causes(e record.Explanation) []record.Cause {
	hit := ordered(causesOfHit(e))
	var all []record.Cause
	for _, iv := range MainIntervals(e.Intervals) {
		all = append(all, causesOf(e, iv)...)
	}
	all = ordered(append(all, causesOfProcess(e)...))
	all = append(hit, all...)
	return all[:min(len(all), maxCauses)]
}

// MainIntervals are those that an explanation is mainly about: requests, if there are any,
// and the first of the others.
func MainIntervals(all []record.Interval) (main []record.Interval) {
	other := func(iv record.Interval) bool { return iv.Kind != record.IntervalHTTP }
	first := slices.IndexFunc(all, other)
	for i, iv := range all {
		if i == first || !other(iv) {
			main = append(main, iv)
		}
	}
	return main
}

// ordered sorts causes, and drops those that another view shows better.
func ordered(all []record.Cause) []record.Cause {
	slices.SortStableFunc(all, func(a, b record.Cause) int { return cmp.Compare(urgency(b), urgency(a)) })
	var kept []record.Cause
	for _, c := range all {
		i := slices.IndexFunc(kept, func(k record.Cause) bool {
			return k.Item == c.Item && k.Who == c.Who && k.Where == c.Where && k.At == c.At
		})
		if i < 0 || kept[i].View == c.View && kept[i].Interval == c.Interval {
			kept = append(kept, c)
		}
	}
	return kept
}

// What counts less than the mean stretch of an interval and the whole process: what the
// program does by itself, which nobody takes away; and what hits few stretches, or one.
const (
	ownWeight   = 1. / 3
	p99Weight   = 0.8
	worstWeight = 0.5
)

// urgency is the share of a cause, weighted by what it is the share of.
func urgency(c record.Cause) float64 {
	u := c.Share
	switch c.Item {
	case record.ItemRunning, record.ItemIdle, record.ItemScheduler:
		u *= ownWeight
	}
	switch c.View {
	case record.ViewP99:
		u *= p99Weight
	case record.ViewWorst:
		u *= worstWeight
	}
	return u
}

// byEnvironment reports whether an item is something that is done to a goroutine, and
// not what it wants to do.
func byEnvironment(i record.Item) bool {
	switch i {
	case record.ItemStopped, record.ItemThrottled, record.ItemPreempted, record.ItemCrowded, record.ItemOffCPU, record.ItemRunnable,
		record.ItemLate, record.ItemAssist, record.ItemGC, record.ItemWaking:
		return true
	}
	return false
}

// longer is from which ratio to the median on a length is worth explaining.
const longer = 1.5

// causesOf explains the mean of an interval, and why the longest take longer than the
// median.
func causesOf(e record.Explanation, iv record.Interval) []record.Cause {
	x := explainer{Explanation: e, iv: iv, subject: subjectOf(iv), view: record.ViewMean}
	all := slices.Concat(x.causes(iv.Mean), x.atMostThrottled())
	i := slices.IndexFunc(iv.Bars, func(b record.Bar) bool { return b.Name == "p50" })
	if i < 0 {
		return all
	}
	median := iv.Bars[i].Account
	for _, bar := range iv.Bars {
		if bar.Account.Total < longer*median.Total {
			continue
		}
		switch bar.Name {
		case "p99":
			x.view, x.intro = record.ViewP99, "One in a hundred takes "
		case "worst":
			x.view, x.intro = record.ViewWorst, "The longest takes "
		default:
			continue
		}
		x.intro += unit.Nanoseconds(bar.Account.Total) + ", where the median takes " + unit.Nanoseconds(median.Total) + ": "
		all = append(all, x.causes(beyond(bar.Account, median))...)
	}
	return all
}

// beyond is what an account has more than another, of its own total.
func beyond(a, base record.Account) record.Account {
	more := record.Account{Total: a.Total}
	for _, e := range a.Entries {
		for _, b := range base.Entries {
			if b.Item == e.Item && b.Detail == e.Detail {
				e.Ns -= b.Ns
			}
		}
		if e.Ns > 0 {
			more.Entries = append(more.Entries, e)
		}
	}
	for _, w := range a.Waits {
		for _, b := range base.Waits {
			if b.Item == w.Item && b.Reason == w.Reason && b.Where == w.Where {
				w = lessWait(w, b)
			}
		}
		if w.Ns > 0 {
			more.Waits = append(more.Waits, w)
		}
	}
	return more
}

// lessWait is a wait without what another one has of it, in all its links.
func lessWait(w, base record.Wait) record.Wait {
	w.Ns -= base.Ns
	w.Links = slices.Clone(w.Links)
	for i := range w.Links {
		l := &w.Links[i]
		for _, b := range base.Links {
			if sameLink(b, *l) {
				l.Ns = max(0, l.Ns-b.Ns)
			}
		}
	}
	return w
}
