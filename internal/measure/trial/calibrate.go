package trial

import (
	"context"
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"tare/internal/analysis/bill"
	"tare/internal/measure/build"
	"tare/internal/measure/window"
	"tare/internal/record"
)

// maxIterations is package testing's own limit.
const maxIterations = 1_000_000_000

var benchmarkName = regexp.MustCompile(`(?m)^Benchmark\S*$`)

// Discover finds the benchmarks of one binary by running each selected top-level
// benchmark once, and plans their windows by a pilot of each. It says what it is at
// with stage. What fails or skips itself here is told to fail, with that outcome, and is
// not in the result, unless it is ctx that ended.
func Discover(ctx context.Context, exec Executor, o Options, b build.Binary, stage func(string), fail func(record.Failure)) []Benchmark {
	failed := func(f record.Failure) {
		if f.Package = b.Package.ImportPath; ctx.Err() == nil {
			fail(f)
		}
	}
	pattern, err := ParsePattern(o.Bench)
	if err != nil { // the verb has compiled the pattern before
		failed(record.Failure{Stage: "list", Outcome: record.Failed, Message: err.Error()})
		return nil
	}
	if b.Args != nil {
		return o.printed(ctx, exec, b, pattern, stage, failed)
	}
	names, listing := o.list(ctx, exec, b, failed)
	var found []Benchmark
	together := sync.OnceValue(func() func(string) bool { return o.together(ctx, exec, b) })
	selected := pattern.tops(names)
	for _, name := range selected {
		if ctx.Err() != nil {
			break
		}
		stage("calibrating " + name)
		x := o.execute(ctx, exec, b, Command{Watch: true}, o.discovery(b, others(names, name))...)
		var here []result
		for _, r := range results(x, b) {
			if !r.Failed {
				here = append(here, r)
			}
		}
		if outcome, why := read(x, len(here)); outcome != record.OK && outcome != record.Skipped {
			f := record.Failure{Benchmark: culprit(x.Output, name), Stage: "calibrate", Outcome: outcome, Message: why, Output: tail(x.Output)}
			f.Dependent = len(selected) > 1 && slices.Contains(telling, outcome) && together()(f.Benchmark)
			failed(f)
		}
		for _, f := range skips(x.Output) {
			failed(f)
		}
		for _, r := range here {
			p, ok := o.plan(ctx, exec, b, r, func(p Benchmark, f record.Failure) {
				f.Dependent = len(here) > 1 && slices.Contains(telling, f.Outcome) && o.failsAlone(ctx, exec, p)
				failed(f)
			})
			if ok {
				p.Cost = listing + p.Windows.Length()
				found = append(found, p)
			}
		}
	}
	return found
}

// list returns the names of the top-level benchmarks, and how long it took to find them.
func (o Options) list(ctx context.Context, exec Executor, b build.Binary, failed func(record.Failure)) (names []string, took time.Duration) {
	x := o.execute(ctx, exec, b, Command{}, "-test.list=^Benchmark")
	if outcome, why := classify(x, 1); outcome != record.OK {
		failed(record.Failure{Stage: "list", Outcome: outcome, Message: why, Output: tail(x.Output)})
		return nil, x.Elapsed
	}
	names = benchmarkName.FindAllString(string(x.Output), -1)
	if len(names) == 0 { // packages without benchmarks are not built
		failed(record.Failure{Stage: "list", Outcome: record.Exited, Message: "the test binary lists no benchmark: does its TestMain end before m.Run?", Output: tail(x.Output)})
	}
	return names, x.Elapsed
}

// Binaries without the hook are calibrated by a tenth of -benchtime: long enough for
// a first guess of the iteration count, short enough not to matter.
const (
	calibrationShare = 10
	minCalibration   = time.Millisecond
)

