package explain

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"tare/internal/engine/exit"
	"tare/internal/engine/recording"
	"tare/internal/measure/trial"
	"tare/internal/record"
)

// witness is a sink that remembers, in order, and refuses explanations when it is told to.
type witness struct {
	mu      sync.Mutex
	told    []string
	results []Result
	refusal error
}

func (w *witness) tell(what string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.told = append(w.told, what)
}

func (w *witness) Stage(what string)             { w.tell(what) }
func (w *witness) Note(text string)              { w.tell("note " + text) }
func (w *witness) Failed(f record.Failure)       { w.tell("failed " + f.Package) }
func (w *witness) Ruined([]record.Failure)       { w.tell("ruined") }
func (w *witness) Hit(h recording.Hit, _ string) { w.tell("hit " + h.What) }
func (w *witness) Read(string, int64, int64)     {}
func (w *witness) Explained(r Result) error {
	w.tell("explained " + r.Title)
	w.results = append(w.results, r)
	return w.refusal
}
func (w *witness) Listeners(v View) ([]Listener, error) {
	w.tell("listeners of " + v.Title)
	return []Listener{&listener{w: w}}, nil
}

// listener counts what it is told.
type listener struct {
	w      *witness
	pieces int
}

func (l *listener) Named(*record.Named) {}
func (l *listener) Piece(*record.Piece) { l.pieces++ }
func (l *listener) Mark(*record.Mark)   {}
func (l *listener) Done() ([]string, error) {
	l.w.tell("done")
	return []string{fmt.Sprintf("%t", l.pieces > 0)}, nil
}

// recorded is a benchmark's recording in a folder, and what was told meanwhile.
func recorded(t *testing.T) (string, *witness) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":    "module example.com/m\n\ngo 1.24\n",
		"m_test.go": "package m\n\nimport \"testing\"\n\nvar sink []byte\n\nfunc BenchmarkOne(b *testing.B) {\n\tfor b.Loop() {\n\t\tsink = make([]byte, 1<<16)\n\t}\n}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	w := &witness{}
	q := Request{Request: recording.Request{Level: record.KernelNone, Dir: filepath.Join(dir, "out"), Temp: t.TempDir(), Tare: "v1",
		Subject: recording.Benchmark{Patterns: []string{"."}, Box: recording.Box{Env: slices.Clone[[]string], ASLR: true},
			Trials: trial.Options{Bench: ".", Iters: 1000, Timeout: time.Minute}}}}
	if err := os.Mkdir(q.Dir, 0o755); err != nil {
		t.Fatal(err)
	}
	whole, err := Run(t.Context(), q, w)
	if err != nil || !whole {
		t.Fatal(whole, err)
	}
	return q.Dir, w
}

// TestRun has an engine without a command line record and explain a benchmark, tell its
// sink what it does, in order, and explain the recording once more.
func TestRun(t *testing.T) {
	dir, w := recorded(t)
	const title = "BenchmarkOne in example.com/m"
	want := []string{"recording BenchmarkOne", "listeners of " + title, "explaining", "done", "explained " + title}
	if got := w.told[max(0, len(w.told)-len(want)):]; !slices.Equal(got, want) {
		t.Errorf("told %q\nwant %q", got, want)
	}
	e := w.results[0].Explanation
	if len(e.Intervals) == 0 || e.Intervals[0].Kind != record.IntervalWindow || e.Tare != "v1" || !slices.Contains(e.Trouble, "true") {
		t.Errorf("%d intervals, tare %s, trouble %q", len(e.Intervals), e.Tare, e.Trouble)
	}
	if r := w.results[0]; r.Scenes != nil || r.Stacks != nil || r.OnCPU != nil {
		t.Error("pictures were made that nobody wants")
	}

	files, err := recording.Find([]string{dir})
	if err != nil {
		t.Fatal(err)
	}
	again := &witness{}
	whole, err := Run(t.Context(), Request{Request: recording.Request{Subject: files}, Scenes: true, Profiles: true, Instance: "worst", Base: &files}, again)
	if err != nil || !whole {
		t.Fatal(whole, err)
	}
	want = []string{"listeners of trace.out", "explaining", "done", "reading the recording of -base", "looking closer", "explained trace.out"}
	if !slices.Equal(again.told, want) {
		t.Errorf("told %q\nwant %q", again.told, want)
	}
	if r := again.results[0]; len(r.Scenes) < 2 || r.OnCPU == nil || r.OffCPU == nil || r.Stacks == nil {
		t.Errorf("%d scenes, flame graphs %v %v, stacks %v", len(r.Scenes), r.OnCPU, r.OffCPU, r.Stacks)
	}
}

// TestRunNothing has nothing explained, which is not the engine's failure, and a sink
// that cannot take it.
func TestRunNothing(t *testing.T) {
	dir, _ := recorded(t)
	files, err := recording.Find([]string{dir})
	if err != nil {
		t.Fatal(err)
	}
	full := errors.New("the disk is full")
	w := &witness{refusal: full}
	_, err = Run(t.Context(), Request{Request: recording.Request{Subject: files}, Range: &Range{time.Hour, 2 * time.Hour}}, w)
	if !errors.Is(err, full) || len(w.results) != 1 || len(w.results[0].Explanation.Intervals) != 0 {
		t.Errorf("%v with %d results", err, len(w.results))
	}
	gone := recording.Files{Trace: filepath.Join(dir, "gone")}
	if _, err = Run(t.Context(), Request{Request: recording.Request{Subject: files}, Base: &gone}, w); exit.Status(err) != exit.Broken || len(w.results) != 1 {
		t.Errorf("a base that is not there: %v", err)
	}
}
