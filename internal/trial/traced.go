package trial

import (
	"context"
	"errors"
	"fmt"
	"os"

	"tare/internal/hook"
	"tare/internal/record"
)

// Tracing says how others look on while a benchmark runs.
type Tracing struct {
	Trace   string        // file for its Go execution trace; empty for none
	Files   []*os.File    // descriptors 3 and up of the process
	Profile string        // file for a CPU profile, whose samples the trace then has, too; empty for none
	Windows int           // of one iteration each; 0 for a single one of Benchmark.N
	Started func(pid int) // if any, is called when the process runs
	// Ended, if any, is called when the process has ended and its cell is still
	// there, with the windows, as in Traced.
	Ended   func(windows []record.Window)
}

// Traced is what a benchmark did while others looked on.
type Traced struct {
	Windows []record.Window // without spans where there were too many to remember
	PerOp   float64         // ns of wall time
}

// Traced runs the benchmark while others look on. Nothing is billed: looking on
// costs time. Binaries without the hook have no windows.
func (b Benchmark) Traced(ctx context.Context, exec Executor, o Options, t Tracing) (Traced, error) {
	args := []string{"-test.paniconexit0", "-test.timeout=0", "-test.run=^$", "-test.bench=" + exactly(b.Name.Name), fmt.Sprintf("-test.cpu=%d", b.Name.Procs)}
	if t.Windows > 0 {
		args = append(args, "-test.benchtime=1x", fmt.Sprintf("-test.count=%d", t.Windows))
	} else {
		args = append(args, fmt.Sprintf("-test.benchtime=%dx", b.N))
	}
	if t.Trace != "" {
		args = append(args, "-test.trace="+t.Trace)
	}
	if t.Profile != "" {
		args = append(args, "-test.cpuprofile="+t.Profile)
	}
	x := exec.Execute(ctx, Command{Path: b.Binary.Path, Args: append(args, o.Args...), Dir: b.Binary.Package.Dir,
		Hooked: b.Binary.Hooked, Timeout: o.Timeout, Files: t.Files, Started: t.Started,
		Ended: func(records []hook.Record) {
			if t.Ended != nil {
				windows, _ := b.windows(records)
				t.Ended(windows)
			}
		}})
	if ctx.Err() != nil {
		return Traced{}, context.Cause(ctx)
	}
	outcome, why := classify(x, len(results(x, b.Binary)))
	if outcome == record.OK && x.HookErr != nil {
		outcome, why = record.Failed, x.HookErr.Error()
	}
	if outcome != record.OK {
		return Traced{}, fmt.Errorf("%s: %s: %w", b.Name.Name, outcome, errors.New(why))
	}
	windows, perOp := b.windows(x.Records)
	if len(windows) == 0 {
		perOp = b.printed(string(x.Output))
	}
	return Traced{windows, perOp}, nil
}

// windows are those that the process told of, and ns per iteration in them.
func (b Benchmark) windows(records []hook.Record) (all []record.Window, perOp float64) {
	var n, wall int64
	for _, rec := range records {
		if rec.Name != b.Name.Name {
			continue
		}
		w := record.Window{Benchmark: b.Name, N: rec.N}
		for _, s := range rec.Spans {
			w.Spans = append(w.Spans, record.Span(s))
		}
		all = append(all, w)
		n += rec.N
		wall += rec.Duration
	}
	return all, float64(wall) / float64(max(n, 1))
}

// printed is the ns per iteration that the process printed.
func (b Benchmark) printed(output string) float64 {
	var n int64
	var wall float64
	for _, l := range parseLines(output) {
		n += l.n
		wall += l.values["ns/op"] * float64(l.n)
	}
	return wall / float64(max(n, 1))
}