// discovery returns the arguments that run one top-level benchmark with all its
// sub-benchmarks, by skipping the others.
func (o Options) discovery(b build.Binary, skip string) []string {
	benchtime := "1x"
	if !b.Hooked && o.Iters == 0 {
		benchtime = max(o.Benchtime/calibrationShare, minCalibration).String()
	}
	// With -test.v, package testing says which benchmarks skip themselves.
	args := []string{"-test.v", "-test.run=^$", "-test.bench=" + o.Bench, "-test.benchtime=" + benchtime}
	if skip != "" {
		args = append(args, "-test.skip="+skip)
	}
	if o.CPU != "" {
		args = append(args, "-test.cpu="+o.CPU)
	}
	return args
}

// tooLong is the time of one iteration, in ns, that no pilot repeats.
const tooLong = 2.5e9

// plan makes a benchmark of what discovery has found, with windows that a pilot plans
// unless their iterations are given or there is no hook to run one. It reports
// whether the pilot, if any, ended well.
func (o Options) plan(ctx context.Context, exec Executor, b build.Binary, r result, failed func(Benchmark, record.Failure)) (Benchmark, bool) {
	p := Benchmark{Binary: b, Name: r.Benchmark, Lines: r.lines, Watch: r.switchRate < maxSwitchRate}
	p.Windows = record.Windows{Method: record.Plain, N: o.Iters, PerOp: r.netPerOp}
	if o.Iters > 0 || !b.Hooked || o.Unplanned || r.netPerOp >= tooLong {
		if p.Windows.N == 0 && r.netPerOp > 0 {
			p.Windows.N = int64(math.Round(float64(o.Benchtime) / r.netPerOp))
		}
		p.Windows.N = min(max(p.Windows.N, 1), maxIterations)
		return p, true
	}
	return o.pilot(ctx, exec, p, failed)
}

// maxSwitchRate is how many context switches per second of a benchmark are
// recorded. Recording one takes about 0.1 µs, so that a window gets some 0.3 %
// longer at this rate; benchmarks that switch more often are billed by counters.
const maxSwitchRate = 30_000

// result is one benchmark result of a process, hooked or not.
type result struct {
	record.Benchmark
	Failed     bool
	netPerOp   float64 // ns
	lines      float64 // CPU ÷ wall time, at least 1; 0 when not known
	switchRate float64 // voluntary and involuntary, per s
	point      window.Point
	loop       bool // it uses b.Loop
	parallel   bool // and RunParallel
}

// results lists what a process has measured: from the hook's records, or from
// its output where there is no hook.
func results(x Execution, b build.Binary) []result {
	var rs []result
	if !b.Hooked {
		for _, l := range parseLines(string(x.Output)) {
			name := record.Benchmark{Package: b.Package.ImportPath, Name: l.name, Procs: l.procs}
			rs = append(rs, result{Benchmark: name, netPerOp: l.values["ns/op"]})
		}
		return rs
	}
	for _, rec := range x.Records {
		t := record.Trial{Benchmark: record.Benchmark{Package: b.Package.ImportPath, Name: rec.Name}}
		fill(&t, rec, x)
		res := result{Benchmark: t.Benchmark, Failed: rec.Failed, netPerOp: bill.Of(t).Net}
		if cpu, ok := t.Readings.Value(record.CPU); ok && rec.Duration > 0 {
			res.lines = max(1, (cpu-float64(record.Monitor(t.Threads).Run))/float64(rec.Duration))
			switches := rec.Counters["voluntary-switches"] + rec.Counters["involuntary-switches"]
			res.switchRate = float64(switches) / float64(rec.Duration) * 1e9
		}
		res.point = pointOf(t, rec, res.netPerOp)
		res.loop, res.parallel = rec.Counters["loop"] != 0, rec.Parallel
		rs = append(rs, res)
	}
	return rs
}

// culprit names the benchmark that a process died in: package testing prints a
// benchmark's name before it runs it. top is the answer when it does not say.
func culprit(output []byte, top string) string {
	name := top
	for line := range strings.Lines(string(output)) {
		if f := strings.Fields(line); len(f) > 0 && (f[0] == top || strings.HasPrefix(f[0], top+"/") || strings.HasPrefix(f[0], top+"-")) {
			name = f[0]
		}
	}
	return trimProcs(name)
}
