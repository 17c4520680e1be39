package trial_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"tare/internal/measure/build"
	"tare/internal/measure/trial"
	"tare/internal/measure/trial/trialtest"
	"tare/internal/record"
)

func options() trial.Options {
	return trial.Options{Bench: ".", Benchtime: time.Millisecond, Timeout: time.Second}
}

func discover(t *testing.T, m *trialtest.Machine, o trial.Options, b build.Binary) ([]trial.Benchmark, []record.Failure) {
	var failures []record.Failure
	found := trial.Discover(t.Context(), m, o, b, func(string) {}, func(f record.Failure) { failures = append(failures, f) })
	return found, failures
}

func TestCommands(t *testing.T) {
	m, o := trialtest.Three(), options()
	o.Bench, o.CPU, o.Args = "C/y", "2,4", []string{"-test.short", "-own"}
	found, failures := discover(t, m, o, trialtest.Binary)
	if len(found) != 2 || len(failures) != 0 {
		t.Fatalf("found %+v, failures %+v", found, failures)
	}
	found[0].Run(t.Context(), m, o, 1)
	var got []string
	for _, c := range m.Commands {
		got = append(got, strings.Join(c.Args, " "))
		if c.Dir != "/src/p" || c.Path != "/bin/p.test" || !c.Hooked || c.Timeout != o.Timeout {
			t.Errorf("command %+v", c)
		}
	}
	const common, more = "-test.paniconexit0 -test.timeout=0 ", " -test.short -own"
	want := []string{
		common + "-test.list=^Benchmark" + more,
		common + "-test.v -test.run=^$ -test.bench=C/y -test.benchtime=1x -test.skip=^(BenchmarkA|BenchmarkB)$ -test.cpu=2,4" + more,
		common + `-test.run=^$ -test.bench=^BenchmarkC$/^y\|z\[1\]$ -test.benchtime=1x -test.cpu=2` + more,
		common + `-test.run=^$ -test.bench=^BenchmarkC$/^y\|z\[1\]$ -test.benchtime=1x -test.cpu=4` + more,
		common + `-test.run=^$ -test.bench=^BenchmarkC$/^y\|z\[1\]$ -test.benchtime=1x -test.cpu=2` + more,
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("commands:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// A panic ends the process: the benchmark in it is named, and those before it
// have results.
func TestSubBenchmarkNamedAsCulprit(t *testing.T) {
	m, o := trialtest.Three(), options()
	m.Behave["BenchmarkC/y|z[1]"] = func(int) (trial.Execution, bool) {
		return trial.Execution{Exit: 2, Output: []byte("panic: in the second\n")}, true
	}
	found, failures := discover(t, m, o, trialtest.Binary)
	if len(failures) != 1 || failures[0].Benchmark != "BenchmarkC/y|z[1]" || failures[0].Package != "example.com/p" {
		t.Errorf("failures %+v", failures)
	}
	if len(found) != 3 || found[2].Name.Name != "BenchmarkC/x" {
		t.Errorf("found %+v", found)
	}
}

// Set-up that every call repeats is taken off, and the trial says so.
func TestSetUpIsTakenOff(t *testing.T) {
	m, o := trialtest.Three(), options()
	m.SetUp = map[string]float64{"BenchmarkB": 5e6}
	o.Bench = "BenchmarkB"
	found, failures := discover(t, m, o, trialtest.Binary)
	if len(found) != 1 || len(failures) != 0 {
		t.Fatalf("found %+v, failures %+v", found, failures)
	}
	got := found[0].Run(t.Context(), m, o, 1)
	if got.Outcome != record.OK || got.Bill.Net != 2000 || got.Bill.Wall != 2000 || got.N != 500 || got.Windows.SetUp != 5e6 {
		t.Errorf("trial %+v", got)
	}
	if got.Lead == nil || got.Lead.N != 1 || got.Whole().N != 501 || got.Whole().Readings[record.Wall].Value != 501*2000+5e6 {
		t.Errorf("taken off: %+v; the whole is %+v", got.Lead, got.Whole())
	}
}

// Without the hook there are lines of text, and readings of whole processes.
func TestUnhooked(t *testing.T) {
	m, o := trialtest.Three(), options()
	plain := trialtest.Binary
	plain.Hooked = false
	found, failures := discover(t, m, o, plain)
	if len(found) != 4 {
		t.Fatalf("found %+v, failures %+v", found, failures)
	}
	for _, b := range found {
		got := b.Run(t.Context(), m, o, 1)
		if got.Outcome != record.OK || got.Accounting != record.ByProcess || got.Bill.NetStatus == record.Measured || got.Extra["things"] != 3 {
			t.Errorf("trial %+v", got)
		}
	}
}

// Slow trials are polluted and belong to the reference; those that failed are
// neither.
func TestReference(t *testing.T) {
	var r trial.Reference
	for i, c := range []struct {
		canary   float64
		outcome  record.Outcome
		polluted bool
	}{
		{9, record.Failed, false}, {1, record.OK, false}, {2, record.OK, true}, {2, record.Failed, false},
		{3, record.OK, true}, {3, record.OK, true}, {3, record.OK, false},
	} {
		got := record.Trial{Outcome: c.outcome, Readings: record.Readings{record.CanaryALU: record.Of(c.canary)}}
		if r.Mark(&got); len(got.Polluted) > 0 != c.polluted {
			t.Errorf("trial %d: %q", i, got.Polluted)
		}
	}
}
