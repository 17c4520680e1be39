package trial

import (
	"fmt"
	"math"
	"slices"

	"tare/internal/analysis/bill"
	"tare/internal/analysis/stats"
	"tare/internal/measure/hook"
	"tare/internal/record"
)

// userHZ is the unit of /proc/stat: USER_HZ is 100 on every Linux that Go
// supports (include/asm-generic/param.h).
const userHZ = 100

const tick = 1e9 / userHZ // ns

// fill puts what the hook saw into the trial.
func fill(t *record.Trial, r hook.Record, x Execution) {
	t.Accounting = record.ByWindow
	t.Benchmark.Procs = r.Procs
	t.N, t.Segments, t.Parallel, t.SetBytes = r.N, r.Segments, r.Parallel, r.SetBytes
	t.Extra = finite(r.Extra)
	t.CPUs, t.Memory = x.CPUs, x.Memory
	t.Threads = threads(r)
	t.Readings = record.Readings{
		record.Wall:       record.Of(float64(r.Duration)),
		record.Mallocs:    number(r, "mallocs", 1),
		record.AllocBytes: number(r, "alloc-bytes", 1),
		record.GCCycles:   number(r, "gc-cycles", 1),
		record.GCPause:    number(r, "gc-pause", 1),
		record.GCAssist:   assist(r),
		record.CPU:        number(r, "cpu", 1),
		record.Steal:      number(r, "steal-ticks", tick),
		record.RunqWait:   runqWait(r, t.Threads),
	}
	for _, m := range []record.Metric{record.MinorFaults, record.MajorFaults, record.Voluntary, record.Involuntary} {
		t.Readings[m] = sampled(r, number(r, string(m), 1))
	}
	fillSteal(t, r)
	fillThrottled(t.Readings, r)
	fillEvents(t.Readings, r)
	fillCanaries(t.Readings, r)
	t.Timeline = timelineOf(t, r, x)
}

// finite leaves out metrics that are no number: neither benchmark formats nor
// JSON can hold them, and no estimate can be made of them.
func finite(metrics map[string]float64) map[string]float64 {
	kept := map[string]float64{}
	for unit, v := range metrics {
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			kept[unit] = v
		}
	}
	if len(kept) == 0 {
		return nil
	}
	return kept
}

// timelineOf accounts for the window by the context switches of the process.
func timelineOf(t *record.Trial, r hook.Record, x Execution) record.Timeline {
	if !x.Watched.OK() {
		return record.Timeline{Status: x.Watched.Status, Why: x.Watched.Why}
	}
	if len(r.Spans) == 0 {
		return record.Timeline{Status: record.Undetermined, Why: fmt.Sprintf("the window is in %d pieces", r.Segments)}
	}
	spans := make([]record.Span, len(r.Spans))
	for i, s := range r.Spans {
		spans[i] = record.Span(s)
	}
	monitor := record.Monitor(t.Threads).TID
	return bill.Timeline(x.Switches, spans, t.CPUs, func(tid int) bool { return tid == monitor })
}

// number returns a counter of the record; the hook leaves out what it cannot
// read.
func number(r hook.Record, key string, scale float64) record.Reading {
	v, ok := r.Counters[key]
	if !ok {
		return record.Missing(record.Unsupported, "the hook has no source for it on this system")
	}
	return record.Of(float64(v) * scale)
}

func assist(r hook.Record) record.Reading {
	if _, ok := r.Counters["assist"]; !ok {
		return record.Missing(record.Unsupported, "read with -gcassist only: that moves the code that is measured")
	}
	return number(r, "assist", 1)
}

// sampled marks a reading that covers only some segments of the window.
func sampled(r hook.Record, reading record.Reading) record.Reading {
	if r.Read < r.Segments && reading.OK() {
		return record.Missing(record.Undetermined,
			fmt.Sprintf("the benchmark stops its timer so often that only %d of %d segments were read", r.Read, r.Segments))
	}
	return reading
}

