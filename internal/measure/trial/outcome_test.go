package trial

import (
	"errors"
	"strings"
	"testing"

	"tare/internal/measure/build"
)

func TestTailOfACrashIsItsBeginning(t *testing.T) {
	long := strings.Repeat("a line of output\n", maxOutput/10)
	if got := tail([]byte(long)); len(got) > maxOutput+10 || !strings.HasPrefix(got, "…\na line") {
		t.Errorf("%d bytes, %.20q", len(got), got)
	}
	got := tail([]byte(long + "BenchmarkX\tpanic: boom\n" + long))
	if !strings.HasPrefix(got, "…\n\tpanic: boom\na line") || len(got) > maxOutput+10 || !strings.HasSuffix(got, "output\n…\n") {
		t.Errorf("%d bytes, %.40q", len(got), got)
	}
}

func TestFailureMessage(t *testing.T) {
	for _, c := range []struct{ out, want string }{
		{"goos: linux\nBenchmarkX-2  \t--- FAIL: BenchmarkX\n    x_test.go:3: no luck\n    x_test.go:4: at all\nFAIL\n", "x_test.go:3: no luck"},
		{"BenchmarkX\n    x_test.go:3: no luck\n    x_test.go:4: got\n        2\n--- FAIL: BenchmarkX\nFAIL\n", "x_test.go:3: no luck"},
		{"    w_test.go:1: skipped\n--- SKIP: BenchmarkW\nBenchmarkX\n--- FAIL: BenchmarkX\nFAIL\n", "FAIL"},
		{"BenchmarkX\n--- FAIL: BenchmarkX\n", "--- FAIL: BenchmarkX"},
	} {
		if got := failureMessage(c.out); got != c.want {
			t.Errorf("%q: %q, want %q", c.out, got, c.want)
		}
	}
}

// A flag that the test binary does not know makes package flag print its path.
func TestPathsAreNamed(t *testing.T) {
	b := build.Binary{Package: build.Package{ImportPath: "example.com/p"}, Path: "/tmp/tare-1/0.test"}
	x := Execution{Output: []byte("Usage of /tmp/tare-1/0.test:\n"), Err: errors.New("fork/exec /tmp/tare-1/0.test: exec format error")}
	named(&x, b)
	if string(x.Output) != "Usage of p.test:\n" || x.Err.Error() != "fork/exec p.test: exec format error" {
		t.Errorf("%q, %v", x.Output, x.Err)
	}
}
