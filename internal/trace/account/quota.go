package account

import (
	"fmt"
	"slices"
	"time"

	"tare/internal/analysis/capacity"
	"tare/internal/record"
	"tare/internal/record/unit"
)

// quotaCause is what a quota did for some time, in words.
func (x explainer) quotaCause(during string) record.Cause {
	c := record.Cause{
		Sentence: fmt.Sprintf("A CPU quota kept %s from running %s.", lower(x.name), during),
		Fix:      "Raise the quota, or do the work with less CPU per period.",
	}
	if g, ok := tightest(x.Kernel.Groups); ok {
		c.Sentence = fmt.Sprintf("A quota of %s kept %s from running %s.", inWords(g), lower(x.name), during)
		c.Fix = x.quotaFix(g, c.Fix)
	}
	return c
}

// quotaFix says which GOMAXPROCS goes with a quota, as tare check does, and what
// it costs. Where that is set already, it is otherwise, and the cost.
func (x explainer) quotaFix(g record.QuotaGroup, otherwise string) string {
	cpus := cpusOf(g)
	why := capacity.Why(cpus, time.Duration(g.Period))
	switch fit := capacity.Procs(cpus); {
	case x.Go.GOMAXPROCS > fit:
		return fmt.Sprintf("GOMAXPROCS is %d: set GOMAXPROCS=%d, or raise the quota. %s", x.Go.GOMAXPROCS, fit, why)
	case float64(x.Go.GOMAXPROCS) > cpus:
		return otherwise + " " + why
	}
	return otherwise
}

// atMostThrottled is for recordings that cannot tell which threads were
// throttled, and when: no goroutine was for longer than all CPUs together.
func (x explainer) atMostThrottled() []record.Cause {
	stat := x.Throttle.Stat
	if x.Throttle.Sure != record.Bounded || !stat.OK() || x.iv.Mean.Total <= 0 || x.iv.Count == 0 {
		return nil
	}
	lanes := max(1, x.iv.Goroutines)
	if x.iv.Who == whoPs {
		lanes = max(1, x.procs())
	}
	most := min(x.iv.Mean.Total, stat.Value*float64(lanes)/float64(x.iv.Count))
	share := most / x.iv.Mean.Total
	if share < leastShare {
		return nil
	}
	c := x.quotaCause(fmt.Sprintf("for at most %s (%s)", unit.Nanoseconds(most), unit.Percent(share, 1)))
	c.View, c.Item, c.Ns, c.Share, c.Sure = record.ViewMean, record.ItemThrottled, most, share, record.Bounded
	c.Evidence = fmt.Sprintf("cpu.stat counts %s of throttling in the recording, summed over CPUs; which threads that was is not known", unit.Nanoseconds(stat.Value))
	return []record.Cause{c}
}

// stretchedStops tells of stop-the-worlds that throttled threads drew out, if that was
// most of them.
func (x explainer) stretchedStops() (c record.Cause, ok bool) {
	s := x.Stops
	i := slices.IndexFunc(s.Worst, func(w record.WorldStop) bool { return w.Throttled >= 1e6 && w.Throttled > w.Preempted })
	if i < 0 || s.Kept < s.Total/2 {
		return c, false
	}
	worst := s.Worst[i]
	c = record.Cause{
		Item: record.ItemStopped, Ns: float64(s.Total), Sure: x.Throttle.Sure,
		Sentence: fmt.Sprintf("Throttling stretched stopping the world: %s took %s, of which a thread that had to stop or go on was throttled for %s.",
			worst.Name, ns(worst.To-worst.From), ns(worst.Throttled)),
		Evidence: fmt.Sprintf("%d of %d stop-the-worlds were stretched", s.Stretched, s.Count),
		Fix:      "Raise the quota.",
	}
	if s.Clean > 0 {
		c.Evidence += fmt.Sprintf("; the others take %s", ns(s.Clean))
	}
	if g, ok := tightest(x.Kernel.Groups); ok {
		c.Fix = x.quotaFix(g, c.Fix)
	}
	return c, true
}

// tightest is the group with the least quota, if any has one.
func tightest(groups []record.QuotaGroup) (least record.QuotaGroup, found bool) {
	for _, g := range groups {
		if g.Quota > 0 && g.Period > 0 && (!found || cpusOf(g) < cpusOf(least)) {
			least, found = g, true
		}
	}
	return least, found
}

func cpusOf(g record.QuotaGroup) float64 { return float64(g.Quota) / float64(g.Period) }

func inWords(g record.QuotaGroup) string {
	return fmt.Sprintf("%.4g CPUs (%s per %s)", cpusOf(g), ns(g.Quota), ns(g.Period))
}
