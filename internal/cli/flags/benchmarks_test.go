package flags

import (
	"strings"
	"testing"

	"tare/internal/record"
)

func TestBenchmarks(t *testing.T) {
	all := []record.Benchmark{{Name: "BenchmarkSum", Procs: 2}, {Name: "BenchmarkSum/small", Procs: 2}, {Name: "BenchmarkSumAll", Procs: 1}, {Name: "BenchmarkParse/a/b", Procs: 4}}
	for pattern, want := range map[string]string{
		"Sum":               "BenchmarkSum BenchmarkSum/small BenchmarkSumAll",
		"BenchmarkSum":      "BenchmarkSum BenchmarkSum/small BenchmarkSumAll",
		"^BenchmarkSum$":    "BenchmarkSum BenchmarkSum/small", // as go test has it
		"^Sum-2$":           "BenchmarkSum",
		"Sum/small-2":       "BenchmarkSum/small",
		"BenchmarkSum-2$":   "BenchmarkSum",
		"Parse/a":           "BenchmarkParse/a/b",
		"Parse/./b":         "BenchmarkParse/a/b",
		"Parse/b$":          "",
		"None":              "",
		"Sum/(small|large)": "BenchmarkSum/small",
	} {
		match, err := Benchmarks(pattern)
		if err != nil {
			t.Errorf("%s: %v", pattern, err)
			continue
		}
		var got []string
		for _, b := range all {
			if match(b) {
				got = append(got, b.Name)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: got %s, want %s", pattern, got, want)
		}
	}
	if _, err := Benchmarks("("); err == nil || !strings.Contains(err.Error(), `-bench "("`) {
		t.Errorf("got %v", err)
	}
}
