// Package trial runs single trials: a fresh process of one benchmark in a cell,
// with its readings and its bill. What is worth a trial, and how often, is the
// runners' business.
package trial

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"path"
	"strings"
	"time"

	"tare/internal/analysis/bill"
	"tare/internal/measure/build"
	"tare/internal/measure/hook"
	"tare/internal/measure/window"
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
	// Unplanned says that nobody asks for plans of windows, so that there are no pilots.
	Unplanned bool
}

// Benchmark is one benchmark, calibrated.
type Benchmark struct {
	Binary  build.Binary
	Name    record.Benchmark
	Pilot   window.Pilot   // what planned its windows; no points when nothing did
	Windows record.Windows // of every trial
	Lines   float64        // CPUs kept busy at once; 0 when not known
	Watch   bool           // its context switches are few enough to be recorded
	Cost    time.Duration  // of a whole trial, as the pilot promises
}

// Run runs one trial of the benchmark and bills it. The trial has no Order yet,
// and nobody has asked whether it is polluted.
func (b Benchmark) Run(ctx context.Context, exec Executor, o Options, round int) record.Trial {
	x := o.execute(ctx, exec, b.Binary, Command{Watch: b.Watch, Steps: steps(b.Windows)}, b.alone(b.Windows.N)...)
	t := record.Trial{Benchmark: b.Name, Round: round, Started: x.Started, Elapsed: int64(x.Elapsed), Lines: b.Lines, Windows: b.Windows}
	found, odd := 0, ""
	if b.Binary.Hooked {
		var records []hook.Record
		if records, odd = windowsOf(x, b.Name.Name, b.Windows); len(records) > 0 {
			found = 1
			fill(&t, records[len(records)-1], x)
		}
		if len(records) == 2 {
			takeOff(&t, records[0], x)
		}
	} else {
		for _, l := range parseLines(string(x.Output)) {
			if l.name == b.Name.Name {
				found++
				fillPlain(&t, l, x)
			}
		}
		if found > 1 {
			odd = fmt.Sprintf("%d results from one benchmark; want 1", found)
		}
	}
	t.Outcome, t.Message = read(x, found)
	switch {
	case ctx.Err() != nil:
		t.Outcome, t.Message = record.Stopped, "tare was interrupted"
	case t.Outcome == record.OK && odd != "":
		t.Outcome, t.Message = record.Failed, odd
	}
	if t.Outcome != record.OK {
		t.Output = tail(x.Output)
		return t
	}
	t.Better = directions(string(x.Output))
	t.Bill = bill.Of(t)
	return t
}

// Failure says that a trial, which did not end well, failed its benchmark.
func Failure(t record.Trial) record.Failure {
	return record.Failure{Package: t.Benchmark.Package, Benchmark: t.Benchmark.Name, Variant: t.Variant, Stage: "trial",
		Outcome: t.Outcome, Message: t.Message, Output: t.Output}
}

// alone returns the arguments that run this benchmark alone. A hooked binary is told
// its iterations by its steps.
func (b Benchmark) alone(n int64) []string {
	if b.Binary.Hooked {
		n = 1
	}
	return []string{"-test.run=^$", "-test.bench=" + b.Pattern(), fmt.Sprintf("-test.benchtime=%dx", n), fmt.Sprintf("-test.cpu=%d", b.Name.Procs)}
}

// execute runs a test binary in a fresh cell. Of the command c, it is only asked of
// a hooked one whether to watch and which steps to take. A program that prints benchmark
// lines by itself has its own arguments.
func (o Options) execute(ctx context.Context, exec Executor, b build.Binary, c Command, args ...string) Execution {
	if b.Args != nil {
		return exec.Execute(ctx, Command{Path: b.Path, Args: b.Args, Dir: b.Package.Dir, Timeout: o.Timeout})
	}
	// -test.paniconexit0 is what `go test` gives: os.Exit(0) is not a pass.
	args = append([]string{"-test.paniconexit0", "-test.timeout=0"}, args...)
	c.Path, c.Args, c.Dir, c.Timeout = b.Path, append(args, o.Args...), b.Package.Dir, o.Timeout
	c.Hooked, c.Watch = b.Hooked, c.Watch && b.Hooked
	x := exec.Execute(ctx, c)
	named(&x, b)
	return x
}

// named has messages call the test binary as go test calls it: its path is gone when
// anybody reads them.
func named(x *Execution, b build.Binary) {
	if b.Path == "" {
		return
	}
	name := path.Base(b.Package.ImportPath) + ".test"
	x.Output = bytes.ReplaceAll(x.Output, []byte(b.Path), []byte(name))
	if x.Err != nil && strings.Contains(x.Err.Error(), b.Path) {
		x.Err = errors.New(strings.ReplaceAll(x.Err.Error(), b.Path, name))
	}
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
