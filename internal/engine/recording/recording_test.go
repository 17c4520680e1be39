package recording

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/http/pprof"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"tare/internal/engine/exit"
	"tare/internal/measure/trial"
	"tare/internal/record"
)

// witness is a sink that remembers, in order.
type witness struct {
	mu   sync.Mutex
	told []string
}

func (w *witness) tell(what string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.told = append(w.told, what)
}

func (w *witness) Stage(what string)       { w.tell(what) }
func (w *witness) Note(text string)        { w.tell("note " + text) }
func (w *witness) Failed(f record.Failure) { w.tell("failed " + f.Package) }
func (w *witness) Ruined(all []record.Failure) {
	for _, f := range all {
		w.tell("ruined " + f.Package)
	}
}

// request is of this very process, at level none, which there is everywhere.
func request(t *testing.T, s Subject) Request {
	t.Helper()
	return Request{Subject: s, Level: record.KernelNone, Dir: t.TempDir(), Temp: t.TempDir()}
}

// TestMake has an engine without a command line record this very process, into a folder
// that has a recording already.
func TestMake(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(pprof.Trace))
	defer server.Close()
	q := request(t, Process{PID: os.Getpid(), Live: Live{HTTP: server.URL, Length: 500 * time.Millisecond}})
	for _, name := range []string{traceFile, kernelFile, hitFile} {
		if err := os.WriteFile(filepath.Join(q.Dir, name), []byte("old"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var w witness
	made, err := Make(t.Context(), q, &w)
	if err != nil {
		t.Fatal(err)
	}
	if f := made.Files; len(f) != 1 || f[0].Trace != filepath.Join(q.Dir, traceFile) || f[0].Kernel != "" || !strings.HasPrefix(made.Title, "process ") {
		t.Errorf("made %+v", made)
	}
	if want := made.Title + " for 500ms"; len(w.told) == 0 || w.told[0] != "recording "+want {
		t.Errorf("told %q", w.told)
	}
	if names := in(q.Dir); !slices.Equal(In(q.Dir), []string{names.Trace}) || made.Files[0].Hit() != nil {
		t.Errorf("there is %q", In(q.Dir))
	}
	src, err := made.Files[0].Open()
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	if src.Trace == nil || src.Kernel != nil {
		t.Errorf("%+v", src)
	}
}

// A recording that fails leaves an earlier one, and nothing of its own.
func TestMakeFails(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()
	q := request(t, Process{PID: os.Getpid(), Live: Live{HTTP: server.URL, Length: time.Minute}})
	old := filepath.Join(q.Dir, traceFile)
	if err := os.WriteFile(old, []byte("old"), 0o666); err != nil {
		t.Fatal(err)
	}
	_, err := Make(t.Context(), q, &witness{})
	entries, listing := os.ReadDir(q.Dir)
	if exit.Status(err) != exit.Broken || !strings.Contains(err.Error(), "404") || len(entries) != 1 || listing != nil {
		t.Errorf("%v, and there is %v", err, entries)
	}
	if text, err := os.ReadFile(old); string(text) != "old" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
}

var module = map[string]string{
	"go.mod":           "module example.com/m\n\ngo 1.24\n",
	"m_test.go":        "package m\n\nimport \"testing\"\n\nfunc BenchmarkOne(b *testing.B) {\n\tfor b.Loop() {\n\t}\n}\n\nfunc BenchmarkTwo(b *testing.B) { BenchmarkOne(b) }\n",
	"broken/b_test.go": "package broken\n\nimport \"testing\"\n\nfunc BenchmarkX(b *testing.B) { nonsense }\n",
}

// TestBenchmark is of which benchmark is recorded, and what is told when there is none.
func TestBenchmark(t *testing.T) {
	dir := t.TempDir()
	for name, text := range module {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	const broken = "example.com/m/broken"
	for _, c := range []struct {
		bench, pattern string
		want           exit.Code
		told           string // last
	}{
		{"One", "./...", exit.Fine, "recording BenchmarkOne"},
		{".", ".", exit.Usage, ""},
		{"None", ".", exit.Usage, ""},
		{".", "./broken", exit.Broken, "ruined " + broken},
		{".", "nonesuch", exit.Broken, ""},
	} {
		var w witness
		q := request(t, Benchmark{Patterns: []string{c.pattern}, Vague: true, Box: Box{Env: slices.Clone[[]string], ASLR: true},
			Trials: trial.Options{Bench: c.bench, Iters: 10, Timeout: time.Minute}})
		made, err := Make(t.Context(), q, &w)
		if exit.Status(err) != c.want || c.told != "" && w.told[len(w.told)-1] != c.told {
			t.Errorf("%s in %s: %v, told %q", c.bench, c.pattern, err, w.told)
		}
		several := (*Several)(nil)
		if errors.As(err, &several) != (c.bench == "." && c.pattern == ".") || several != nil && len(several.Found) != 2 {
			t.Errorf("%s in %s: %v", c.bench, c.pattern, err)
		}
		if c.want != exit.Fine {
			continue
		}
		if made.Title != "BenchmarkOne in example.com/m" || len(made.Windows) != 1 || made.Windows[0].N != 10 || !slices.Contains(w.told, "failed "+broken) {
			t.Errorf("made %+v, told %q", made, w.told)
		}
	}
}
