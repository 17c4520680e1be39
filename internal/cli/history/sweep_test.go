package history

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tare/internal/cli/command"
	"tare/internal/engine/exit"
	"tare/internal/record"
	"tare/internal/store"
)

// storedSweep returns the path of a store with a sweep of two benchmarks, of which one is
// open, and the IDs that it has.
func storedSweep(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "tare.db")
	s, err := store.Open(t.Context(), path)
	check(t, err)
	sweep := record.Sweep{ID: "20240504-120000-aaaa", Started: noon, Finished: noon.Add(time.Minute), Tare: "v0.1.0",
		Source:  record.Source{Module: "example.com/m", GoVersion: "go1.26"},
		Factors: []record.Factor{{Name: "gogc", Levels: []string{"50", "off"}}, {Name: "quota", Levels: []string{"50%"}}},
		Points:  []record.SweepPoint{{Levels: []int{0, 0}}, {Levels: []int{1, 0}}}}
	for _, name := range []string{"BenchmarkOpen", "BenchmarkSettled"} {
		b := record.Benchmark{Package: "example.com/m", Name: name, Procs: 1}
		sweep.Benchmarks = append(sweep.Benchmarks, record.Swept{Benchmark: b, Points: make([]record.PointValue, 2), Groups: []record.GroupBest{{Settled: name == "BenchmarkSettled"}}})
	}
	check(t, s.BeginSweep(t.Context(), sweep))
	check(t, s.AddTrial(t.Context(), sweep.ID, trial("BenchmarkOpen", 1, 0, 100)))
	check(t, s.FinishSweep(t.Context(), sweep))
	check(t, s.Close())
	return path
}

func TestSweep(t *testing.T) {
	path := storedSweep(t)
	for args, want := range map[string]struct {
		status   exit.Code
		contains string
	}{
		"":                         {exit.Fine, "gogc × quota, 2 points: 1 open"},
		"-json":                    {exit.Fine, `"open": 1`},
		"-json latest":             {exit.Fine, `"BenchmarkSettled"`},
		"-json=full latest":        {exit.Fine, `"trials"`},
		"-save=best latest":        {exit.Fine, "sweep 20240504-120000-aaaa is now @best"},
		"-sort=name latest":        {exit.Usage, "a sweep is shown as a whole"},
		"-variant=new latest":      {exit.Usage, "20240504-120000-aaaa is a sweep"},
		"-bench=None latest":       {exit.Usage, "has no benchmark that matches"},
		"-bench=Open -json latest": {exit.Fine, `"BenchmarkOpen"`},
		"-vacuum -keep=1 -dry-run": {exit.Fine, "would delete 0 of 1 run"},
	} {
		var out bytes.Buffer
		cmd := Command()
		cmd.SetOut(&out)
		err := command.Run(t.Context(), cmd, append([]string{"-store=" + path}, strings.Fields(args)...))
		if text := out.String() + exit.Message(err); exit.Status(err) != want.status || !strings.Contains(text, want.contains) {
			t.Errorf("%s: status %d, got %s", args, exit.Status(err), text)
		}
		if strings.Contains(args, "-bench=Open") && strings.Contains(out.String(), "BenchmarkSettled") {
			t.Errorf("%s: it has more than was asked for", args)
		}
	}
}
