package runner

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"tare/internal/bill"
	"tare/internal/build"
	"tare/internal/record"
)

// subject is one benchmark under measurement.
type subject struct {
	binary build.Binary
	name   record.Benchmark
	n      int64   // iterations of every trial
	lines  float64 // CPUs kept busy at once, at calibration; 0 when not known
	watch  bool    // its switches are few enough to be recorded
	trials []record.Trial
	clean  []float64       // net ns/op of the clean trials, in order
	net    record.Estimate // of clean
	dirty  int             // polluted trials
	spent  time.Duration
	stop   record.Stop
}

// Calibration runs each benchmark for a tenth of -benchtime: long enough for a
// first guess of the iteration count, short enough not to matter.
const (
	maxIterations = 1_000_000_000 // package testing's own limit

	calibrationShare = 10
	minCalibration   = time.Millisecond
)

var benchmarkName = regexp.MustCompile(`(?m)^Benchmark\S*$`)

// discover finds the benchmarks of one binary by running each top-level
// benchmark once, and calibrates their iteration counts by the same stroke.
// What fails here is reported and has no trials.
func (r *Runner) discover(ctx context.Context, b build.Binary) []*subject {
	x := r.execute(ctx, b, false, "-test.list=^Benchmark")
	if outcome, why := classify(x, 1); outcome != record.OK {
		r.fail(ctx, record.Failure{Package: b.Package.ImportPath, Stage: "list", Outcome: outcome, Message: why, Output: tail(x.Output)})
		return nil
	}
	names := benchmarkName.FindAllString(string(x.Output), -1)
	selected, err := selects(r.opts.Plan.Bench, names)
	if err != nil { // the verb has compiled the pattern before
		r.fail(ctx, record.Failure{Package: b.Package.ImportPath, Stage: "list", Outcome: record.Failed, Message: err.Error()})
		return nil
	}
	var subjects []*subject
	for _, name := range selected {
		if ctx.Err() != nil {
			break
		}
		r.observe.Stage("calibrating " + name)
		subjects = append(subjects, r.calibrate(ctx, b, name, others(names, name))...)
	}
	return subjects
}

// calibrate runs one top-level benchmark with all its sub-benchmarks.
func (r *Runner) calibrate(ctx context.Context, b build.Binary, name, skip string) []*subject {
	plan := r.opts.Plan
	benchtime := max(plan.Benchtime/calibrationShare, minCalibration).String()
	if plan.Iters > 0 {
		benchtime = "1x"
	}
	args := []string{"-test.run=^$", "-test.bench=" + plan.Bench, "-test.benchtime=" + benchtime}
	if skip != "" {
		args = append(args, "-test.skip="+skip)
	}
	if r.opts.CPU != "" {
		args = append(args, "-test.cpu="+r.opts.CPU)
	}
	x := r.execute(ctx, b, true, args...)
	var subjects []*subject
	for _, t := range results(x, b) {
		if !t.Failed {
			subjects = append(subjects, r.subject(b, t))
		}
	}
	outcome, why := classify(x, len(subjects))
	if outcome != record.OK && outcome != record.Skipped && ctx.Err() == nil {
		r.fail(ctx, record.Failure{Package: b.Package.ImportPath, Benchmark: culprit(x.Output, name), Stage: "calibrate",
			Outcome: outcome, Message: why, Output: tail(x.Output)})
	}
	return subjects
}

// subject turns a calibration result into a benchmark with an iteration count.
func (r *Runner) subject(b build.Binary, res result) *subject {
	s := &subject{binary: b, name: res.Benchmark, n: r.opts.Plan.Iters, lines: res.lines, watch: res.switchRate < maxSwitchRate}
	if s.n == 0 && res.netPerOp > 0 {
		s.n = int64(math.Round(float64(r.opts.Plan.Benchtime) / res.netPerOp))
	}
	s.n = min(max(s.n, 1), maxIterations)
	return s
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

// line is one result line of a plain benchmark.
type line struct {
	name   string
	procs  int
	n      int64
	values map[string]float64
}

// parseLines finds result lines among whatever else a benchmark has printed.
// (benchfmt.Reader would do, but drops the unit of measure tidying that we
// need left alone: ns/op as package testing printed it.)
func parseLines(output string) []line {
	var found []line
	for text := range strings.Lines(output) {
		f := strings.Fields(text)
		if len(f) < 4 || len(f)%2 != 0 || !strings.HasPrefix(f[0], "Benchmark") {
			continue
		}
		n, err := strconv.ParseInt(f[1], 10, 64)
		if err != nil || n <= 0 {
			continue
		}
		l := line{trimProcs(f[0]), procsOf(f[0]), n, map[string]float64{}}
		for i := 2; i < len(f) && err == nil; i += 2 {
			l.values[f[i+1]], err = strconv.ParseFloat(f[i], 64)
		}
		if _, ok := l.values["ns/op"]; ok && err == nil {
			found = append(found, l)
		}
	}
	return found
}

var procsSuffix = regexp.MustCompile(`-(\d+)$`)

func trimProcs(name string) string { return procsSuffix.ReplaceAllString(name, "") }

func procsOf(name string) int {
	if m := procsSuffix.FindStringSubmatch(name); m != nil {
		if n, err := strconv.Atoi(m[1]); err == nil {
			return n
		}
	}
	return 1
}

// iterations is N as a -test.benchtime.
func iterations(n int64) string { return fmt.Sprintf("-test.benchtime=%dx", n) }
