package account

import (
	"fmt"
	"math"
	"slices"

	"tare/internal/record"
	"tare/internal/unit"
)

// quotaCause is what a quota did for some time, in words.
func (x explainer) quotaCause(during string) record.Cause {
	c := record.Cause{
		Sentence: fmt.Sprintf("A CPU quota kept %s from running %s.", lower(x.name), during),
		Fix:      "Raise the quota, or do the work with less CPU per period.",
	}
	if cpus, text := quota(x.Kernel.Groups); text != "" {
		c.Sentence = fmt.Sprintf("A quota of %s kept %s from running %s.", text, lower(x.name), during)
		if fit := procsFor(cpus); x.Go.GOMAXPROCS > fit {
			c.Fix = fmt.Sprintf("GOMAXPROCS is %d: set it to %d, so that the quota is not used up early in each period, or raise the quota.", x.Go.GOMAXPROCS, fit)
		}
	}
	return c
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
		lanes = max(1, len(x.Procs))
	}
	most := min(x.iv.Mean.Total, stat.Value*float64(lanes)/float64(x.iv.Count))
	share := most / x.iv.Mean.Total
	if share < leastShare {
		return nil
	}
	c := x.quotaCause(fmt.Sprintf("for at most %s (%s)", unit.Nanoseconds(most), unit.Percent(share, 1)))
	c.Item, c.Ns, c.Share, c.Sure = record.ItemThrottled, most, share, record.Bounded
	c.Evidence = fmt.Sprintf("cpu.stat counts %s of throttling in the recording, summed over CPUs; which threads that was is not known", unit.Nanoseconds(stat.Value))
	return []record.Cause{c}
}

// stretchedStops tells of stop-the-worlds that throttled threads drew out.
func (x explainer) stretchedStops() []record.Cause {
	s := x.Stops
	i := slices.IndexFunc(s.Worst, func(w record.WorldStop) bool { return w.Throttled >= 1e6 })
	if i < 0 || x.iv.Mean.Total <= 0 || x.iv.Count == 0 {
		return nil
	}
	worst := s.Worst[i]
	c := record.Cause{
		Item: record.ItemStopped, Ns: float64(worst.Throttled) / float64(x.iv.Count), Sure: x.Throttle.Sure,
		Sentence: fmt.Sprintf("Throttling stretched stopping the world: %s took %s, of which a thread that had to stop or go on was throttled for %s.",
			worst.Name, ns(worst.To-worst.From), ns(worst.Throttled)),
		Evidence: fmt.Sprintf("%d of %d stop-the-worlds were stretched", s.Stretched, s.Count),
		Fix:      "Raise the quota.",
	}
	c.Share = c.Ns / x.iv.Mean.Total
	if s.Clean > 0 {
		c.Evidence += fmt.Sprintf("; the others take %s", ns(s.Clean))
	}
	if cpus, text := quota(x.Kernel.Groups); text != "" && x.Go.GOMAXPROCS > procsFor(cpus) {
		c.Fix = fmt.Sprintf("GOMAXPROCS is %d with a quota of %s: set GOMAXPROCS=%d.", x.Go.GOMAXPROCS, text, procsFor(cpus))
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
