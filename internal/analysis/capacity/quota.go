package capacity

import (
	"fmt"
	"math"
	"time"

	"tare/internal/record/unit"
)

// Procs returns the GOMAXPROCS with the least cost for a quota of so many CPUs:
// the CPUs themselves where they are whole, and 1 below one CPU. Of two that
// cost the same it is the smaller.
//
// With n below the quota q and n+1 above, n+1 is better when q/(n+1) > n/q, that
// is from q = √(n·(n+1)) on: 1.42, 2.45, 3.47 and so on.
func Procs(cpus float64) int {
	n := int(math.Max(1, math.Floor(cpus)))
	if cost(cpus, n+1) < cost(cpus, n) {
		n++
	}
	return n
}

// cost returns the fraction of time that GOMAXPROCS=n loses when all of its
// threads are busy: of the quota what they cannot use up, 1 − n/q, or of each
// period the end, when they have used it up and are throttled, 1 − q/n.
func cost(cpus float64, n int) float64 {
	if procs := float64(n); procs < cpus {
		return 1 - procs/cpus
	} else {
		return 1 - cpus/procs
	}
}

// Why says in one sentence what the GOMAXPROCS that Procs returns costs, and the
// one that is nearly as good. The period of the quota is 0 when it is not known.
func Why(cpus float64, period time.Duration) string {
	below := math.Floor(cpus)
	switch {
	case cpus < 1:
		return fmt.Sprintf("One busy thread uses up a quota of %.4g CPUs %s and then stops: no GOMAXPROCS avoids that, only a higher quota does.",
			cpus, within(period, cpus))
	case cpus == 1:
		return "One thread of Go code cannot use up a quota of 1 CPU."
	case below == cpus:
		return fmt.Sprintf("%.0f threads of Go code cannot use up a quota of %.4g CPUs.", below, cpus)
	}
	n := int(below)
	return fmt.Sprintf("Of a quota of %.4g CPUs, GOMAXPROCS=%d leaves %s unused; GOMAXPROCS=%d, while all threads are busy, is throttled for the last %s.",
		cpus, n, unit.Percent(cost(cpus, n), 0), n+1, part(period, cost(cpus, n+1)))
}

// within says after which part of a quota's period a share of it is over: "in
// 75ms of each 100ms", or "in 75% of each period" when that is not known (0).
func within(period time.Duration, share float64) string {
	return "in " + part(period, min(1, share))
}

// part is a share of each period.
func part(period time.Duration, share float64) string {
	if period <= 0 {
		return unit.Percent(share, 0) + " of each period"
	}
	return fmt.Sprintf("%v of each %v", rounded(time.Duration(share*float64(period))), period)
}

// rounded leaves no more digits than a quota has meaning.
func rounded(d time.Duration) time.Duration {
	if d < time.Millisecond {
		return d.Round(time.Microsecond)
	}
	return d.Round(100 * time.Microsecond)
}
