package run

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tare/internal/engine/bench"
	"tare/internal/measure/build"
	"tare/internal/measure/rounds"
	"tare/internal/record"
)

// witness is a sink that remembers, in order, and refuses trials when it is told to.
type witness struct {
	told    []string
	refusal error
}

func (w *witness) Stage(string) {}
func (w *witness) Note(string)  {}
func (w *witness) Next(b record.Benchmark, _ rounds.Progress) {
	w.told = append(w.told, "next "+b.Name)
}
func (w *witness) Forecast(f rounds.Forecast) { w.told = append(w.told, "forecast") }
func (w *witness) Failed(f record.Failure)    { w.told = append(w.told, "failed "+f.Package) }
func (w *witness) Begin(r record.Run) error {
	w.told = append(w.told, "begin "+r.Source.Module)
	return nil
}
func (w *witness) Trial(t record.Trial) error {
	w.told = append(w.told, "trial of "+t.Benchmark.Name)
	return w.refusal
}

var module = map[string]string{
	"go.mod":           "module example.com/m\n\ngo 1.24\n",
	"m_test.go":        "package m\n\nimport \"testing\"\n\nfunc BenchmarkOne(b *testing.B) {\n\tfor b.Loop() {\n\t}\n}\n",
	"broken/b_test.go": "package broken\n\nimport \"testing\"\n\nfunc BenchmarkX(b *testing.B) { nonsense }\n",
}

func request(t *testing.T) Request {
	t.Helper()
	dir := t.TempDir()
	for name, text := range module {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	q := Request{Env: func(env []string) []string { return env }, Build: build.Options{Temp: t.TempDir()}}
	q.Head = record.Run{Dir: dir, Plan: record.Plan{Bench: ".", Packages: []string{"./..."}, MinRounds: 2, MaxRounds: 2, Iters: 1, Seed: 1, Timeout: 60e9}}
	q.Budget = bench.Budget(0)
	return q
}

// TestRun has an engine without a command line tell its sink what it does, in order, and
// return the rest.
func TestRun(t *testing.T) {
	var w witness
	r, err := Run(t.Context(), request(t), &w)
	if err != nil {
		t.Fatal(err)
	}
	want := "failed example.com/m/broken, begin example.com/m, forecast, next BenchmarkOne, trial of BenchmarkOne, next BenchmarkOne, trial of BenchmarkOne"
	if got := strings.Join(w.told, ", "); got != want {
		t.Errorf("told %s\nwant %s", got, want)
	}
	if len(r.Trials) != 2 || len(r.Summaries) != 1 || len(r.Failures) != 1 || r.ID == "" || r.Finished.IsZero() {
		t.Errorf("%d trials, %d summaries, failures %v, ID %q, finished %s", len(r.Trials), len(r.Summaries), r.Failures, r.ID, r.Finished)
	}
}

// TestRefused has a run end when its sink cannot take a trial.
func TestRefused(t *testing.T) {
	full := errors.New("the disk is full")
	w := witness{refusal: full}
	r, err := Run(t.Context(), request(t), &w)
	if !errors.Is(err, full) || len(r.Trials) != 1 {
		t.Errorf("%v after %d trials", err, len(r.Trials))
	}
	if s := r.Summaries; len(s) != 1 || s[0].Stop != record.StopUnwritten {
		t.Errorf("summaries %+v", s)
	}
}
