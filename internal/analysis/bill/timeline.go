package bill

import (
	"cmp"
	"slices"

	"tare/internal/record"
)

// Timeline tells from context switches how far a process came in a window: how long it
// was at work, how long it was kept from it, and how long it wanted nothing.
//
// Sums of run and wait times over threads cannot tell that. A goroutine moves
// between threads while they are throttled, threads that spin for work wait
// like those that have some, and GC workers beside sequential code add CPU time
// but no length. Who ran at the same time, and who was refused, does.
//
// It accounts for the spans, which are in order and do not overlap, of a process
// that may use so many CPUs; 0 when that is not known, and then as many as it
// wants. Threads of ignore are left out. It needs the switches from the start of
// the process on, in any order.
//
// # Progress
//
// At a moment r threads run, p could run and do not, and there are C CPUs. Of
// those p, m = min(p, C − r) would run if nobody else wanted a CPU: they are
// refused one. The others wait for threads of their own process, whatever the
// container does. While some threads run and others are refused, the process comes
// forward in the proportion of those that run: with equal threads it loses
// m ÷ (r + m) = (min(r+p, C) − r) ÷ min(r+p, C) of the moment.
//
// Threads are not equal. Each counts by the time that it ran in the spans: a
// worker of RunParallel that is refused costs its share, and holding up the one
// thread of sequential code is a standstill whatever helper runs meanwhile. Which
// m of the p would run is for the scheduler to say, so that they weigh m ÷ p of
// what the p do. With w the weights,
//
//	lost share = c · w(p)·m/p ÷ (w(r) + w(p)·m/p)
//
// Threads that only spin for work are refused as well, and cost nothing: c, the
// credibility of the demand, says how much of it is for work (see demand). In all,
// the work is no less than ∫ r dt ÷ C: C CPUs need that long for what was done,
// whatever the weights say.
func Timeline(switches []record.Switch, spans []record.Span, cpus int, ignore func(tid int) bool) record.Timeline {
	switches = slices.DeleteFunc(slices.Clone(switches), func(s record.Switch) bool { return ignore(s.TID) })
	slices.SortStableFunc(switches, func(a, b record.Switch) int { return cmp.Compare(a.Time, b.Time) })
	d := demand{cpus: cpus, ran: map[int]float64{}}
	walk(switches, spans, d.add)
	a := account{cpus: cpus, weight: d.ran, credible: d.credible(), ran: map[int]float64{}}
	a.late = walk(switches, spans, a.add)
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

// thread is one that runs on a CPU, or did last, or is asleep.
type thread struct {
	state state
	cpu   int
}

// walk calls f for each stretch of ns within the spans in which no thread
// changes its state. Threads that sleep are not in the map. It returns how many
// threads ran when the spans ended, all but one of each.
func walk(switches []record.Switch, spans []record.Span, f func(threads map[int]thread, ns float64)) (late int) {
	threads := map[int]thread{}
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
				threads[s.TID] = thread{to, s.CPU}
			}
		}
		if at < span.To {
			f(threads, float64(span.To-at))
		}
		late += max(0, count(threads)[running]-1)
	}
	return late
}

// count returns how many threads there are in each state.
func count(threads map[int]thread) (n [3]int) {
	for _, t := range threads {
		n[t.state]++
	}
	return n
}

// refused returns how many of p threads that do not run beside r that do would
// have a CPU if nobody else had one of cpus, 0 for any number.
func refused(r, p, cpus int) int {
	if cpus == 0 {
		return p
	}
	return min(p, max(0, cpus-r))
}

// demand learns how many threads the process has work for from the moments in
// which all that want to run do, as far as there are CPUs. All times are ns.
type demand struct {
	cpus          int             // there are; 0 when not known
	ran           map[int]float64 // by thread
	free, several float64         // none is refused and some run; of that, more than one
	mixed, any    float64         // some run and some are refused; some run
}

func (d *demand) add(threads map[int]thread, ns float64) {
	for tid, t := range threads {
		if t.state == running {
			d.ran[tid] += ns
		}
	}
	n := count(threads)
	r, p := n[running], n[preempted]
	if r == 0 {
		return
	}
	d.any += ns
	switch {
	case refused(r, p, d.cpus) > 0:
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
	cpus                         int             // there are; 0 when not known
	weight                       map[int]float64 // of threads, by id
	credible                     float64         // see demand
	work, refused, idle, pending float64
	ran                          map[int]float64 // by CPU, summed over threads
	run                          float64         // summed over threads, no more of them than CPUs
	any                          float64         // in which one of them ran
	late                         int             // see record.Timeline
}

func (a *account) add(threads map[int]thread, ns float64) {
	var weight [3]float64
	for tid, t := range threads {
		weight[t.state] += a.weight[tid]
		if t.state == running {
			a.ran[t.cpu] += ns
		}
	}
	n := count(threads)
	r, p := n[running], n[preempted]
	a.pending += ns * float64(p)
	switch {
	case r > 0:
		a.any += ns
		// On two CPUs at once is what clocks that are not quite the same make of
		// handing a CPU over.
		if a.cpus > 0 {
			a.run += ns * float64(min(r, a.cpus))
		} else {
			a.run += ns * float64(r)
		}
		a.divide(ns, weight[running], weight[preempted], r, p)
	case p > 0:
		a.refused += ns
	default:
		a.idle += ns
	}
}

// divide counts ns in which r threads ran and p did not, of the weights given.
func (a *account) divide(ns, ran, pending float64, r, p int) {
	lost := 0.0
	if m := refused(r, p, a.cpus); m > 0 {
		pending *= float64(m) / float64(p)
		lost = a.credible * ns * pending / (ran + pending)
	}
	a.work += ns - lost
	a.refused += lost
}

func (a *account) timeline() record.Timeline {
	if a.cpus > 0 { // they need that long for so much CPU time
		beyond := max(0, a.run/float64(a.cpus)-a.work)
		a.work, a.refused = a.work+beyond, a.refused-beyond
	}
	t := record.Timeline{Status: record.Measured, Work: a.work, Refused: a.refused, Idle: a.idle, Pending: a.pending, Lines: 1, Ran: a.ran, Late: a.late}
	if a.any > 0 {
		t.Lines = a.run / a.any
	}
	return t
}
