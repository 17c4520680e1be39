package trial

import (
	"context"
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
func (o Options) pilot(ctx context.Context, exec Executor, p Benchmark, failed func(record.Failure)) (Benchmark, bool) {
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
			failed(record.Failure{Benchmark: p.Name.Name, Stage: "calibrate", Outcome: outcome, Message: why, Output: tail(x.Output)})
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
