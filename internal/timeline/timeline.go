// Package timeline tells from context switches how far a process came in a
// window: how long it was at work, how long it was kept from it, and how long
// it wanted nothing.
//
// Sums of run and wait times over threads cannot tell that. A goroutine moves
// between threads while they are throttled, threads that spin for work wait
// like those that have some, and GC workers beside sequential code add CPU time
// but no length. Who ran at the same time, and who was refused, does.
package timeline

import (
	"cmp"
	"slices"

	"tare/internal/record"
)

// Of accounts for the spans, which are in order and do not overlap. Threads of
// ignore are left out. It needs the switches from the start of the process on,
// in any order.
//
// While some threads run and others are refused, the process comes forward in
// the proportion of those that run. Each thread counts by the time that it ran
// in the spans: a worker of RunParallel that is refused costs its share, and
// holding up the one thread of sequential code is a standstill whatever helper
// runs meanwhile. Threads that only spin for work are refused as well, and cost
// nothing: see demand.
func Of(switches []record.Switch, spans []record.Span, ignore func(tid int) bool) record.Timeline {
	switches = slices.DeleteFunc(slices.Clone(switches), func(s record.Switch) bool { return ignore(s.TID) })
	slices.SortStableFunc(switches, func(a, b record.Switch) int { return cmp.Compare(a.Time, b.Time) })
	d := demand{ran: map[int]float64{}}
	walk(switches, spans, d.add)
	a := account{weight: d.ran, credible: d.credible()}
	walk(switches, spans, a.add)
	return a.timeline()
}

type state byte

const (
	asleep state = iota
	running
	preempted
)

// after returns the state in which a switch leaves its thread.
func after(s record.Switch) state {
	switch {
	case !s.Out:
		return running
	case s.Preempt:
		return preempted
	}
	return asleep
}

// walk calls f for each stretch of ns within the spans in which no thread
// changes its state. Threads that sleep are not in the map.
func walk(switches []record.Switch, spans []record.Span, f func(threads map[int]state, ns float64)) {
	threads := map[int]state{}
	next := 0
	for _, span := range spans {
		at := span.From
		for next < len(switches) && switches[next].Time < span.To {
			s := switches[next]
			next++
			if s.Time > at {
				f(threads, float64(s.Time-at))
				at = s.Time
			}
			if to := after(s); to == asleep {
				delete(threads, s.TID)
			} else {
				threads[s.TID] = to
			}
		}
		if at < span.To {
			f(threads, float64(span.To-at))
		}
	}
}

// demand learns how many threads the process has work for from the moments in
// which all that want to run do. All times are ns.
type demand struct {
	ran           map[int]float64 // by thread
	free, several float64         // none is refused and some run; of that, more than one
	mixed, any    float64         // some run and some are refused; some run
}

func (d *demand) add(threads map[int]state, ns float64) {
	r, p := 0, 0
	for tid, s := range threads {
		if s == running {
			d.ran[tid] += ns
			r++
		} else {
			p++
		}
	}
	if r == 0 {
		return
	}
	d.any += ns
	switch {
	case p > 0:
		d.mixed += ns
	case r > 1:
		d.several += ns
		d.free += ns
	default:
		d.free += ns
	}
}

// enough is the share of the running time that has to pass with nobody refused
// before it tells how many threads there is work for.
const enough = 0.1

// credible returns how much of the demand of threads that are refused beside
// running ones is for work, from 0 to 1. A process that hardly ever runs two
// threads when nothing keeps it from it has one line of work; whoever is refused
// beside that one spins. Work beside it, such as the collector's, takes at most
// about twice its share when it has to take turns.
func (d *demand) credible() float64 {
	if d.free < enough*d.any || d.mixed == 0 {
		return 1
	}
	return min(1, 2*(d.several/d.free)/(d.mixed/d.any))
}

// account adds up, in ns.
type account struct {
	weight                       map[int]float64 // of threads, by id
	credible                     float64         // see demand
	work, refused, idle, pending float64
	run                          float64 // summed over threads
	any                          float64 // in which one of them ran
}

func (a *account) add(threads map[int]state, ns float64) {
	var count [3]float64
	var weight [3]float64
	for tid, s := range threads {
		count[s]++
		weight[s] += a.weight[tid]
	}
	a.pending += ns * count[preempted]
	switch {
	case count[running] > 0:
		refused := a.credible * ns * weight[preempted] / (weight[running] + weight[preempted])
		a.work += ns - refused
		a.refused += refused
		a.run += ns * count[running]
		a.any += ns
	case count[preempted] > 0:
		a.refused += ns
	default:
		a.idle += ns
	}
}

func (a *account) timeline() record.Timeline {
	t := record.Timeline{Status: record.Measured, Work: a.work, Refused: a.refused, Idle: a.idle, Pending: a.pending, Lines: 1}
	if a.any > 0 {
		t.Lines = a.run / a.any
	}
	return t
}
