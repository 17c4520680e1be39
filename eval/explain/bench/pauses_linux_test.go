package bench

import (
	"math"
	"runtime/metrics"
	"slices"

	"tare/eval/explain/truth"
)

const (
	cyclesMetric = "/gc/cycles/total:gc-cycles"
	assistMetric = "/cpu/classes/gc/mark/assist:cpu-seconds"
)

func metric(name string) metrics.Value {
	sample := []metrics.Sample{{Name: name}}
	metrics.Read(sample)
	return sample[0].Value
}

// assists is the time in ns that goroutines have spent in GC assists, as of the
// end of the last cycle.
func assists() float64 { return metric(assistMetric).Float64() * 1e9 }

// pauses are the stop-the-worlds of the process so far. The runtime keeps them in
// steps of about a quarter: their number is exact.
type pauses struct {
	total, stopping steps // from the first request; until the world stood still
	cycles          float64
}

func readPauses() pauses {
	return pauses{
		total:    readSteps("/sched/pauses/total/gc:seconds").plus(readSteps("/sched/pauses/total/other:seconds")),
		stopping: readSteps("/sched/pauses/stopping/gc:seconds").plus(readSteps("/sched/pauses/stopping/other:seconds")),
		cycles:   float64(metric(cyclesMetric).Uint64()),
	}
}

// since are the pauses after an earlier reading.
func (p pauses) since(before pauses) pauses {
	return pauses{p.total.minus(before.total), p.stopping.minus(before.stopping), p.cycles - before.cycles}
}

// stood is how long the world stood still, in ns. The runtime says that a pause is
// over after it has woken the others, who can take the CPU from it before: where
// there are pauses that long, the least is not known.
func (p pauses) stood() (least, most float64) {
	const slice = 1e6
	least, most = p.total.sum()
	if _, stopping := p.stopping.sum(); p.total.count(slice) == 0 && least > stopping {
		return least - stopping, most
	}
	return 0, most
}

// certainly is how long a pause is, in ns, that threads which only work do not
// explain.
const certainly = 20e6

// claims tells what a recording that began before, and is about to end, must have
// seen: what came after p, and little more than all that there has been.
func (p pauses) claims() []truth.Claim {
	const edge = 6    // pauses of the window's beginning and end
	const ending = 12 // pauses of the benchmark's and the trace's end
	all := readPauses()
	window := all.since(p)
	least, _ := window.total.sum()
	_, most := all.total.sum()
	worstLeast, _ := window.total.worst()
	_, worstMost := all.total.worst()
	claims := []truth.Claim{
		truth.Of(truth.Stops, max(0, window.total.count(0)-edge), all.total.count(0)+ending),
		truth.Of(truth.StopTime, least, most),
		truth.Of(truth.WorstStop, worstLeast, worstMost),
		truth.Of(truth.GCCycles, window.cycles, all.cycles),
	}
	if n := window.total.count(certainly); n > 0 {
		claims = append(claims, truth.Of(truth.Stretched, n, all.total.count(0)+ending))
	}
	return claims
}

// steps is a histogram of times: how many there were from each edge, in ns, to the
// next one.
type steps struct {
	edges  []float64
	counts []float64
}

func readSteps(name string) steps {
	h := metric(name).Float64Histogram()
	var s steps
	for i, n := range h.Counts {
		s.edges = append(s.edges, max(0, h.Buckets[i]*1e9))
		s.counts = append(s.counts, float64(n))
	}
	s.edges = append(s.edges, h.Buckets[len(h.Counts)]*1e9)
	return s
}

func (s steps) plus(o steps) steps  { return s.with(o, +1) }
func (s steps) minus(o steps) steps { return s.with(o, -1) }

func (s steps) with(o steps, sign float64) steps {
	s.counts = slices.Clone(s.counts)
	for i := range s.counts {
		s.counts[i] += sign * o.counts[i]
	}
	return s
}

// count is how many there were that were certainly no shorter than from.
func (s steps) count(from float64) (n float64) {
	for i, c := range s.counts {
		if s.edges[i] >= from {
			n += c
		}
	}
	return n
}

// sum is what all come to, at least and at most.
func (s steps) sum() (least, most float64) {
	for i, c := range s.counts {
		if c > 0 {
			least, most = least+c*s.edges[i], most+c*s.edges[i+1]
		}
	}
	return least, most
}

// worst is the longest one, at least and at most.
func (s steps) worst() (least, most float64) {
	for i, c := range s.counts {
		if c > 0 {
			least, most = s.edges[i], s.edges[i+1]
		}
	}
	return least, min(most, math.MaxFloat64)
}
