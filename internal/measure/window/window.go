// Package window plans what a trial runs, so that its figures mean what those of a
// long run mean: the cost per iteration of a process that has settled.
//
// A short window has things in it that a long one does not show: set-up that every
// call of the benchmark repeats, a heap that has not yet grown to where the
// collector lets it grow, pages and caches that are touched for the first time, and
// a number of garbage collections that is rounded down. With s for what a call
// costs whatever its length, c for an iteration of a long run, and a run-in of W
// iterations until each costs the same,
//
//	T(N) = s + e + c·N    for N ≥ W
//
// A pilot, a process that runs windows of more and more iterations, shows which of
// these matter. Then there are three methods:
//
//   - Plain: one call. s and e are small, and nothing is collected.
//   - Settled: the window goes on where a call that does not count, or the first
//     iterations of b.Loop, have ended. The window is as long as it takes to
//     allocate what k collections take: it begins and ends in the same phase of
//     the collector, and so k collections are in it.
//   - Difference: two calls of W and of W+N iterations in one process, each after a
//     collection, and T(W+N) − T(W) is what N iterations cost. Set-up and run-in are
//     in both. A call before them makes the process warm.
//
// Nothing that a plan does depends on which of two variants is the faster: the
// verdict's coins stay fair.
package window

import (
	"math"
	"time"

	"tare/internal/record"
)

// Point is one window of a pilot. Times are net, in ns.
type Point struct {
	N      int64
	Net    float64
	Wall   float64 // ns of wall time
	Cycles int64   // garbage collections in it
	Cycle  float64 // ns of wall time from one of its last collections to the next; 0 when not known
	Bytes  int64   // allocated in it
	Call   float64 // ns of wall time since the call began, timer off or on
	// CallBytes are what the call allocated, timer off or on.
	CallBytes int64
	HeapGoal  int64 // bytes at which the next collection ends; negative when there is none
	WentOn    bool  // the call began with the heap of the one before
}

// Pilot is what one process of more and more iterations has shown.
type Pilot struct {
	// Loop says that the benchmark uses b.Loop: Points follow each other within one
	// call. Otherwise each is a call of its own.
	Loop bool
	// Parallel says that it uses RunParallel, whose workers fetch as many iterations
	// at once as the call before took 100 µs for: a call behind one of a single
	// iteration fights for each.
	Parallel bool
	Points   []Point
}

// Limits of what a plan takes for settled, cheap or long enough.
const (
	// maxSetUp is the share of a window that set-up may take without being taken off.
	// The first iteration after a collection, with caches full of other things, is
	// known to take 0.1 ms longer by itself, half a percent of 20 ms.
	maxSetUp = 0.005
	// maxExcess is the share of a window that may be run-in.
	maxExcess = 0.03
	// perByte is the ns for which a program must run per byte that it allocates for
	// collections to cost nothing to speak of: at 5 MB/s, marking as much as was
	// allocated at 1 GB/s takes 0.5 % of the time, and a quarter of the CPUs. A heap
	// that is no larger than smallHeap, the runtime's least of 4 MB and what goes
	// with it, has little to mark: perByteSmall is enough.
	perByte      = 200
	perByteSmall = 20
	smallHeap    = 8 << 20
	// fewest is the number of collections that a window holds if it can.
	fewest = 4
	// longest is how long the window and what comes before it may take together, in
	// ns, unless the user asks for more.
	longest = 1e9
	// callTime and callBytes are what a call may do beside its iterations until it
	// disturbs the heap that it finds.
	callTime  = 1e6
	callBytes = 256 << 10
	// apart is how much two parts of a pilot may differ, as a fraction, and still
	// be the same on a noisy machine.
	apart = 0.1
	// farApart is how much a call that collects garbage may differ from one that goes
	// on behind another, and oddBytes by how much what it allocates may depend on how
	// long it is, both as fractions.
	farApart = 0.25
	oddBytes = 0.02
	// grown is by how much, as a fraction, two parts of a pilot differ that has no end.
	grown = 0.25
	// parallelLead is the part of a window of RunParallel that the call before has.
	parallelLead = 16
)

