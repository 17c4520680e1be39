package trial

import (
	"context"
	"fmt"
	"time"

	"tare/internal/measure/hook"
	"tare/internal/measure/window"
	"tare/internal/record"
)

// A pilot ends with a window of half of -benchtime, which tells an iteration from
// set-up, but for no longer than pilotGoal: it has to be cheap beside the trials. One
// that has not settled by then is followed by longer ones, up to pilotLimit.
const (
	pilotGoal  = 20 * time.Millisecond
	pilotLimit = 400 * time.Millisecond
	pilotStep  = 4
)

// pilot plans the windows of p by a process of more and more iterations.
func (o Options) pilot(ctx context.Context, exec Executor, p Benchmark, failed func(Benchmark, record.Failure)) (Benchmark, bool) {
	for goal := min(o.Benchtime/2, pilotGoal); ; goal *= pilotStep {
		x := o.execute(ctx, exec, p.Binary, Command{Watch: p.Watch, Steps: []hook.Step{{Kind: hook.Pilot, N: int64(goal)}}}, p.alone(1)...)
		p.Pilot = window.Pilot{}
		for _, r := range results(x, p.Binary) {
			if r.Name != p.Name.Name || r.Failed {
				continue
			}
			p.Pilot.Points = append(p.Pilot.Points, r.point)
			p.Pilot.Loop, p.Pilot.Parallel, p.Lines, p.Watch = r.loop, r.parallel, r.lines, r.switchRate < maxSwitchRate
		}
		if outcome, why := read(x, len(p.Pilot.Points)); outcome != record.OK {
			failed(p, record.Failure{Benchmark: p.Name.Name, Stage: "calibrate", Outcome: outcome, Message: why, Output: tail(x.Output)})
			return p, false
		}
		if goal >= pilotLimit || !p.Pilot.Unsettled(o.Benchtime) {
			break
		}
	}
	p.Windows = window.Of(p.Pilot, o.Benchtime, record.Plain)
	return p, true
}

// Planned returns the windows of the benchmark by a method that takes at least as
// much off. Those that no pilot planned stay as they are.
func (b Benchmark) Planned(benchtime time.Duration, atLeast record.Method) record.Windows {
	if len(b.Pilot.Points) == 0 {
		return b.Windows
	}
	return window.Of(b.Pilot, benchtime, atLeast)
}

// pointOf is a window of a pilot.
func pointOf(t record.Trial, rec hook.Record, netPerOp float64) window.Point {
	return window.Point{N: t.N, Net: netPerOp * float64(t.N), Wall: float64(rec.Duration),
		Cycles: rec.Counters["gc-cycles"], Cycle: float64(rec.Counters["cycle"]),
		Bytes: rec.Counters["alloc-bytes"], CallBytes: rec.Counters["call-bytes"], Call: float64(rec.Counters["call"]),
		HeapGoal: rec.Counters["heap-goal"], WentOn: rec.Counters["went-on"] != 0}
}

// steps are what a process does for a trial by the plan.
func steps(w record.Windows) []hook.Step {
	if w.Warm > w.Lead {
		warm := hook.Step{Kind: hook.WarmUp, N: w.Warm}
		switch w.Method {
		case record.Difference:
			return []hook.Step{warm, {Kind: hook.Fresh, N: w.Lead}, {Kind: hook.Fresh, N: w.Lead + w.N}}
		case record.Settled:
			return []hook.Step{warm, {Kind: hook.GoOn, N: w.N}}
		}
		return []hook.Step{warm, {Kind: hook.Fresh, N: w.N}}
	}
	switch w.Method {
	case record.Settled:
		return []hook.Step{{Kind: hook.WarmUp, N: w.Lead}, {Kind: hook.GoOn, N: w.N}}
	case record.Difference:
		steps := []hook.Step{{Kind: hook.WarmUp, N: w.Lead}, {Kind: hook.Fresh, N: w.Lead}, {Kind: hook.Fresh, N: w.Lead + w.N}}
		if w.Lead == 1 {
			return steps[1:] // package testing has made a call of one iteration already
		}
		return steps
	}
	if w.Lead > 0 {
		return []hook.Step{{Kind: hook.WarmUp, N: w.Lead}, {Kind: hook.Fresh, N: w.N}}
	}
	return []hook.Step{{Kind: hook.Fresh, N: w.N}}
}

// windowsOf returns the process's records of the benchmark, and what stands in the way
// when they are not those of the plan.
func windowsOf(x Execution, name string, w record.Windows) (found []hook.Record, why string) {
	for _, rec := range x.Records {
		if rec.Name == name && !rec.Failed {
			found = append(found, rec)
		}
	}
	want := 1
	if w.Method == record.Difference {
		want = 2
	}
	if len(found) > 0 && len(found) != want {
		return found, fmt.Sprintf("%d results from one benchmark; want %d", len(found), want)
	}
	return found, ""
}

// takeOff takes what the record of a shorter window has off the trial. What is no
// sum over the window stays as it is.
func takeOff(t *record.Trial, shorter hook.Record, x Execution) {
	lead := record.Trial{Benchmark: t.Benchmark}
	fill(&lead, shorter, x)
	t.N -= lead.N
	for m, r := range t.Readings {
		less := lead.Readings[m]
		switch {
		case m == record.CanaryALU || m == record.CanaryPipe:
		case r.OK() && less.OK():
			t.Readings[m] = record.Of(r.Value - less.Value)
		case r.OK():
			t.Readings[m] = less
		}
	}
	t.Lead = &record.Lead{N: lead.N, Segments: lead.Segments, Readings: lead.Readings, Threads: lead.Threads, Timeline: lead.Timeline, StealOn: lead.StealOn}
}
