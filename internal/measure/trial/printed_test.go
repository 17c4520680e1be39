package trial_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"tare/internal/measure/build"
	"tare/internal/measure/trial"
	"tare/internal/record"
)

// printer is an executor of a program that prints something.
type printer struct {
	output string
	exit   int
	ran    []trial.Command
}

func (p *printer) Execute(_ context.Context, c trial.Command) trial.Execution {
	p.ran = append(p.ran, c)
	return trial.Execution{Started: time.Unix(1, 0), Elapsed: time.Second, Output: []byte(p.output), Exit: p.exit, Process: record.Readings{}}
}

var program = build.Binary{Package: build.Package{Dir: "/src"}, Path: "/bin/load", Args: []string{"-n", "7"}}

// A program that prints benchmark lines is run as it is, and has what it prints measured.
func TestPrinted(t *testing.T) {
	p := &printer{output: "goos: linux\nBenchmarkGet-2 \t 100\t 2000 ns/op\t 900 p99-ns\nUnit p99-ns better=lower\nBenchmarkPut 50 4000 ns/op\n"}
	var failures []record.Failure
	o := options()
	o.Bench = "Get"
	found := trial.Discover(t.Context(), p, o, program, func(string) {}, func(f record.Failure) { failures = append(failures, f) })
	if len(found) != 1 || len(failures) != 0 || found[0].Name != (record.Benchmark{Name: "BenchmarkGet", Procs: 2}) {
		t.Fatalf("found %+v, failures %+v", found, failures)
	}
	got := found[0].Run(t.Context(), p, o, 3)
	if got.Outcome != record.OK || got.N != 100 || got.Round != 3 || got.Extra["p99-ns"] != 900 || got.Better["p99-ns"] != -1 {
		t.Errorf("%+v", got)
	}
	if wall, _ := got.Readings.Value(record.Wall); wall != 200_000 {
		t.Errorf("wall %v", wall)
	}
	for _, c := range p.ran {
		if c.Path != "/bin/load" || strings.Join(c.Args, " ") != "-n 7" || c.Dir != "/src" || c.Hooked || c.Timeout != o.Timeout {
			t.Errorf("ran %+v", c)
		}
	}
}

func TestPrintsNoResult(t *testing.T) {
	for _, c := range []struct {
		output string
		exit   int
		want   string
	}{
		{"done\n", 0, "printed no line in the Go benchmark format"},
		{"BenchmarkPut 50 4000 ns/op\n", 0, "of a benchmark that -bench selects"},
		{"usage: load\n", 2, "status 2"},
		{"BenchmarkGet 1 5 ns/op\nBenchmarkGet 1 6 ns/op\n", 0, "several results"},
	} {
		var failures []record.Failure
		o := options()
		o.Bench = "Get"
		found := trial.Discover(t.Context(), &printer{output: c.output, exit: c.exit}, o, program, func(string) {}, func(f record.Failure) { failures = append(failures, f) })
		if len(found) != 0 || len(failures) != 1 || !strings.Contains(failures[0].Message, c.want) || failures[0].Benchmark != "load" && failures[0].Benchmark != "BenchmarkGet" {
			t.Errorf("%q: found %v, failures %+v", c.output, found, failures)
		}
	}
}