// Unsettled reports whether a window of so long has more in it than a long run has,
// for another reason than set-up or the collector: caches, maps and pools that fill.
// A longer pilot, which knows better what a long run costs, tells more.
func (p Pilot) Unsettled(benchtime time.Duration) bool {
	points := p.ladder()
	m := len(points) - 1
	if m < 2 || p.collects() || points[m].N < 8 {
		return false
	}
	c := p.slope(m-1, m)
	excess, at := 0.0, 0.0
	for i := 1; i < m && at < float64(benchtime); i++ {
		n := float64(points[i].N - points[0].N)
		if p.Loop {
			n = float64(points[i].N)
			excess += points[i].Net - c*n
		} else {
			excess = points[i].Net - points[0].Net - c*n
		}
		at = c * n
	}
	return math.Abs(excess) > maxExcess*float64(benchtime)
}

// ladder are the points without the one that went on from another.
func (p Pilot) ladder() []Point {
	if m := len(p.Points); m > 0 && p.Points[m-1].WentOn {
		return p.Points[:m-1]
	}
	return p.Points
}

// slope is the net time of one iteration between two points of the ladder.
func (p Pilot) slope(from, to int) float64 {
	points := p.ladder()
	if p.Loop {
		var n, net float64
		for _, x := range points[from+1 : to+1] {
			n, net = n+float64(x.N), net+x.Net
		}
		return net / n
	}
	return (points[to].Net - points[from].Net) / float64(points[to].N-points[from].N)
}

// perOp is the net time of an iteration, as the end of the pilot has it.
func (p Pilot) perOp() float64 {
	points := p.ladder()
	m := len(points) - 1
	if m < 0 {
		return 0
	}
	if m == 0 {
		return points[0].Net / float64(points[0].N)
	}
	// Windows become twice as long: the last two thirds tell most.
	from := m - 1
	for from > 0 && 3*points[from].N > points[m].N {
		from--
	}
	if c := p.slope(from, m); c > 0 {
		return c
	}
	return points[m].Net / float64(points[m].N) // noise
}

// setUp is the net time that a call of the benchmark takes for nothing, in ns.
func (p Pilot) setUp() float64 {
	points := p.ladder()
	if len(points) == 0 || points[0].N != 1 {
		return 0
	}
	return max(0, points[0].Net-p.perOp())
}

// collects reports whether collections matter.
func (p Pilot) collects() bool { return p.allocates() && p.cycles() > 0 }

// allocates reports whether iterations allocate so much that collections matter.
func (p Pilot) allocates() bool {
	least := float64(perByte)
	if n := len(p.Points); n > 0 && p.Points[n-1].HeapGoal >= 0 && p.Points[n-1].HeapGoal <= smallHeap {
		least = perByteSmall
	}
	return p.bytesPerOp()*least > p.perOp()
}

// bytesPerOp is what an iteration allocates at the end of the pilot.
func (p Pilot) bytesPerOp() float64 {
	points := p.ladder()
	m := len(points) - 1
	switch {
	case m < 0:
		return 0
	case p.Loop || m == 0:
		return float64(points[m].Bytes) / float64(points[m].N)
	}
	return float64(points[m].Bytes-points[m-1].Bytes) / float64(points[m].N-points[m-1].N)
}

// cycles are the collections of the last window that are not in its set-up.
func (p Pilot) cycles() int64 {
	points := p.ladder()
	n := points[len(points)-1].Cycles
	if !p.Loop && len(points) > 1 {
		n -= points[0].Cycles
	}
	return n
}

// cycle is the number of iterations from one collection to the next.
func (p Pilot) cycle() float64 {
	points := p.ladder()
	last := points[len(points)-1]
	if last.Cycle > 0 && last.Wall > 0 {
		return max(1, last.Cycle*last.Net/last.Wall/p.perOp())
	}
	return max(1, float64(last.N)/float64(p.cycles()))
}

