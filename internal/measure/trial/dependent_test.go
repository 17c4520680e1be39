package trial_test

import (
	"strings"
	"testing"

	"tare/internal/measure/trial"
	"tare/internal/measure/trial/trialtest"
)

// A benchmark that fails alone is run once more beside others, and one that fails only
// beside its own kind alone, to find out whether it depends on them.
func TestDependent(t *testing.T) {
	for _, c := range []struct {
		name, benchmark string
		fails           map[int]bool // at the nth run of it
		want            bool
	}{
		{"passes with its package", "BenchmarkB", map[int]bool{1: true}, true},
		{"fails there, too", "BenchmarkB", map[int]bool{1: true, 2: true}, false},
		{"passes only beside its siblings", "BenchmarkC/x", map[int]bool{2: true, 3: true}, true},
		{"fails for its iterations", "BenchmarkC/x", map[int]bool{2: true}, false},
		{"fails only in the pilot", "BenchmarkB", map[int]bool{2: true}, false},
	} {
		m := trialtest.Three()
		m.Behave[c.benchmark] = func(n int) (trial.Execution, bool) {
			return trial.Execution{Exit: 1, Output: []byte("--- FAIL: " + c.benchmark + "\n    p_test.go:1: nothing there\nFAIL\n")}, c.fails[n]
		}
		_, failures := discover(t, m, options(), trialtest.Binary)
		if len(failures) != 1 || failures[0].Benchmark != c.benchmark || failures[0].Dependent != c.want {
			t.Errorf("%s: %+v", c.name, failures)
		}
	}
}

// What was not selected is not run to find out.
func TestDependentOnSelectedOnly(t *testing.T) {
	m, o := trialtest.Three(), options()
	o.Bench = "B$"
	m.Behave["BenchmarkB"] = func(n int) (trial.Execution, bool) {
		return trial.Execution{Exit: 1, Output: []byte("--- FAIL: BenchmarkB\nFAIL\n")}, n == 1
	}
	_, failures := discover(t, m, o, trialtest.Binary)
	if len(failures) != 1 || failures[0].Dependent {
		t.Errorf("%+v", failures)
	}
	for _, c := range m.Commands {
		if args := strings.Join(c.Args, " "); strings.Contains(args, "-test.bench=.") {
			t.Errorf("ran %s", args)
		}
	}
}
