package runner

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"tare/internal/build"
	"tare/internal/hook"
	"tare/internal/record"
)

func three() *fake {
	return &fake{
		names:   []string{"BenchmarkA", "BenchmarkB", "BenchmarkC"},
		subs:    map[string][]string{"BenchmarkC": {"x", "y|z[1]"}},
		nsPerOp: map[string]float64{"BenchmarkA": 100, "BenchmarkB": 2000, "BenchmarkC/x": 10, "BenchmarkC/y|z[1]": 1e9},
		behave:  map[string]func(int) (Execution, bool){},
	}
}

func run(t *testing.T, f *fake, p record.Plan, b build.Binary) (Result, *log) {
	t.Helper()
	l := &log{}
	return New(Options{Plan: p}, f, l).Run(t.Context(), []build.Binary{b}), l
}

// of returns the trials of one benchmark.
func of(r Result, name string) (ts []record.Trial) {
	for _, t := range r.Trials {
		if t.Benchmark.Name == name {
			ts = append(ts, t)
		}
	}
	return ts
}

func TestRoundsOfFreshProcesses(t *testing.T) {
	f := three()
	r, l := run(t, f, plan(), binary)
	if len(r.Failures) != 0 || len(r.Summaries) != 4 || len(r.Trials) != 24 || len(l.trials) != 24 {
		t.Fatalf("%d summaries, %d trials, failures %+v", len(r.Summaries), len(r.Trials), r.Failures)
	}
	for name, n := range map[string]int64{"BenchmarkA": 10_000, "BenchmarkB": 500, "BenchmarkC/x": 100_000, "BenchmarkC/y|z[1]": 1} {
		for i, trial := range of(r, name) {
			if trial.N != n || trial.Round != i+1 || trial.Outcome != record.OK || trial.Bill.Net != f.nsPerOp[name] {
				t.Errorf("%s: trial %d: %+v", name, i, trial)
			}
		}
	}
	for _, s := range r.Summaries {
		if s.Stop != record.StopSteady || s.Rounds != 6 || s.Net.Center != f.nsPerOp[s.Benchmark.Name] {
			t.Errorf("summary %+v", s)
		}
	}
	// Every round holds each benchmark once, and not always in the same order.
	orders := map[string]bool{}
	for round := range 6 {
		var names []string
		for _, trial := range r.Trials[round*4 : round*4+4] {
			names = append(names, trial.Benchmark.Name)
			if trial.Round != round+1 {
				t.Errorf("trial %d is of round %d", trial.Order, trial.Round)
			}
		}
		orders[strings.Join(names, " ")] = true
	}
	if len(orders) < 2 {
		t.Errorf("one order in all rounds: %v", orders)
	}
	again, _ := run(t, three(), plan(), binary)
	for i := range r.Trials {
		if again.Trials[i].Benchmark != r.Trials[i].Benchmark {
			t.Fatal("the seed does not reproduce the order")
		}
	}
	if last := l.progress[len(l.progress)-1]; last.Done != 23 || last.Expected < 24 || last.All != 4 {
		t.Errorf("progress before the last trial: %+v", last)
	}
}

