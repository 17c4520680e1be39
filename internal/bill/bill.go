// Package bill splits the wall time of a window into named items that add up,
// and computes the net time: wall without the container's share.
//
// # Sequential code
//
// The thread that carries the benchmark is always in one of three states: on a
// CPU, runnable but waiting for one (throttled or queued behind others), or
// neither (blocked, or taken away by the hypervisor without the guest knowing):
//
//	wall = run + wait + rest
//	net  = run + GC pause + blocked = wall − wait − stolen − residual
//
// # Parallel code
//
// With k threads busy all the time, the window lasts as long as their common
// work takes; a wait of one of them is made up for by the others, so that the
// wall time lost is the mean of their waits:
//
//	wait = Σ waits of the k busiest lines ÷ k,  k = max(1, ⌊(CPU + waits) ÷ wall + 0.1⌋)
//
// A line is wall-time's worth of busy threads, filled from the busiest on: the
// waits of helper threads that are busy for a part of the window only (GC
// workers beside sequential code) do not delay the benchmark and are left out.
//
// # Limits
//
// Time on a CPU is the container's business too when neighbours empty the
// caches or lower the frequency: net does not see that, the canaries do. In
// code that alternates between parallel and serial phases k is only a mean.
package bill

import (
	"cmp"
	"slices"

	"tare/internal/record"
)

// Of returns the bill of a trial per op, from its readings. It needs Wall; what
// else is missing makes NetStatus other than measured.
func Of(t record.Trial) record.Bill {
	wall, ok := t.Readings.Value(record.Wall)
	if !ok || t.N <= 0 {
		return record.Bill{NetStatus: record.Undetermined, NetWhy: "the window's wall time is not known"}
	}
	var b record.Bill
	if t.Accounting == record.ByProcess {
		b = byProcess(t, wall)
	} else {
		b = byWindow(t, wall)
	}
	return perOp(b, float64(t.N))
}

func byWindow(t record.Trial, wall float64) record.Bill {
	b := record.Bill{Wall: wall, Net: wall}
	cpu, haveCPU := t.Readings.Value(record.CPU)
	wait, haveWait := t.Readings.Value(record.RunqWait)
	b.CPU = cpu
	if !haveCPU || !haveWait {
		missing := record.CPU
		if haveCPU {
			missing = record.RunqWait
		}
		r := t.Readings[missing]
		b.NetStatus, b.NetWhy = r.Status, string(missing)+": "+r.Why
		b.Residual = wall
		return b
	}
	lost, lines := wallLost(t.Threads, wall, cpu, wait)
	b.Throttled = lost * throttledShare(t.Readings, wait)
	b.Waiting = lost - b.Throttled
	rest := max(0, wall-lost-cpu/lines)
	b.OnCPU = wall - lost - rest
	splitRest(&b, t, rest)
	b.Net = b.OnCPU + b.GCPause + b.Blocked
	b.NetStatus = record.Measured
	return b
}

// wallLost returns the wall time that waiting for CPUs has cost, and the
// number of lines of execution.
func wallLost(threads []record.Thread, wall, cpu, wait float64) (lost, lines float64) {
	lines = max(1, float64(int((cpu+wait)/wall+0.1)))
	sorted := slices.SortedFunc(slices.Values(threads), func(a, b record.Thread) int {
		return cmp.Compare(b.Run+b.Wait, a.Run+a.Wait)
	})
	room, filled := wall*lines, 0.0
	for _, t := range sorted {
		busy := float64(t.Run + t.Wait)
		if busy <= 0 {
			continue
		}
		taken := min(busy, room-filled)
		lost += float64(t.Wait) * taken / busy
		filled += taken
	}
	return min(lost/lines, wall), lines
}

// throttledShare returns the part of all waiting that was throttling. cpu.stat
// sums over per-CPU queues, waiting over threads: with several threads in a
// throttled queue this is a lower bound.
func throttledShare(rs record.Readings, wait float64) float64 {
	own, _ := rs.Value(record.Throttled)
	ancestors, _ := rs.Value(record.ThrottledAncestors)
	if wait <= 0 {
		return 0
	}
	return min(1, (own+ancestors)/wait)
}

// blockedFloor is the share of the wall time below which time that no reading
// explains is called residual even when threads went to sleep voluntarily:
// edges of the window and interrupts are of that size.
const blockedFloor = 0.005

// splitRest divides the time in which the benchmark was neither running nor
// runnable: GC pauses first, then the hypervisor's share as far as /proc/stat
// admits it, then blocking if any thread went to sleep at all.
func splitRest(b *record.Bill, t record.Trial, rest float64) {
	take := func(limit float64) float64 {
		taken := max(0, min(rest, limit))
		rest -= taken
		return taken
	}
	pause, _ := t.Readings.Value(record.GCPause)
	b.GCPause = take(pause)
	steal, _ := t.Readings.Value(record.Steal)
	b.Stolen = take(steal)
	if rest > blockedFloor*b.Wall && sleeps(t) > 0 {
		b.Blocked = take(rest)
	}
	b.Residual = rest
}

// sleeps returns the voluntary switches of the window without those of the Go
// runtime's monitor thread, which sleeps and wakes all the time: it is the
// first thread that a Go program starts, so it has the lowest id after the
// main thread's. When that cannot be told, any doubt counts as a sleep.
func sleeps(t record.Trial) float64 {
	voluntary, ok := t.Readings.Value(record.Voluntary)
	if !ok {
		return 1
	}
	byID := slices.SortedFunc(slices.Values(t.Threads), func(a, b record.Thread) int { return cmp.Compare(a.TID, b.TID) })
	if len(byID) > 1 {
		voluntary -= float64(byID[1].Slices)
	}
	return voluntary
}

// byProcess bills a trial without the hook: the shares of the whole process,
// start-up included, stand in for those of the window.
func byProcess(t record.Trial, wall float64) record.Bill {
	b := record.Bill{Wall: wall, NetStatus: record.Undetermined,
		NetWhy: "without the hook only the whole process could be read, not the window"}
	elapsed := float64(t.Elapsed)
	cpu, ok := t.Readings.Value(record.CPU)
	if !ok || elapsed <= 0 {
		b.Residual, b.Net = wall, wall
		return b
	}
	b.CPU = wall * cpu / elapsed
	b.OnCPU = min(wall, b.CPU)
	throttled, _ := t.Readings.Value(record.Throttled)
	ancestors, _ := t.Readings.Value(record.ThrottledAncestors)
	b.Throttled = min(wall-b.OnCPU, wall*(throttled+ancestors)/elapsed)
	b.Residual = wall - b.OnCPU - b.Throttled
	b.Net = wall - b.Throttled
	return b
}

func perOp(b record.Bill, n float64) record.Bill {
	for _, v := range []*float64{&b.Wall, &b.OnCPU, &b.Throttled, &b.Waiting, &b.Stolen,
		&b.GCPause, &b.Blocked, &b.Residual, &b.Net, &b.CPU} {
		*v /= n
	}
	return b
}
