package trial

import (
	"fmt"

	"tare/internal/measure/hook"
	"tare/internal/record"
)

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
