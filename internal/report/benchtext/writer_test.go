package benchtext

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"golang.org/x/perf/benchfmt"

	"tare/internal/record"
	"tare/internal/test/golden"
)

// sampleRun has something in every field that the header turns into text,
// line breaks and "key: value" look-alikes included.
func sampleRun() record.Run {
	return record.Run{
		ID:      "20261121-070301-4f2a",
		Started: time.Date(2026, 11, 21, 7, 3, 1, 0, time.UTC),
		Tare:    "v0.1.0",
		Args:    []string{"run", "-quota", "0.5", "./...", "note:\nquota: 0.5\nBenchmarkFake 1 1 ns/op"},
		Source: record.Source{
			Module: "example.com/m", GoVersion: "go1.26.8",
			Revision: "1a2b3c4", Dirty: true, VCSStatus: record.Measured,
		},
		Machine: record.Machine{
			CPUModel: "Some CPU @ 2.40GHz", CPUs: 8, Affinity: 2,
			GOOS: "linux", GOARCH: "amd64", Kernel: "6.18.4",
		},
		Cell: record.Cell{
			Level: "cgroup v2", Quota: 0.5, Period: 100000, CPUs: "0-1",
			Memory: 1 << 30, GOMAXPROCS: 2, Env: []string{"GOGC=off"},
		},
		Plan: record.Plan{
			Benchtime: 100 * time.Millisecond, MinRounds: 6, MaxRounds: 30,
			Target: 0.01, MaxCV: 0.021, Seed: 42,
		},
	}
}

func trial(pkg, name string, procs int) record.Trial {
	return record.Trial{
		Benchmark: record.Benchmark{Package: pkg, Name: name, Procs: procs},
		Outcome:   record.OK,
		N:         1000,
	}
}

// sampleText streams two rounds over two packages, with trials that must not
// show.
func sampleText(t *testing.T) []byte {
	t.Helper()
	var buf bytes.Buffer
	w := NewWriter(&buf)
	w.Header(sampleRun())
	polluted := trial("example.com/m/a", "BenchmarkFib20", 8)
	polluted.Polluted = []string{"suspended for 3s"}
	failed := trial("example.com/m/b", "BenchmarkBad", 8)
	failed.Outcome = record.Panicked
	for _, tr := range []record.Trial{
		trial("example.com/m/a", "BenchmarkFib20", 8),
		trial("example.com/m/a", "BenchmarkFib20/n=1", 1),
		polluted,
		failed,
		trial("example.com/m/b", "BenchmarkJSON/size=10", 2),
		trial("example.com/m/a", "BenchmarkFib20", 8),
	} {
		values := []record.Value{
			{Value: 82345.678, Unit: "ns/op"}, {Value: 81999.5, Unit: "net-ns/op"}, {Value: 0, Unit: "throttled-ns/op"},
			{Value: -1.25, Unit: "residual-ns/op"}, {Value: 0.123456789, Unit: "cpu-ns/op"}, {Value: 12.5, Unit: "MB/s"}, {Value: math.NaN(), Unit: "ratio"},
			{Value: 3e-9, Unit: "errors/op"}, {Value: 112, Unit: "B/op"}, {Value: 0, Unit: "allocs/op"},
		}
		if err := w.Result(tr, values); err != nil {
			t.Fatal(err)
		}
	}
	return buf.Bytes()
}

func TestGolden(t *testing.T) {
	got := sampleText(t)
	golden.Check(t, "run.golden", got)
}

// read returns the results and unit metadata in text, and fails on anything
// that benchfmt objects to.
func read(t *testing.T, text []byte) ([]*benchfmt.Result, benchfmt.UnitMetadataMap) {
	t.Helper()
	var results []*benchfmt.Result
	r := benchfmt.NewReader(bytes.NewReader(text), "run")
	for r.Scan() {
		switch rec := r.Result().(type) {
		case *benchfmt.Result:
			results = append(results, rec.Clone())
		case *benchfmt.SyntaxError:
			t.Errorf("syntax error: %v", rec)
		}
	}
	if err := r.Err(); err != nil {
		t.Fatal(err)
	}
	return results, r.Units()
}

func TestReadBack(t *testing.T) {
	results, units := read(t, sampleText(t))
	var got []string
	for _, r := range results {
		var config []string
		for _, c := range r.Config {
			config = append(config, c.Key+"="+string(c.Value))
		}
		got = append(got, r.Name.String()+" "+strings.Join(config, ","))
	}
	const config = "goos=linux,goarch=amd64,cpu=Some CPU @ 2.40GHz,pkg=example.com/m/"
	want := []string{
		"Fib20-8 " + config + "a",
		"Fib20/n=1 " + config + "a",
		"JSON/size=10-2 " + config + "b",
		"Fib20-8 " + config + "a",
	}
	if g, w := strings.Join(got, "\n"), strings.Join(want, "\n"); g != w {
		t.Errorf("got results\n%s\nwant\n%s", g, w)
	}
	if results[0].Iters != 1000 {
		t.Errorf("got %d iterations, want 1000", results[0].Iters)
	}
	for _, u := range []string{"net-ns/op", "cpu-ns/op", "throttled-ns/op", "residual-ns/op"} {
		if units.GetBetter(u) != -1 {
			t.Errorf("unit %s: lower is not better", u)
		}
	}
}

// TestZeroKeepsItsUnit guards against comparing only part of the trials: see
// unitOf.
func TestZeroKeepsItsUnit(t *testing.T) {
	results, _ := read(t, sampleText(t))
	if v, ok := results[0].Value("throttled-sec/op"); !ok || v != 0 {
		t.Errorf("throttled-sec/op: got %g, %v; want 0, true", v, ok)
	}
	if v, ok := results[0].Value("allocs/op"); !ok || v != 0 {
		t.Errorf("allocs/op: got %g, %v; want 0, true", v, ok)
	}
	if _, ok := results[0].Value("ratio"); ok {
		t.Error("NaN was written")
	}
}

func TestNumberPrecision(t *testing.T) {
	for exp := -9.0; exp < 12; exp += 0.37 {
		for _, x := range []float64{math.Pow(10, exp), -math.Pow(10, exp), 9.9999996 * math.Pow(10, math.Floor(exp))} {
			text := number(x)
			results, _ := read(t, []byte("BenchmarkX 1 "+text+" widgets\n"))
			back, _ := results[0].Value("widgets")
			if math.Abs(back-x) > 5e-6*math.Abs(x) {
				t.Errorf("%g was written as %q", x, text)
			}
		}
	}
}

func TestNumberAlignment(t *testing.T) {
	for v, want := range map[float64]string{
		1234.5:    "      1234.50",
		1.5:       "         1.50000",
		112:       "       112",
		0:         "         0",
		1234567.8: "   1234568",
		3e-9:      "3.00000e-09",
	} {
		if got := number(v); got != want {
			t.Errorf("%v: got %q, want %q", v, got, want)
		}
	}
}

func TestWriteError(t *testing.T) {
	full := errors.New("disk full")
	w := NewWriter(failingWriter{full})
	w.Header(record.Run{})
	err := w.Result(trial("p", "BenchmarkX", 1), []record.Value{{Value: 1, Unit: "ns/op"}})
	if !errors.Is(err, full) {
		t.Errorf("Result: got %v, want %v", err, full)
	}
}

type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }
