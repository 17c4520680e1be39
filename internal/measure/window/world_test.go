package window

import (
	"math"
	"math/rand/v2"

	"tare/internal/record"
)

// world is a benchmark whose cost is known. Times are ns.
type world struct {
	perOp   float64
	setUp   float64 // of every call
	beside  float64 // of every call, with the timer off
	runIn   float64 // extra time of a call that begins with a cold heap
	settle  float64 // iterations over which it is spent
	cycle   float64 // iterations from one collection to the next; 0 for none
	collect float64 // time that one costs, spent over the last fifth of the way to it
	loop    bool
	noise   *rand.Rand // of the times of windows; nil for none
}

// truth is what an iteration costs in a run of 5 s.
func (w world) truth() float64 {
	n := 5e9 / w.perOp
	t, _ := w.iterate(0, n)
	return (t + w.runIn + w.setUp) / n
}

// iterate is the time of n iterations from the phase at, iterations behind a
// collection, without set-up and run-in, and the collections that end in them.
func (w world) iterate(at, n float64) (t float64, cycles int64) {
	t = w.perOp * n
	if w.cycle == 0 {
		return t, 0
	}
	spent := func(x float64) float64 { // on collecting after x iterations
		whole, part := math.Floor(x/w.cycle), math.Mod(x, w.cycle)/w.cycle
		return w.collect * (whole + max(0, part-0.8)*5)
	}
	return t + spent(at+n) - spent(at), int64((at+n)/w.cycle) - int64(at/w.cycle)
}

// call is a window of n iterations of a fresh call.
func (w world) call(n float64) (float64, int64) {
	t, cycles := w.iterate(0, n)
	return w.blur(t + w.setUp + w.runIn*min(1, n/max(1, w.settle))), cycles
}

// goOn is a window of n iterations of a call behind one of lead iterations.
func (w world) goOn(lead, n float64) float64 {
	t, _ := w.iterate(lead, n)
	return w.blur(t + w.setUp)
}

// stretch is a window of n iterations of b.Loop behind lead others.
func (w world) stretch(lead, n float64) (float64, int64) {
	t, cycles := w.iterate(lead, n)
	in := func(n float64) float64 { return w.runIn * min(1, n/max(1, w.settle)) }
	if lead == 0 {
		t += w.setUp
	}
	return w.blur(t + in(lead+n) - in(lead)), cycles
}

func (w world) blur(t float64) float64 {
	if w.noise == nil {
		return t
	}
	return t * math.Exp(0.01*w.noise.NormFloat64())
}

// pilot is what the hook's pilot would see.
func (w world) pilot(goal float64) Pilot {
	p := Pilot{Loop: w.loop}
	perOp := int64(0)
	if w.cycle > 0 {
		perOp = 1 << 20
	}
	point := func(n, t float64, cycles int64) Point {
		x := Point{N: int64(n), Net: t, Wall: t, Cycles: cycles, Bytes: perOp * int64(n), Call: t + w.beside, CallBytes: perOp * int64(n)}
		if cycles >= 2 {
			x.Cycle = w.cycle*w.perOp + w.collect
		}
		return x
	}
	done, first := 0.0, 0.0
	var t float64
	var cycles int64
	for n := 1.0; ; n *= 2 {
		if w.loop {
			t, cycles = w.stretch(done, n)
			done += n
		} else if t, cycles = w.call(n); n == 1 {
			first = t
		}
		p.Points = append(p.Points, point(n, t, cycles))
		if t-first >= goal && (w.cycle == 0 || cycles >= 6 || t > 250e6) {
			break
		}
	}
	if n := math.Ceil(float64(p.Points[len(p.Points)-1].N) / 2); !w.loop && cycles > 0 {
		x := point(n, w.goOn(2*n, n), 0)
		x.WentOn = true
		p.Points = append(p.Points, x)
	}
	return p
}

// trial is what a trial by the plan estimates.
func (w world) trial(plan record.Windows) float64 {
	n, lead := float64(plan.N), float64(plan.Lead)
	switch {
	case w.loop:
		t, _ := w.stretch(max(1, lead), n)
		return t / n
	case plan.Method == record.Settled:
		return w.goOn(lead, n) / n
	case plan.Method == record.Difference:
		longer, _ := w.call(lead + n)
		shorter, _ := w.call(lead)
		return (longer - shorter) / n
	}
	t, _ := w.call(n)
	return t / n
}
