package runner

import (
	"context"
	"fmt"
	"math"

	"tare/internal/bill"
	"tare/internal/record"
)

// trial runs one fresh process of s.
func (r *Runner) trial(ctx context.Context, s *subject, round int) record.Trial {
	x := r.execute(ctx, s.binary, s.watch, "-test.run=^$", "-test.bench="+exactly(s.name.Name), iterations(s.n),
		fmt.Sprintf("-test.cpu=%d", s.name.Procs))
	t := record.Trial{Benchmark: s.name, Round: round, Started: x.Started, Elapsed: int64(x.Elapsed), Lines: s.lines}
	found := 0
	if s.binary.Hooked {
		for _, rec := range x.Records {
			if rec.Name == s.name.Name {
				found++
				fill(&t, rec, x)
				if rec.Failed {
					found--
				}
			}
		}
	} else {
		for _, l := range parseLines(string(x.Output)) {
			if l.name == s.name.Name {
				found++
				fillPlain(&t, l, x)
			}
		}
	}
	t.Outcome, t.Message = classify(x, found)
	switch {
	case ctx.Err() != nil:
		t.Outcome, t.Message = record.Stopped, "tare was interrupted"
	case t.Outcome == record.OK && x.HookErr != nil:
		t.Outcome, t.Message = record.Failed, x.HookErr.Error()
	case t.Outcome == record.OK && found != 1:
		t.Outcome, t.Message = record.Failed, fmt.Sprintf("%d results from one benchmark; want 1", found)
	}
	if t.Outcome != record.OK {
		t.Output = tail(x.Output)
		return t
	}
	t.Bill = bill.Of(t)
	return t
}

// fillPlain puts what an unhooked binary printed into the trial: the window's
// wall time and package testing's own statistics, and readings of the whole
// process.
func fillPlain(t *record.Trial, l line, x Execution) {
	t.Accounting = record.ByProcess
	t.N, t.Segments = l.n, 1
	t.Readings = record.Readings{}
	for m, reading := range x.Process {
		t.Readings[m] = reading
	}
	t.Readings[record.Wall] = record.Of(l.values["ns/op"] * float64(l.n))
	for unit, m := range map[string]record.Metric{"B/op": record.AllocBytes, "allocs/op": record.Mallocs} {
		t.Readings[m] = record.Missing(record.Undetermined, "only known with -benchmem or ReportAllocs when there is no hook")
		if v, ok := l.values[unit]; ok {
			t.Readings[m] = record.Of(v * float64(l.n))
		}
	}
	for unit, v := range l.values {
		switch unit {
		case "ns/op", "B/op", "allocs/op":
		case "MB/s":
			t.SetBytes = int64(math.Round(v * l.values["ns/op"] / 1000))
		default:
			if t.Extra == nil {
				t.Extra = map[string]float64{}
			}
			t.Extra[unit] = v
		}
	}
}
