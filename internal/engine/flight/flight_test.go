package flight

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/pprof"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"tare/internal/engine/exit"
	"tare/internal/engine/recording"
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
func (w *witness) Ruined([]record.Failure) { w.tell("ruined") }
func (w *witness) Hit(h recording.Hit, dir string) {
	w.tell("hit " + h.What + " in " + filepath.Base(dir))
}

func wishes(t *testing.T, on string, hits int) Wishes {
	t.Helper()
	c, err := Parse(on)
	if err != nil {
		t.Fatal(err)
	}
	return Wishes{On: []Condition{c}, Keep: time.Second, Hits: hits}
}

// TestRecord has an engine without a command line look on at this very process, and tell
// its sink what it does, in order.
func TestRecord(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(pprof.Trace))
	defer server.Close()
	quit, collecting := make(chan struct{}), sync.WaitGroup{}
	collecting.Go(func() {
		for {
			select {
			case <-quit:
				return
			case <-time.After(time.Millisecond):
				runtime.GC()
			}
		}
	})
	defer collecting.Wait()
	defer close(quit)
	var w witness
	q := recording.Request{Level: record.KernelNone, Dir: t.TempDir(), Temp: t.TempDir(),
		Subject: recording.Process{PID: os.Getpid(), Live: recording.Live{HTTP: server.URL}}}
	made, err := Record(t.Context(), q, wishes(t, "gc-pause>0s", 2), &w)
	if err != nil {
		t.Fatal(err)
	}
	again := []string{"waiting for gc-pause>0s", "gc-pause>0s: recording what follows", "hit gc-pause>0s in "}
	want := slices.Concat(again, again)
	want[2], want[5] = again[2]+"1", again[2]+"2"
	if !slices.Equal(w.told, want) {
		t.Errorf("told %q\nwant %q", w.told, want)
	}
	for i, f := range made.Files {
		if h := f.Hit(); f.Trace != filepath.Join(q.Dir, []string{"1", "2"}[i], "trace.out") || f.Kernel != "" || h == nil || h.What != "gc-pause>0s" {
			t.Errorf("recording %d: %+v of %+v", i, f, h)
		}
	}
	if len(made.Files) != 2 || len(made.Trouble) != 0 {
		t.Errorf("made %+v", made)
	}
}

// What nothing would tell of is not waited for.
func TestRecordNothing(t *testing.T) {
	for on, want := range map[string][]string{"gc-pause>1h": nil, "throttled": {"waiting for throttled"}} {
		var w witness
		q := recording.Request{Level: record.KernelNone, Dir: t.TempDir(), Temp: t.TempDir(), Subject: recording.Process{PID: os.Getpid()}}
		made, err := Record(t.Context(), q, wishes(t, on, 1), &w)
		entries, listing := os.ReadDir(q.Dir)
		if exit.Status(err) != exit.Usage || len(made.Files)+len(entries) != 0 || listing != nil || !slices.Equal(w.told, want) {
			t.Errorf("%s: %v, made %v, there is %v, told %q", on, err, made.Files, entries, w.told)
		}
	}
}

// lost is a workload that has panicked, and whose trace is none.
type lost struct{}

func (lost) Start(context.Context, time.Time, func(int)) (io.ReadCloser, <-chan struct{}, error) {
	return io.NopCloser(strings.NewReader("no trace")), nil, nil
}
func (lost) Failure() error { return errors.New("it has panicked") }

// When a trace cannot be looked at any more, it is waited for the workload, whose end may
// be the reason.
func TestReasonOfFlight(t *testing.T) {
	t.Parallel()
	q := recording.Request{Level: record.KernelNone, Dir: t.TempDir(), Subject: recording.Process{Live: recording.Live{HTTP: "localhost"}}}
	f, err := takeOff(q, wishes(t, "request>1ms", 1), &witness{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err = f.fly(t.Context(), lost{}); err == nil || !strings.HasPrefix(err.Error(), "it has panicked") || !strings.Contains(err.Error(), "watching the Go execution trace") {
		t.Error(err)
	}
}
