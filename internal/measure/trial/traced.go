package trial

import (
	"context"
	"fmt"
	"os"

	"tare/internal/measure/build"
	"tare/internal/measure/hook"
	"tare/internal/record"
)

// Tracing says how others look on while a benchmark runs.
type Tracing struct {
	Trace   string        // file for its Go execution trace; empty for none
	Files   []*os.File    // descriptors 3 and up of the process
	Profile string        // file for a CPU profile, whose samples the trace then has, too; empty for none
	Windows int           // of one iteration each, all of b.Loop in one call; 0 for a single one of Benchmark.Windows.N
	Held    func(pid int) // see cell.Spec
	// Ended, if any, is called when the process has ended and its cell is still
	// there, with the windows. One has no spans when it had too many to remember, and
	// no iterations either when the binary does not tell of its windows.
	Ended func(windows []record.Window)
}

// NoResult is the error of a benchmark that had none.
type NoResult struct{ record.Failure }

// Error says how it ended.
func (e *NoResult) Error() string {
	return fmt.Sprintf("%s: %s: %s", e.Benchmark, e.Outcome, e.Message)
}

// Pattern is the -bench pattern that selects this benchmark alone.
func (b Benchmark) Pattern() string { return exactly(b.Name.Name) }

// Traced runs the benchmark while others look on, and returns its wall time per
// iteration in ns. Nothing is billed: looking on costs time. The error is a
// *NoResult when the benchmark failed.
func (b Benchmark) Traced(ctx context.Context, exec Executor, o Options, t Tracing) (perOp float64, err error) {
	args := []string{"-test.paniconexit0", "-test.timeout=0", "-test.run=^$", "-test.bench=" + b.Pattern(), fmt.Sprintf("-test.cpu=%d", b.Name.Procs)}
	var steps []hook.Step
	switch {
	case t.Windows > 0 && b.Binary.Hooked:
		args = append(args, "-test.benchtime=1x")
		steps = []hook.Step{{Kind: hook.Ops, N: int64(t.Windows)}}
	case t.Windows > 0:
		args = append(args, "-test.benchtime=1x", fmt.Sprintf("-test.count=%d", min(t.Windows, hook.MaxCalls)))
	default:
		args = append(args, fmt.Sprintf("-test.benchtime=%dx", b.Windows.N))
	}
	if t.Trace != "" {
		args = append(args, "-test.trace="+t.Trace)
	}
	if t.Profile != "" {
		args = append(args, "-test.cpuprofile="+t.Profile)
	}
	x := exec.Execute(ctx, Command{Path: b.Binary.Path, Args: append(args, o.Args...), Dir: b.Binary.Package.Dir,
		Hooked: b.Binary.Hooked, Steps: steps, Timeout: o.Timeout, Files: t.Files, Held: t.Held,
		Ended: func(records []hook.Record) {
			if t.Ended != nil {
				t.Ended(b.windows(records))
			}
		}})
	if ctx.Err() != nil {
		return 0, context.Cause(ctx)
	}
	outcome, why := classify(x, len(results(x, b.Binary)))
	if outcome == record.OK && x.HookErr != nil {
		outcome, why = record.Failed, x.HookErr.Error()
	}
	if outcome != record.OK {
		return 0, &NoResult{record.Failure{Package: b.Name.Package, Benchmark: b.Name.Name, Stage: "trial", Outcome: outcome, Message: why, Output: tail(x.Output)}}
	}
	return b.perOp(x), nil
}

// windows are those that the process told of. Of a binary without the hook it is
// one without iterations and spans.
func (b Benchmark) windows(records []hook.Record) (all []record.Window) {
	if !b.Binary.Hooked {
		return []record.Window{{Benchmark: b.Name}}
	}
	for _, rec := range records {
		if rec.Name != b.Name.Name {
			continue
		}
		if len(rec.Ops) == 0 {
			all = append(all, record.Window{Benchmark: b.Name, N: rec.N, Spans: spansOf(rec.Spans)})
		}
		for _, op := range rec.Ops {
			all = append(all, record.Window{Benchmark: b.Name, N: 1, Spans: spansOf(op), Loop: true})
		}
	}
	return all
}

func spansOf(all []hook.Span) (spans []record.Span) {
	for _, s := range all {
		spans = append(spans, record.Span(s))
	}
	return spans
}

// perOp is ns of wall time per iteration: as the hook has it, or else as it was
// printed.
func (b Benchmark) perOp(x Execution) float64 {
	var n int64
	var wall float64
	for _, rec := range x.Records {
		if rec.Name == b.Name.Name {
			n, wall = n+rec.N, wall+float64(rec.Duration)
		}
	}
	if !b.Binary.Hooked {
		for _, l := range parseLines(string(x.Output)) {
			n, wall = n+l.n, wall+l.values["ns/op"]*float64(l.n)
		}
	}
	return wall / float64(max(n, 1))
}

// Profile runs n iterations of a benchmark in a fresh process that writes a CPU
// profile to file. It measures nothing else, and the hook stays out of it.
func Profile(ctx context.Context, exec Executor, o Options, b build.Binary, name record.Benchmark, n int64, file string) error {
	b.Hooked = false
	x := o.execute(ctx, exec, b, Command{}, "-test.run=^$", "-test.bench="+exactly(name.Name), fmt.Sprintf("-test.benchtime=%dx", n),
		fmt.Sprintf("-test.cpu=%d", name.Procs), "-test.cpuprofile="+file)
	if outcome, why := classify(x, len(results(x, b))); outcome != record.OK {
		return fmt.Errorf("profiling %s: %s: %s", name.Name, outcome, why)
	}
	return nil
}
