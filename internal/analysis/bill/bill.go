// Package bill splits the wall time of a window into named items that add up,
// and computes the net time: wall without the container's share.
//
// # Wall
//
// At each moment of a window, r threads of the process run on CPUs and p others
// could run but do not: throttled by a quota, or queued. The process may use C
// CPUs; that number is its affinity, whatever a quota says. Of the p threads,
// m = min(p, C − r) would run if nobody else wanted a CPU. The others wait for
// threads of their own process, and that is not the container's doing. With equal
// threads (see Timeline, which weighs them),
//
//	work    = ∫ r ÷ (r+m) dt    while r > 0
//	lost    = ∫ m ÷ (r+m) dt    while r+p > 0
//	idle    = the rest: all threads sleep
//	wall    = work + lost + idle
//
// Sequential code has r+p = 1, and work is its time on a CPU. Parallel code that
// was given half of the CPUs it wanted is half as fast for that time, and wants no
// more than there are: with C = 1 nothing is lost while any of its threads runs.
// The runtime's monitor thread is left out.
//
// # Net
//
//	work = on-CPU + stolen (steal.go)
//	idle = GC pause + blocked + residual
//	net  = on-CPU + GC pause + blocked = wall − throttled − waiting − stolen − residual
//
// # Without a timeline
//
// r and p over time come from the process's context switches (perf events). Where
// they may not be recorded, or are too many, sums over the window have to do:
//
//	work = CPU ÷ lines,  lost = min(wall − work, Σ waits)
//
// where lines is CPU ÷ wall as calibrated, or the CPUs wanted in RunParallel,
// (CPU + Σ waits) ÷ wall, and never more than C. As work is no less than CPU ÷ C,
// what threads of the process wait for each other beyond C CPUs is not lost. What
// is stolen is in the idle time then: the CPU clock has left it out.
//
// # Limits
//
// Time on a CPU is the container's business too when neighbours empty the
// caches or lower the frequency: net does not see that, the canaries see some
// of it. docs/net.md has the formulas in full, and how good they are.
package bill

import "tare/internal/record"

// Of returns the bill of a trial per op, from its readings. It needs Wall; what
// else is missing makes NetStatus other than measured.
func Of(t record.Trial) record.Bill {
	if shorter, ok := t.Shorter(); ok {
		return perOp(beyond(whole(t.Whole()), whole(shorter)), float64(t.N))
	}
	return perOp(whole(t), float64(max(1, t.N)))
}

// whole returns the bill of a window, not divided by its iterations.
func whole(t record.Trial) record.Bill {
	wall, ok := t.Readings.Value(record.Wall)
	if !ok || t.N <= 0 {
		return record.Bill{NetStatus: record.Undetermined, NetWhy: "the window's wall time is not known"}
	}
	if t.Accounting == record.ByProcess {
		return byProcess(t, wall)
	}
	return byWindow(t, wall)
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
	p := progressOf(t, wall, cpu, wait)
	b.Throttled = min(p.lost, throttled(t.Readings)/p.lines)
	b.Waiting = p.lost - b.Throttled
	rest := wall - p.work - p.lost
	if rest < rounding*wall {
		rest = 0
	}
	b.Stolen = min(p.stolen, wall-p.lost-rest)
	b.OnCPU = wall - p.lost - rest - b.Stolen
	splitRest(&b, t, rest, p.hidden)
	b.Net = b.OnCPU + b.GCPause + b.Blocked
	b.NetStatus = record.Measured
	return b
}

// rounding is the share of the wall time that floating-point sums may be off by.
const rounding = 1e-9

// progress splits a window's wall time by what the process could do.
type progress struct {
	work   float64 // ns at work, or taken for it
	lost   float64 // ns that waiting for CPUs has cost
	lines  float64 // CPUs used at once while it worked, at least 1
	stolen float64 // ns of work that the hypervisor had the CPUs
	hidden float64 // most ns of the rest that it may have had them
}

func progressOf(t record.Trial, wall, cpu, wait float64) progress {
	if t.Timeline.Status == record.Measured {
		return byTimeline(t, wall, cpu, wait)
	}
	return byCounters(t, wall, cpu, wait)
}

// byTimeline takes what the switches show. Waits after a wake-up do not show
// there: what schedstat has of them explains idle time before blocking does.
func byTimeline(t record.Trial, wall, cpu, wait float64) progress {
	l := t.Timeline
	scale := wall / max(1, l.Work+l.Refused+l.Idle) // the clocks' edges differ by some ns
	woken := min(l.Idle, max(0, wait-l.Pending))
	lines := max(1, l.Lines)
	stolen := stolenFromRunning(t, wall, cpu-float64(record.Monitor(t.Threads).Run))
	return progress{work: l.Work * scale, lost: (l.Refused + woken) * scale, lines: lines, stolen: stolen / lines}
}