// growing reports whether iterations cost the more, or less, the more of them there
// are, to the end of the pilot.
func (p Pilot) growing() bool {
	m := len(p.ladder()) - 1
	if m < 3 {
		return false
	}
	first, second, third := p.slope(m-3, m-2), p.slope(m-2, m-1), p.slope(m-1, m)
	return (first < second) == (second < third) && math.Abs(third/first-1) > grown
}

// settledAt is the number of iterations after which two parts of the pilot in a row
// cost what its end does, or differ by little beside a window of so many; where none
// do, it is half of the pilot.
func (p Pilot) settledAt(window float64) (n int64) {
	points := p.ladder()
	m := len(points) - 1
	c, run := p.perOp(), 0
	for at := range points {
		if p.Loop {
			n += points[at].N
		} else {
			n = points[at].N
		}
		if at == m {
			break
		}
		off, part := math.Abs(p.slope(at, at+1)-c), float64(points[at+1].N-points[at].N)
		if off <= apart*c || part >= window/4 && off*part <= maxExcess*window*c {
			run++
		} else {
			run = 0
		}
		if run == 2 {
			return max(1, n/2) // where the first of the two began, as windows double
		}
	}
	return max(1, n/2)
}

// repeats reports whether a call does more than iterate: set-up, in or beside the
// timed part, or a state of its own that has to settle.
func (p Pilot) repeats(benchtime float64) bool {
	points := p.ladder()
	if p.Loop || len(points) == 0 {
		return false
	}
	first := points[0]
	if p.setUp() > maxSetUp*benchtime || first.Call-first.Wall > callTime || first.CallBytes-first.Bytes > callBytes {
		return true
	}
	// A state grows, and so shows in what is allocated, which is less noisy than time.
	if m := len(points) - 1; m > 1 {
		before := points[m-1]
		odd := math.Abs(float64(before.Bytes) - p.bytesPerOp()*float64(before.N))
		if odd > callBytes && odd > oddBytes*float64(before.Bytes) {
			return true
		}
	}
	on := p.Points[len(p.Points)-1]
	return on.WentOn && math.Abs(on.Net/float64(on.N)/p.perOp()-1) > farApart
}

// Of plans trials of a benchmark whose windows are to take so long, net. The plan
// uses the method atLeast, or one that takes more off: variants that are compared
// use the same.
func Of(p Pilot, benchtime time.Duration, atLeast record.Method) record.Windows {
	goal := float64(benchtime)
	c := p.perOp()
	w := record.Windows{Method: record.Plain, PerOp: c, SetUp: p.setUp(), Loop: p.Loop, N: 1}
	if c <= 0 {
		return w
	}
	w.N = iterations(goal / c)
	if p.collects() {
		p.wholeCycles(&w, goal)
	} else if p.allocates() && p.Points[len(p.Points)-1].HeapGoal >= 0 {
		p.touch(&w, goal)
	}
	if w.Method == record.Plain && !p.Loop && w.SetUp > maxSetUp*goal {
		w.Method, w.Lead = record.Difference, 1
	}
	if (w.Method == record.Plain || w.Lead == 1) && p.Unsettled(benchtime) {
		lead := p.settledAt(float64(w.N))
		w.Method, w.Growing = record.Difference, p.growing()
		w.Lead = min(lead, iterations(max(longest, goal)/4/c))
		w.N = max(w.N, w.Lead) // or noise of the lead would be all that is left
	}
	w = raise(w, atLeast)
	if p.Parallel && !p.Loop {
		w.Lead = max(w.Lead, (w.N+parallelLead-1)/parallelLead)
	}
	if p.Loop && w.Method == record.Difference {
		w.Method = record.Settled // nothing is repeated within one call
	}
	return w
}
