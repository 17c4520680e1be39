package rounds

import (
	"reflect"
	"slices"
	"testing"

	"tare/internal/measure/build"
	"tare/internal/record"
)

func TestUnmatched(t *testing.T) {
	s := compare(record.Base, record.Contender, record.Contender)
	s.machines[0].Names = []string{"BenchmarkA", "BenchmarkB"}
	s.machines[1].Names = []string{"BenchmarkC", "BenchmarkA"}
	s.machines[2].Names = []string{"BenchmarkA", "BenchmarkB"}
	s.machines[1].Subs = nil
	s.machines[1].NsPerOp["BenchmarkC"] = 5
	s.variants[2].Binaries["q"] = []build.Binary{{Package: build.Package{ImportPath: "example.com/q"}, Hooked: true}}
	r := s.run(t.Context())
	want := []record.Unmatched{
		{Benchmark: record.Benchmark{Package: "example.com/v0/p", Name: "BenchmarkB", Procs: 2}, Missing: []int{1}},
		{Benchmark: record.Benchmark{Package: "example.com/v1/p", Name: "BenchmarkC", Procs: 2}, Missing: []int{0, 2}},
		{Benchmark: record.Benchmark{Package: "example.com/q", Name: "BenchmarkA", Procs: 2}, Missing: []int{0, 1}},
		{Benchmark: record.Benchmark{Package: "example.com/q", Name: "BenchmarkB", Procs: 2}, Missing: []int{0, 1}},
	}
	if !reflect.DeepEqual(r.Unmatched, want) || len(r.Trials) != 6*3 || len(r.Failures) != 0 {
		t.Errorf("unmatched %+v, %d trials, failures %+v", r.Unmatched, len(r.Trials), r.Failures)
	}
}

// GOMAXPROCS may be the very thing compared.
func TestProcs(t *testing.T) {
	s := compare(record.Base, record.Contender)
	s.machines[1].Procs = 4
	r := s.run(t.Context())
	if len(r.Benchmarks) != 4 || r.Benchmarks[0].Name.Procs != 2 || len(r.Unmatched) != 0 {
		t.Fatalf("%+v, unmatched %+v", r.Benchmarks, r.Unmatched)
	}
	for v, want := range []string{"-test.cpu=2", "-test.cpu=4"} {
		m := s.machines[v]
		if args := m.Commands[len(m.Commands)-1].Args; !slices.Contains(args, want) {
			t.Errorf("variant %d ran with %v", v, args)
		}
	}
	// With a list, it is part of the name.
	s.opts.Trial.CPU = "1,4"
	if r := s.run(t.Context()); len(r.Benchmarks) != 8 || r.Benchmarks[1].Name.Procs != 4 || r.Benchmarks[1].Rounds != 6 {
		t.Errorf("%+v", r.Benchmarks)
	}
}
