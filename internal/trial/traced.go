package trial

import (
	"context"
	"errors"
	"fmt"
	"os"

	"tare/internal/record"
)

// Tracing says how others look on while a benchmark runs.
type Tracing struct {
	Trace   string        // file for its Go execution trace; empty for none
	Files   []*os.File    // descriptors 3 and up of the process
	Profile string        // file for a CPU profile, whose samples the trace then has, too; empty for none
	Windows int           // of one iteration each; 0 for a single one of Benchmark.N
	Started func(pid int) // is called when the process runs
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
		Hooked: b.Binary.Hooked, Timeout: o.Timeout, Files: t.Files, Started: t.Started})
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
	return b.windows(x), nil
}

// windows are those that the process told of.
func (b Benchmark) windows(x Execution) (t Traced) {
	var n, wall int64
	for _, rec := range x.Records {
		if rec.Name != b.Name.Name {
			continue
		}
		w := record.Window{Benchmark: b.Name, N: rec.N}
		for _, s := range rec.Spans {
			w.Spans = append(w.Spans, record.Span(s))
		}
		t.Windows = append(t.Windows, w)
		n += rec.N
		wall += rec.Duration
	}
	if n == 0 {
		for _, l := range parseLines(string(x.Output)) {
			n += l.n
			wall += int64(l.values["ns/op"] * float64(l.n))
		}
	}
	if n > 0 {
		t.PerOp = float64(wall) / float64(n)
	}
	return t
}
