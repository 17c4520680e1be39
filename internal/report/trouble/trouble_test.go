package trouble

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
	lines := tail(sb.String())
	if len(lines) != outputLines+1 || lines[0] != "… (3 lines before)" || lines[1] != "line 3" {
		t.Errorf("got %d lines, first %q", len(lines), lines[:2])
	}
}

func TestFailureNamesItsVariant(t *testing.T) {
	f := record.Failure{Package: "m/bad", Benchmark: "BenchmarkX", Variant: 1, Stage: "trial", Outcome: record.Panicked, Message: "no"}
	variants := []record.Variant{{Name: "old"}, {Name: "new"}}
	for _, c := range []struct{ got, want string }{
		{Failure(f, nil), "m/bad BenchmarkX: panicked: no"},
		{Failure(f, variants), "new: m/bad BenchmarkX: panicked: no"},
		{Failure(f, variants[:1]), "m/bad BenchmarkX: panicked: no"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}
