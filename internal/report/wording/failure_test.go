package wording

import (
	"fmt"
	"strings"
	"testing"

	"tare/internal/record"
)

func TestOutputTail(t *testing.T) {
	var sb strings.Builder
	for i := range outputLines + 3 {
		fmt.Fprintf(&sb, "line %d\n", i)
	}
	lines := excerpt(record.Failure{Outcome: record.Failed, Output: sb.String()})
	if len(lines) != outputLines+1 || lines[0] != "… (3 lines before)" || lines[1] != "line 3" {
		t.Errorf("got %d lines, first %q", len(lines), lines[:2])
	}
}

func TestCrashComesFirst(t *testing.T) {
	output := "noise\npanic: boom\n\ngoroutine 7 [running]:\n" + strings.Repeat("idle\n", 100)
	lines := excerpt(record.Failure{Outcome: record.Panicked, Message: "panic: boom", Output: output})
	if len(lines) != outputLines+2 || lines[0] != "… (1 line before)" || lines[1] != "panic: boom" || lines[len(lines)-1] != "… (83 lines more)" {
		t.Errorf("%d lines: %q", len(lines), lines)
	}
}

func TestFailureNamesItsVariant(t *testing.T) {
	f := record.Failure{Package: "m/bad", Benchmark: "BenchmarkX", Variant: 1, Stage: "trial", Outcome: record.Panicked, Message: "no"}
	variants := []record.Variant{{Name: "old"}, {Name: "new"}}
	for _, c := range []struct {
		f         record.Failure
		variants  []record.Variant
		name, how string
	}{
		{f, nil, "m/bad BenchmarkX", "panicked: no"},
		{f, variants, "new: m/bad BenchmarkX", "panicked: no"},
		{f, variants[:1], "m/bad BenchmarkX", "panicked: no"},
		{record.Failure{Package: "m", Benchmark: "BenchmarkX", Stage: "trial", Outcome: record.Failed, Message: "no", Dependent: true}, nil, "m BenchmarkX", "failed: no; " + dependent},
	} {
		if name, how := failure(c.f, c.variants); name != c.name || how != c.how {
			t.Errorf("got %q: %q, want %q: %q", name, how, c.name, c.how)
		}
	}
}