// threads returns the record's threads, less the time that readings at the end
// of segments were held up: that wait fell outside the window. It is taken
// from the thread that waited longest, which is the one that reads.
func threads(r hook.Record) []record.Thread {
	var ts []record.Thread
	for _, t := range r.Threads {
		ts = append(ts, record.Thread{TID: int(t.TID), Run: t.Run, Wait: t.Wait, Slices: t.Slices})
	}
	if len(ts) == 0 {
		return nil
	}
	longest := 0
	for i := range ts {
		if ts[i].Wait > ts[longest].Wait {
			longest = i
		}
	}
	ts[longest].Wait = max(0, ts[longest].Wait-r.Counters["edge"])
	return ts
}

// lostRun is the share of the CPU time that may belong to threads which ended
// within the window before their waits count as unknown.
const lostRun = 0.02

// schedTick is the longest time, in ns, by which a running thread's schedstat
// lags behind: a tick at HZ=100.
const schedTick = 10e6

func runqWait(r hook.Record, ts []record.Thread) record.Reading {
	lost, ok := r.Counters["lost-threads"]
	if !ok {
		return record.Missing(record.Unsupported, "no /proc/self/task/*/schedstat on this system")
	}
	var wait, run int64
	for _, t := range ts {
		wait += t.Wait
		run += t.Run
	}
	cpu := r.Counters["cpu"]
	if run == 0 && cpu > schedTick {
		// proc_pid_schedstat prints "0 0 0" then.
		return record.Missing(record.Unsupported, "this kernel keeps no schedstat (CONFIG_SCHED_INFO)")
	}
	if lost > 0 && float64(cpu-run) > lostRun*float64(cpu) {
		return record.Missing(record.Undetermined, fmt.Sprintf("%d threads ended within the window", lost))
	}
	return record.Of(float64(wait))
}

// fillSteal puts the steal of each CPU into the trial, where there ever was some.
func fillSteal(t *record.Trial, r hook.Record) {
	t.StealCPUs = int(r.Counters["steal-cpus"])
	for cpu, ticks := range r.Steal {
		if t.StealOn == nil {
			t.StealOn = map[int]float64{}
		}
		t.StealOn[cpu] = float64(ticks) * tick
	}
}

// fillThrottled sums the cell's own cpu.stat, which comes first, and its
// ancestors'.
func fillThrottled(rs record.Readings, r hook.Record) {
	missing := record.Missing(record.Unsupported, "no cpu.stat to read for the cell")
	rs[record.Throttled], rs[record.ThrottledAncestors], rs[record.ThrottledPeriods] = missing, missing, missing
	if len(r.Stats) == 0 {
		return
	}
	var ancestors, periods float64
	for i, s := range r.Stats {
		periods += float64(s.NrThrottled)
		if i == 0 {
			rs[record.Throttled] = record.Of(float64(s.Throttled))
		} else {
			ancestors += float64(s.Throttled)
		}
	}
	rs[record.ThrottledAncestors], rs[record.ThrottledPeriods] = record.Of(ancestors), record.Of(periods)
}

// fillEvents corrects perf events for multiplexing: value × enabled ÷ running.
func fillEvents(rs record.Readings, r hook.Record) {
	for _, e := range r.Events {
		m := record.Metric(e.Name)
		switch {
		case e.Running <= 0:
			rs[m] = record.Missing(record.Undetermined, "the event never got a counter of its own")
		default:
			rs[m] = sampled(r, record.Of(float64(e.Value)*float64(e.Enabled)/float64(e.Running)))
		}
	}
}

// fillCanaries takes the mean of the measurements before and after the window.
func fillCanaries(rs record.Readings, r hook.Record) {
	for m, of := range map[record.Metric]func(hook.Canary) int64{
		record.CanaryALU:  func(c hook.Canary) int64 { return c.ALU },
		record.CanaryPipe: func(c hook.Canary) int64 { return c.Pipe },
	} {
		var ps []float64
		for _, c := range r.Canaries {
			ps = append(ps, float64(of(c)))
		}
		if len(ps) == 0 || slices.Min(ps) < 0 {
			rs[m] = record.Missing(record.Unsupported, "the canary runs on Linux only")
			continue
		}
		rs[m] = record.Of(stats.Mean(ps) / 1000)
	}
}