func TestCommands(t *testing.T) {
	f := three()
	p := plan()
	p.Bench, p.MinRounds, p.MaxRounds = "C/y", 1, 1
	New(Options{Plan: p, CPU: "2,4", Args: []string{"-test.short", "-own"}}, f, &log{}).Run(t.Context(), []build.Binary{binary})
	var got []string
	for _, c := range f.commands {
		got = append(got, strings.Join(c.Args, " "))
		if c.Dir != "/src/p" || c.Path != "/bin/p.test" || !c.Hooked || c.Timeout != p.Timeout {
			t.Errorf("command %+v", c)
		}
	}
	const common, more = "-test.paniconexit0 -test.timeout=0 ", " -test.short -own"
	want := []string{
		common + "-test.list=^Benchmark" + more,
		common + "-test.run=^$ -test.bench=C/y -test.benchtime=1ms -test.skip=^(BenchmarkA|BenchmarkB)$ -test.cpu=2,4" + more,
		common + `-test.run=^$ -test.bench=^BenchmarkC$/^y\|z\[1\]$ -test.benchtime=1x -test.cpu=2` + more,
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("commands:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestFixedIterations(t *testing.T) {
	p := plan()
	p.Benchtime, p.Iters = 0, 77
	r, _ := run(t, three(), p, binary)
	for _, trial := range r.Trials {
		if trial.N != 77 {
			t.Errorf("%s: N %d", trial.Benchmark.Name, trial.N)
		}
	}
}

// What goes wrong in one benchmark is its own failure, by name; the rest
// completes.
func TestFailures(t *testing.T) {
	for _, c := range []struct {
		name    string
		at      int // which process of BenchmarkB: 1 is the calibration
		bad     Execution
		outcome record.Outcome
		message string
	}{
		{"fails", 1, Execution{Exit: 1, Output: []byte("--- FAIL: BenchmarkB\n    b_test.go:9: no luck\nFAIL\n")}, record.Failed, "b_test.go:9: no luck"},
		{"fails later", 3, Execution{Exit: 1, Output: []byte("--- FAIL: BenchmarkB\n")}, record.Failed, "--- FAIL: BenchmarkB"},
		{"panics", 2, Execution{Exit: 2, Output: []byte("panic: ouch\n\ngoroutine 7")}, record.Panicked, "panic: ouch"},
		{"throws", 1, Execution{Exit: 2, Output: []byte("fatal error: all goroutines are asleep - deadlock!\n")}, record.Panicked, "fatal error: all goroutines are asleep - deadlock!"},
		{"exits with 0", 2, Execution{Exit: 2, Output: []byte("panic: unexpected call to os.Exit(0) during test\n")}, record.Exited, "the benchmark called os.Exit(0)"},
		{"exits with 3", 2, Execution{Exit: 3}, record.Exited, "the process ended with status 3 and no result"},
		{"ends early", 2, Execution{Exit: 0}, record.Exited, "the process ended with status 0 before the benchmark had a result"},
		{"hangs", 1, Execution{Exit: 2, TimedOut: true, Output: []byte("SIGQUIT: quit\n")}, record.TimedOut, "killed after 10ms (-timeout)"},
		{"is killed", 2, Execution{Exit: -1, Signal: "killed"}, record.Killed, "killed by signal killed"},
		{"runs out of memory", 2, Execution{Exit: -1, Signal: "killed", OOM: true}, record.Killed, "the memory limit of its cell was hit"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := three()
			f.behave["BenchmarkB"] = func(trial int) (Execution, bool) { return c.bad, trial == c.at }
			r, l := run(t, f, plan(), binary)
			if len(r.Failures) != 1 || len(l.failures) != 1 {
				t.Fatalf("failures %+v", r.Failures)
			}
			got := r.Failures[0]
			if got.Package != "example.com/p" || got.Benchmark != "BenchmarkB" || got.Outcome != c.outcome || got.Message != c.message {
				t.Errorf("failure %+v", got)
			}
			for _, name := range []string{"BenchmarkA", "BenchmarkC/x", "BenchmarkC/y|z[1]"} {
				if len(of(r, name)) != 6 {
					t.Errorf("%s has %d trials", name, len(of(r, name)))
				}
			}
			if c.at > 1 { // its earlier trials are kept
				if ts := of(r, "BenchmarkB"); len(ts) != c.at-1 || ts[len(ts)-1].Outcome != c.outcome {
					t.Errorf("trials of the failed one: %+v", ts)
				}
			}
		})
	}
}

func TestSubBenchmarkNamedAsCulprit(t *testing.T) {
	f := three()
	f.behave["BenchmarkC/y|z[1]"] = func(int) (Execution, bool) {
		return Execution{Exit: 2, Output: []byte("panic: in the second\n")}, true
	}
	r, _ := run(t, f, plan(), binary)
	if len(r.Failures) != 1 || r.Failures[0].Benchmark != "BenchmarkC/y|z[1]" {
		t.Errorf("failures %+v", r.Failures)
	}
	if len(of(r, "BenchmarkC/x")) != 6 {
		t.Error("the sub-benchmark before it has a result and was not run")
	}
}

func TestSkippedIsNoFailure(t *testing.T) {
	f := three()
	f.behave["BenchmarkB"] = func(int) (Execution, bool) { return Execution{Output: []byte("\nPASS\n")}, true }
	r, _ := run(t, f, plan(), binary)
	if len(r.Failures) != 0 || len(r.Summaries) != 3 {
		t.Errorf("%d summaries, failures %+v", len(r.Summaries), r.Failures)
	}
}

// A contaminated trial does not count and is repeated.
func TestPollutedTrialsAreRepeated(t *testing.T) {
	f := three()
	f.canary = func(trial int) int64 {
		if trial == 12 {
			return 2000
		}
		return 1000
	}
	r, _ := run(t, f, plan(), binary)
	polluted := 0
	for _, s := range r.Summaries {
		polluted += s.Polluted
		if s.Rounds != 6 {
			t.Errorf("%s: %d clean rounds", s.Benchmark.Name, s.Rounds)
		}
	}
	if polluted != 1 || len(r.Trials) != 25 {
		t.Errorf("%d polluted of %d trials", polluted, len(r.Trials))
	}
}

func TestMachineNeverClean(t *testing.T) {
	f := three()
	f.canary = func(trial int) int64 { return int64(1000 + 300*trial*trial) }
	r, _ := run(t, f, plan(), binary)
	for _, s := range r.Summaries {
		if s.Stop != record.StopPolluted {
			t.Errorf("%s: %s after %d clean, %d polluted", s.Benchmark.Name, s.Stop, s.Rounds, s.Polluted)
		}
	}
}

func TestInterrupt(t *testing.T) {
	f := three()
	ctx, cancel := context.WithCancel(t.Context())
	l := &log{onTrial: func(record.Trial) {}}
	l.onTrial = func(trial record.Trial) {
		if trial.Order == 9 {
			cancel()
		}
	}
	r := New(Options{Plan: plan()}, f, l).Run(ctx, []build.Binary{binary})
	if len(r.Trials) != 10 || len(r.Failures) != 0 || len(r.Summaries) != 4 {
		t.Errorf("%d trials, %d summaries, failures %+v", len(r.Trials), len(r.Summaries), r.Failures)
	}
	for _, s := range r.Summaries {
		if s.Stop != record.StopInterrupted {
			t.Errorf("%s stopped: %s", s.Benchmark.Name, s.Stop)
		}
	}
}

// Without the hook there are lines of text, and readings of whole processes.
func TestUnhooked(t *testing.T) {
	plain := binary
	plain.Hooked = false
	r, _ := run(t, three(), plan(), plain)
	if len(r.Summaries) != 4 {
		t.Fatalf("%d summaries, failures %+v", len(r.Summaries), r.Failures)
	}
	for _, trial := range r.Trials {
		if trial.Accounting != record.ByProcess || trial.Bill.NetStatus == record.Measured || trial.Extra["things"] != 3 {
			t.Fatalf("trial %+v", trial)
		}
	}
}

func TestSelects(t *testing.T) {
	names := []string{"BenchmarkAB", "BenchmarkB", "BenchmarkC"}
	for pattern, want := range map[string]string{
		".": "BenchmarkAB BenchmarkB BenchmarkC", "": "BenchmarkAB BenchmarkB BenchmarkC", "B$": "BenchmarkAB BenchmarkB",
		"C/x|y/z": "BenchmarkC", "[A/]B": "BenchmarkAB", "(AB|C)/q": "BenchmarkAB BenchmarkC", `A\|B`: "",
	} {
		got, err := selects(pattern, names)
		if err != nil || strings.Join(got, " ") != want {
			t.Errorf("%q selects %v, %v; want %s", pattern, got, err, want)
		}
	}
	if _, err := selects("(", names); err == nil {
		t.Error("no error for a broken pattern")
	}
}

func TestHeadTail(t *testing.T) {
	var h headTail
	total := 0
	for i := range 3000 {
		n, err := h.Write([]byte(strings.Repeat(string(rune('a'+i%26)), 997)))
		if n != 997 || err != nil {
			t.Fatal(n, err)
		}
		total += n
	}
	h.Write([]byte(strings.Repeat("x", 2*keep) + "the end"))
	total += 2*keep + 7
	out := string(h.Bytes())
	if !strings.HasPrefix(out, "aaa") || !strings.HasSuffix(out, "xthe end") || len(out) > 2*keep+100 {
		t.Errorf("%d bytes, from %q to %q", len(out), out[:10], out[len(out)-10:])
	}
	if want := total - 2*keep; !strings.Contains(out, " bytes left out") || h.skipped != int64(want) {
		t.Errorf("%d skipped, want %d", h.skipped, want)
	}
	var small headTail
	small.Write([]byte("hello"))
	if got := string(small.Bytes()); got != "hello" {
		t.Errorf("%q", got)
	}
}

// Kernels without schedstat print zeros: nobody waited for nothing.
func TestAbsentSchedstatIsNoZero(t *testing.T) {
	r := hook.Record{Counters: map[string]int64{"cpu": 90e6, "lost-threads": 0}, Threads: []hook.Thread{{TID: 1}, {TID: 2}}}
	if got := runqWait(r, threads(r)); got.Status != record.Unsupported || got.Why == "" {
		t.Errorf("%+v", got)
	}
	r.Threads[1].Run = 89e6
	if got := runqWait(r, threads(r)); !got.OK() || got.Value != 0 {
		t.Errorf("%+v", got)
	}
}
