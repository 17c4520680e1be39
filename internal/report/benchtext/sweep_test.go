package benchtext

import (
	"bytes"
	"errors"
	"testing"

	"tare/internal/record"
	"tare/internal/test/golden"
)

func sampleSweep() record.Sweep {
	s := record.Sweep{Tare: "v0.5.0", Machine: record.Machine{GOOS: "linux", GOARCH: "amd64"},
		Factors: []record.Factor{{Name: "gomaxprocs", Levels: []string{"unset", "1"}}, {Name: "My Env", Levels: []string{"a b"}}},
		Points:  []record.SweepPoint{{Levels: []int{0, 0}, Procs: 4}, {Levels: []int{1, 0}, Procs: 1}, {Levels: []int{1, 0}, Procs: 1}}}
	for variant := range 2 {
		t := trial("example.com/m", "BenchmarkSum", 4)
		t.Variant = variant
		s.Trials = append(s.Trials, t)
	}
	return s
}

func perOp(record.Trial) []record.Value { return []record.Value{{Value: 12, Unit: "ns/op"}} }

// TestSweep checks that results of all points have the same name, and configuration that
// tells the points apart.
func TestSweep(t *testing.T) {
	var b bytes.Buffer
	if err := Sweep(&b, sampleSweep(), perOp); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "sweep.txt", b.Bytes())
	results, _ := read(t, b.Bytes())
	if len(results) != 2 {
		t.Fatalf("%d results", len(results))
	}
	for i, want := range []string{"unset", "1"} {
		r := results[i]
		if got := r.GetConfig("gomaxprocs"); got != want || r.GetConfig("my-env") != "a b" || string(r.Name) != "Sum" {
			t.Errorf("result %d: %s at gomaxprocs %q, my-env %q", i, r.Name, got, r.GetConfig("my-env"))
		}
	}
	if Sweep(failingWriter{errors.New("disk full")}, sampleSweep(), perOp) == nil {
		t.Error("no error from a full disk")
	}
}

func TestKey(t *testing.T) {
	for name, want := range map[string]string{"gogc": "gogc", "GOGC": "gogc", "env A:B": "env-a-b", "": "x-", "9p": "x-9p"} {
		if got := key(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