// byCounters makes do without: work is CPU time divided by the number of lines,
// and waits explain what is missing, as far as they go. There are no more lines
// than CPUs, so that more workers than CPUs are not taken for ones that could all
// have run.
func byCounters(t record.Trial, wall, cpu, wait float64) progress {
	monitor := record.Monitor(t.Threads)
	cpu, wait = cpu-float64(monitor.Run), wait-float64(monitor.Wait)
	lines := max(1, t.Lines)
	if t.Parallel {
		lines = max(lines, min((cpu+wait)/wall, float64(t.Benchmark.Procs)))
	}
	if t.CPUs > 0 {
		lines = min(lines, float64(t.CPUs))
	}
	work := min(wall, max(0, cpu)/lines)
	return progress{work: work, lost: min(wall-work, max(0, wait)), lines: lines, hidden: stolenFromRest(t, wall, cpu)}
}

// throttled returns the ns that the cell and its ancestors were throttled,
// summed over their per-CPU queues.
func throttled(rs record.Readings) float64 {
	own, _ := rs.Value(record.Throttled)
	ancestors, _ := rs.Value(record.ThrottledAncestors)
	return own + ancestors
}

// blockedFloor is the share of the wall time below which time that no reading
// explains is called residual even when threads went to sleep voluntarily:
// edges of the window and interrupts are of that size.
const blockedFloor = 0.005

// splitRest divides the time in which the benchmark was neither running nor
// runnable: GC pauses first, then what the hypervisor may have had, then blocking
// if any thread went to sleep at all.
func splitRest(b *record.Bill, t record.Trial, rest, hidden float64) {
	take := func(limit float64) float64 {
		taken := max(0, min(rest, limit))
		rest -= taken
		return taken
	}
	pause, _ := t.Readings.Value(record.GCPause)
	b.GCPause = take(pause)
	b.Stolen += take(hidden)
	if rest > blockedFloor*b.Wall && sleeps(t) > 0 {
		b.Blocked = take(rest)
	}
	b.Residual = rest
}

// sleeps returns the voluntary switches of the window without those of the
// monitor thread. Where they were not read, any doubt counts as a sleep.
func sleeps(t record.Trial) float64 {
	voluntary, ok := t.Readings.Value(record.Voluntary)
	if !ok {
		return 1
	}
	return voluntary - float64(record.Monitor(t.Threads).Slices)
}

// byProcess bills a trial without the hook: the shares of the whole process,
// start-up included, stand in for those of the window. CPU and throttled times are sums
// over threads: when they exceed the wall time, several ran, or would have run, at once.
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
	lines := max(1, (cpu+throttled(t.Readings))/elapsed)
	b.OnCPU = b.CPU / lines
	b.Throttled = min(wall-b.OnCPU, wall*throttled(t.Readings)/elapsed/lines)
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

// beyond returns what the longer of two windows took beyond the shorter one. Of the
// container's share, which comes in bursts, the longer window's counts, in
// proportion to the net time: so wall is what it would have been under the same
// conditions without what was taken off.
func beyond(longer, shorter record.Bill) record.Bill {
	b := record.Bill{
		OnCPU:     longer.OnCPU - shorter.OnCPU,
		GCPause:   longer.GCPause - shorter.GCPause,
		Blocked:   longer.Blocked - shorter.Blocked,
		CPU:       longer.CPU - shorter.CPU,
		NetStatus: longer.NetStatus, NetWhy: longer.NetWhy,
	}
	if shorter.NetStatus != record.Measured {
		b.NetStatus, b.NetWhy = shorter.NetStatus, shorter.NetWhy
	}
	// What happens now and then may be in the shorter one by chance.
	for _, item := range []*float64{&b.GCPause, &b.Blocked} {
		b.OnCPU += min(0, *item)
		*item = max(0, *item)
	}
	if longer.Net <= 0 || b.NetStatus != record.Measured {
		b.Throttled, b.Waiting, b.Stolen = longer.Throttled-shorter.Throttled, longer.Waiting-shorter.Waiting, longer.Stolen-shorter.Stolen
		b.Residual = longer.Residual - shorter.Residual
		b.Wall, b.Net = longer.Wall-shorter.Wall, longer.Net-shorter.Net
		return b
	}
	b.Net = b.OnCPU + b.GCPause + b.Blocked
	share := b.Net / longer.Net
	b.Throttled, b.Waiting, b.Stolen, b.Residual = share*longer.Throttled, share*longer.Waiting, share*longer.Stolen, share*longer.Residual
	b.Wall = b.Net + b.Throttled + b.Waiting + b.Stolen + b.Residual
	return b
}
