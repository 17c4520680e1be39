// Package trial runs single trials: a fresh process of one benchmark in a cell,
// with its readings and its bill. What is worth a trial, and how often, is the
// runners' business.
package trial

import (
	"context"
	"fmt"
	"math"
	"time"

	"tare/internal/bill"
	"tare/internal/build"
	"tare/internal/record"
)

// Options say how benchmarks are run.
type Options struct {
	Bench     string        // pattern of benchmarks, as package testing takes it
	Benchtime time.Duration // net length of a window
	Iters     int64         // iterations of a window; 0 means calibrated to Benchtime
	Timeout   time.Duration // of one process
	CPU       string        // -cpu list, as package testing takes it; empty for the runtime's own choice
	Args      []string      // further arguments for the test binaries
}

// Benchmark is one benchmark, calibrated.
type Benchmark struct {
	Binary build.Binary
	Name   record.Benchmark
	N      int64   // iterations of every trial
	Lines  float64 // CPUs kept busy at once; 0 when not known
	Watch  bool    // its context switches are few enough to be recorded
}

// Run runs one trial of the benchmark and bills it. The trial has no Order yet,
// and nobody has asked whether it is polluted.
func (b Benchmark) Run(ctx context.Context, exec Executor, o Options, round int) record.Trial {
	x := o.execute(ctx, exec, b.Binary, b.Watch, "-test.run=^$", "-test.bench="+exactly(b.Name.Name),
		fmt.Sprintf("-test.benchtime=%dx", b.N), fmt.Sprintf("-test.cpu=%d", b.Name.Procs))
	t := record.Trial{Benchmark: b.Name, Round: round, Started: x.Started, Elapsed: int64(x.Elapsed), Lines: b.Lines}
	found := 0
	if b.Binary.Hooked {
		for _, rec := range x.Records {
			if rec.Name == b.Name.Name {
				found++
				fill(&t, rec, x)
				if rec.Failed {
					found--
				}
			}
		}
	} else {
		for _, l := range parseLines(string(x.Output)) {
			if l.name == b.Name.Name {
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

// Failure says that a trial, which did not end well, failed its benchmark.
func Failure(t record.Trial) record.Failure {
	return record.Failure{Package: t.Benchmark.Package, Benchmark: t.Benchmark.Name, Variant: t.Variant, Stage: "trial",
		Outcome: t.Outcome, Message: t.Message, Output: t.Output}
}

// execute runs a test binary in a fresh cell. With watch, the context switches
// of a hooked one are recorded.
func (o Options) execute(ctx context.Context, exec Executor, b build.Binary, watch bool, args ...string) Execution {
	// -test.paniconexit0 is what `go test` gives: os.Exit(0) is not a pass.
	args = append([]string{"-test.paniconexit0", "-test.timeout=0"}, args...)
	return exec.Execute(ctx, Command{Path: b.Path, Args: append(args, o.Args...), Dir: b.Package.Dir,
		Hooked: b.Hooked, Watch: watch && b.Hooked, Timeout: o.Timeout})
}

// fillPlain puts what an unhooked binary printed into the trial: the window's
// wall time and package testing's own statistics, and readings of the whole
// process.
func fillPlain(t *record.Trial, l line, x Execution) {
	t.Accounting, t.CPUs, t.Memory = record.ByProcess, x.CPUs, x.Memory
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
