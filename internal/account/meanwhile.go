package account

import (
	"fmt"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/unit"
)

// muchWaiting is the share of waiting from which on it matters what others did.
const muchWaiting = 0.3

// others are the goroutines besides those of interest that were at work in the
// same time, the busiest first: one that is blocked may wait for them. There are
// none when the groups are about another time than the interval.
func (x explainer) others() []record.GoroutineGroup {
	windows := 0
	for _, iv := range x.Intervals {
		if iv.Kind == record.IntervalWindow || iv.Kind == record.IntervalOp {
			windows++
		}
	}
	if windows != 1 || x.iv.Kind != record.IntervalWindow && x.iv.Kind != record.IntervalOp {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(x.Groups), func(g record.GoroutineGroup) bool {
		return g.Interest || g.Name == "" || !users(g.Name)
	})
}

// users reports whether a goroutine that starts with a function does what users
// want it to do. The runtime starts those of iter.Pull.
func users(start string) bool {
	for _, prefix := range []string{"runtime.", "runtime/", "testing."} {
		if strings.HasPrefix(start, prefix) {
			return start == "runtime.corostart" || start == "runtime.main"
		}
	}
	return true
}

// busyMeanwhile says who was at work while the interval's goroutines waited.
func (x explainer) busyMeanwhile() string {
	var texts []string
	for _, g := range x.others() {
		var did []string
		for _, w := range weigh(g.Account) {
			if ns := w.ns / float64(x.iv.Count); rank(w.item) != 1 && ns >= leastShare*x.iv.Mean.Total {
				did = append(did, w.item.String()+" "+unit.Nanoseconds(ns))
			}
		}
		if len(did) > 0 && len(texts) < 2 {
			texts = append(texts, numbered(g)+": "+strings.Join(did, ", "))
		}
	}
	if len(texts) == 0 {
		return ""
	}
	return "; meanwhile " + strings.Join(texts, "; ")
}

// meanwhile tells what was done to the goroutines that those of the interval may
// have been blocked by.
func (x explainer) meanwhile() (all []record.Cause) {
	if !slices.ContainsFunc(weigh(x.iv.Mean), func(w weight) bool { return w.item == record.ItemBlocked && w.share >= muchWaiting }) {
		return nil
	}
	for _, g := range x.others() {
		inner := explainer{x.Explanation, x.iv, subject{"Goroutines that start with " + g.Name, "were", "goroutines that start with " + g.Name + " held a P"}}
		for _, w := range weigh(g.Account) {
			w.ns /= float64(x.iv.Count)
			w.top.Ns /= float64(x.iv.Count)
			if w.share = w.ns / x.iv.Mean.Total; rank(w.item) != 0 || w.share < leastShare {
				continue
			}
			if c, ok := inner.explain(w); ok {
				c.Item, c.Ns, c.Share, c.Sure = w.item, w.ns, w.share, w.sure
				all = append(all, c)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b record.Cause) int { return int(b.Ns - a.Ns) })
	return all[:min(len(all), 3)]
}

func numbered(g record.GoroutineGroup) string {
	if g.Count == 1 {
		return g.Name
	}
	return fmt.Sprintf("%d of %s", g.Count, g.Name)
}
