package noise

import (
	"context"
	"math"
	"time"
)

const (
	// A slice of spinning begins with a few runs of a fixed chain of
	// multiply-adds, of some 10 µs each: a twentieth of the time.
	slice      = time.Millisecond
	chains     = 5
	chainSteps = 5000

	// maxGaps is how many gaps a thread has room for. One that has seen more
	// has seen enough: its share of lost time is that up to there.
	maxGaps = 1 << 14
)

// spinner is a thread that only computes.
type spinner struct {
	sys       System
	threshold int64 // ns between two readings of the clock that make a gap

	gaps  []int64   // ns
	speed []float64 // ns per step, one value per slice
	spun  int64     // ns of reading the clock, gaps included
}

// newSpinner makes a spinner with room for what it will see in the given ns.
func newSpinner(sys System, threshold, duration int64) *spinner {
	sp := &spinner{
		sys: sys, threshold: threshold,
		gaps:  make([]int64, maxGaps),
		speed: make([]float64, 0, duration/int64(slice)+1),
	}
	clear(sp.gaps) // has the pages mapped now: a page fault later would be a gap
	sp.gaps = sp.gaps[:0]
	return sp
}

// run spins for some ns. Calls of functions are where the scheduler may
// put the thread aside for other goroutines; it does so between the slices,
// where nothing is timed.
func (sp *spinner) run(ctx context.Context, duration int64) {
	deadline := sp.sys.Now() + duration
	for len(sp.gaps) < maxGaps && ctx.Err() == nil {
		now := sp.sys.Now()
		if now >= deadline {
			return
		}
		sp.pace()
		sp.watch(min(now+int64(slice), deadline))
	}
}

// pace notes the speed of the fastest chain, which hardly ever has a gap in it.
func (sp *spinner) pace() {
	best := int64(math.MaxInt64)
	for range chains {
		start := sp.sys.Now()
		sp.sys.Work(chainSteps)
		best = min(best, sp.sys.Now()-start)
	}
	sp.speed = append(sp.speed, float64(best)/chainSteps)
}

// watch reads the clock all the time and notes the gaps.
func (sp *spinner) watch(until int64) {
	start := sp.sys.Now()
	last := start
	for last < until {
		now := sp.sys.Now()
		if gap := now - last; gap >= sp.threshold {
			if len(sp.gaps) == maxGaps {
				break
			}
			sp.gaps = append(sp.gaps, gap)
		}
		last = now
	}
	sp.spun += last - start
}

// lost returns the sum and the longest of the gaps, in ns.
func (sp *spinner) lost() (sum, longest int64) {
	for _, gap := range sp.gaps {
		sum += gap
		longest = max(longest, gap)
	}
	return sum, longest
}
