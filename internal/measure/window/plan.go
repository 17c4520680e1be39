package window

import (
	"math"

	"tare/internal/record"
)

// most is package testing's own limit of iterations.
const most = 1_000_000_000

func iterations(n float64) int64 { return int64(max(1, min(most, math.Round(n)))) }

// The run-in is how many cycles of the collector pass before a window. The first
// begins with a heap that is swept, and ends with a smaller one than those that
// follow: all that is allocated while the collector marks passes for live. Windows
// begin, and so end, at a phase in which it does not run.
const (
	runInSettled    = 1
	runInDifference = 2
	phase           = 0.4
	// The pages of the heap are touched for the first time, too: those of some MB took
	// 7 ms where windows of 20 ms were 10 % too long without this.
	leastRunIn = 15e6 // ns
)

// wholeCycles makes the window of w as long as some cycles of the collector.
func (p Pilot) wholeCycles(w *record.Windows, goal float64) {
	cycle, method, runIn := p.cycle(), record.Settled, 1.0*runInSettled
	if p.repeats(goal) {
		method, runIn = record.Difference, runInDifference
	}
	limit := max(longest, goal) / w.PerOp // iterations
	settled := p.settledAt(goal / w.PerOp)
	lead := (max(runIn, math.Ceil(max(leastRunIn/w.PerOp, min(float64(settled), limit/4))/cycle-phase)) + phase) * cycle
	k := math.Ceil(max(fewest, goal/w.PerOp/cycle))
	k = min(k, math.Floor((limit-lead)/cycle))
	if k < 1 {
		p.touch(w, goal)
		return
	}
	w.Method, w.Lead, w.N, w.Cycles = method, iterations(math.Ceil(lead)), iterations(k*cycle), k
}

// touch is for collections that are too rare for a window to hold one. Until the first,
// whatever is allocated is memory that the process has never had, and the kernel has to
// find each page of it: with GOGC=off and a GOMEMLIMIT of 1 GiB, that doubles what an
// iteration takes, for as long as a long run takes to come to its first collection. So
// that much is allocated before, if there is time.
func (p Pilot) touch(w *record.Windows, goal float64) {
	w.Rare = true
	heap, bytes := p.Points[len(p.Points)-1].HeapGoal, p.bytesPerOp()
	if heap <= 0 || bytes <= 0 {
		return
	}
	n := float64(heap) / bytes
	if n*w.PerOp+goal > max(longest, goal) {
		return
	}
	if p.Loop {
		w.Method, w.Lead = record.Settled, iterations(n)
		return
	}
	w.Warm = iterations(n)
}

var rank = map[record.Method]int{record.Plain: 0, record.Settled: 1, record.Difference: 2}

// raise makes w use the method m unless it takes off as much already.
func raise(w record.Windows, m record.Method) record.Windows {
	if rank[w.Method] < rank[m] {
		w.Method, w.Lead = m, max(w.Lead, 1)
	}
	return w
}

// Highest returns the method that takes most off.
func Highest(methods ...record.Method) record.Method {
	highest := record.Plain
	for _, m := range methods {
		if rank[m] > rank[highest] {
			highest = m
		}
	}
	return highest
}

// Alike reports whether trials by the plan a serve the benchmark of b as well: both
// use the same method, and the collector comes round as often.
func Alike(a, b record.Windows) bool {
	if a.Method != b.Method || (a.Cycles > 0) != (b.Cycles > 0) {
		return false
	}
	if a.Warm > 0 || b.Warm > 0 {
		return a.Warm == b.Warm && a.Lead == b.Lead
	}
	if a.Cycles == 0 {
		return a.Lead == b.Lead || a.Method != record.Difference
	}
	ratio := float64(a.N) / a.Cycles / (float64(b.N) / b.Cycles)
	return math.Abs(math.Log(ratio)) < math.Log(1.15)
}
