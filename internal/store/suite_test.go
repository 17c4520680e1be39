package store

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"tare/internal/record"
)

// Backend is what every kind of store can do.
type Backend interface {
	Runs
	BeginComparison(context.Context, record.Comparison) error
	FinishComparison(context.Context, record.Comparison) error
	ReopenComparison(context.Context, record.Comparison) error
	LoadComparison(context.Context, string) (record.Comparison, error)
	BeginSweep(context.Context, record.Sweep) error
	FinishSweep(context.Context, record.Sweep) error
	LoadSweep(context.Context, string) (record.Sweep, error)
}

// Runs is what every kind of store can do with runs. What it can do with
// comparisons becomes the same through [comparisons], and with sweeps through [sweeps].
type Runs interface {
	Begin(context.Context, record.Run) error
	AddTrial(context.Context, string, record.Trial) error
	Finish(context.Context, record.Run) error
	List(context.Context, Filter) ([]Header, error)
	Find(context.Context, string) (id string, kind Kind, err error)
	Load(context.Context, string) (record.Run, error)
	Delete(context.Context, string) error
}

// Suite holds a kind of store to the contract of [Store]. Each call of empty
// returns a new store with nothing in it, closed when the test ends.
func Suite(t *testing.T, empty func(t *testing.T) Backend) {
	t.Run("run", func(t *testing.T) {
		suite(t, func(t *testing.T) Runs { return empty(t) })
	})
	t.Run("comparison", func(t *testing.T) {
		suite(t, func(t *testing.T) Runs { return comparisons{empty(t)} })
	})
	t.Run("sweep", func(t *testing.T) {
		suite(t, func(t *testing.T) Runs { return sweeps{empty(t)} })
	})
	t.Run("sweep beside others", func(t *testing.T) { suiteSweeps(t, empty(t)) })
	t.Run("round trip", func(t *testing.T) { suiteRoundTrip(t, empty(t)) })
	t.Run("both", func(t *testing.T) { suiteBoth(t, empty(t)) })
	t.Run("reopen", func(t *testing.T) { suiteReopen(t, empty(t)) })
}

// suite holds a kind of store to what it promises for one kind of record.
func suite(t *testing.T, empty func(t *testing.T) Runs) {
	for _, test := range []struct {
		name string
		run  func(*testing.T, Runs)
	}{
		{"unfinished", suiteUnfinished},
		{"numbers JSON lacks", suiteNonFinite},
		{"time zone", suiteTimeZone},
		{"invalid UTF-8", suiteInvalidUTF8},
		{"lookup", suiteLookup},
		{"list", suiteList},
		{"counts", suiteCounts},
		{"filter", suiteFilter},
		{"delete", suiteDelete},
		{"refusals", suiteRefusals},
		{"concurrent", suiteConcurrent},
	} {
		t.Run(test.name, func(t *testing.T) { test.run(t, empty(t)) })
	}
}

// put stores a whole run.
func put(t *testing.T, b Runs, run record.Run) {
	t.Helper()
	check(t, b.Begin(t.Context(), run))
	for _, trial := range run.Trials {
		check(t, b.AddTrial(t.Context(), run.ID, trial))
	}
	if !run.Finished.IsZero() {
		check(t, b.Finish(t.Context(), run))
	}
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func mustLoad(t *testing.T, b Runs, id string) record.Run {
	t.Helper()
	run, err := b.Load(t.Context(), id)
	check(t, err)
	return run
}

func suiteRoundTrip(t *testing.T, b Backend) {
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 0))
		var run record.Run
		fill(t, r, reflect.ValueOf(&run).Elem())
		run.ID = fmt.Sprint("r", seed)
		inOrder(run.Trials)
		put(t, b, run)
		if got := mustLoad(t, b, run.ID); !reflect.DeepEqual(got, run) {
			t.Fatalf("seed %d:\n got %+v\nwant %+v", seed, got, run)
		}
		var s record.Sweep
		fill(t, r, reflect.ValueOf(&s).Elem())
		s.ID = fmt.Sprint("s", seed)
		inOrder(s.Trials)
		putSweep(t, b, s)
		if got, err := b.LoadSweep(t.Context(), s.ID); err != nil || !reflect.DeepEqual(got, s) {
			t.Fatalf("seed %d: %v\n got %+v\nwant %+v", seed, err, got, s)
		}
		var c record.Comparison
		fill(t, r, reflect.ValueOf(&c).Elem())
		c.ID = fmt.Sprint("c", seed)
		inOrder(c.Trials)
		putComparison(t, b, c)
		got, err := b.LoadComparison(t.Context(), c.ID)
		check(t, err)
		if !reflect.DeepEqual(got, c) {
			t.Fatalf("seed %d:\n got %+v\nwant %+v", seed, got, c)
		}
	}
}

func inOrder(trials []record.Trial) {
	for i := range trials {
		trials[i].Order = i
	}
}

func suiteUnfinished(t *testing.T, b Runs) {
	run := sampleRun("r1", 0, 3)
	finished := run.Finished
	// Begin ignores what it cannot know yet.
	check(t, b.Begin(t.Context(), run))
	if got := mustLoad(t, b, "r1"); !got.Finished.IsZero() || got.Trials != nil {
		t.Errorf("before the first trial: finished %v, %d trials", got.Finished, len(got.Trials))
	}
	for _, trial := range slices.Backward(run.Trials) {
		check(t, b.AddTrial(t.Context(), "r1", trial))
	}
	run.Finished = time.Time{}
	if got := mustLoad(t, b, "r1"); !reflect.DeepEqual(got, run) {
		t.Errorf("\n got %+v\nwant %+v", got, run)
	}
	run.Finished = finished
	run.Findings = []record.Finding{{ID: "smt", Severity: record.Serious}}
	check(t, b.Finish(t.Context(), run))
	if got := mustLoad(t, b, "r1"); !reflect.DeepEqual(got, run) {
		t.Errorf("finished:\n got %+v\nwant %+v", got, run)
	}
}

func suiteNonFinite(t *testing.T, b Runs) {
	run := sampleRun("r1", 0, 2)
	extra := map[string]float64{"nan/op": math.NaN(), "inf/op": math.Inf(-1), "fine/op": 3}
	run.Trials[1].Extra = extra
	run.Probes = map[record.Metric]record.Reading{"a\"/b": {Value: math.Inf(1), Why: "far"}}
	put(t, b, run)
	if !math.IsNaN(extra["nan/op"]) {
		t.Error("the caller's map was changed")
	}
	got := mustLoad(t, b, "r1")
	e := got.Trials[1].Extra
	if !math.IsNaN(e["nan/op"]) || !math.IsInf(e["inf/op"], -1) || e["fine/op"] != 3 || len(e) != 3 {
		t.Errorf("extra: got %v", e)
	}
	if p := got.Probes["a\"/b"]; !math.IsInf(p.Value, 1) || p.Why != "far" {
		t.Errorf("probe: got %+v", p)
	}
}

func suiteTimeZone(t *testing.T, b Runs) {
	run := sampleRun("r1", 0, 0)
	run.Started = run.Started.In(time.FixedZone("", 5*3600))
	put(t, b, run)
	got := mustLoad(t, b, "r1").Started
	if _, offset := got.Zone(); !got.Equal(run.Started) || offset != 5*3600 {
		t.Errorf("got %v, want %v", got, run.Started)
	}
}

func suiteInvalidUTF8(t *testing.T, b Runs) {
	run := sampleRun("r1", 0, 1)
	run.Trials[0].Output = "cut \xff short"
	put(t, b, run)
	if got, want := mustLoad(t, b, "r1").Trials[0].Output, "cut \uFFFD short"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func suiteLookup(t *testing.T, b Runs) {
	if _, err := b.Load(t.Context(), Latest); !errors.Is(err, ErrNotFound) {
		t.Errorf("latest of an empty store: %v", err)
	}
	// Stored out of order; the newest is neither the last stored nor the last
	// in the alphabet.
	put(t, b, sampleRun("ab", 1, 0))
	put(t, b, sampleRun("aa%c", 9, 0))
	put(t, b, sampleRun("abc", 2, 0))
	put(t, b, sampleRun("ac1", 3, 0))
	for name, want := range map[string]string{"ab": "ab", "abc": "abc", "aa": "aa%c", "aa%": "aa%c", "ac": "ac1", Latest: "aa%c"} {
		if got := mustLoad(t, b, name).ID; got != want {
			t.Errorf("Load(%q) is run %s, want %s", name, got, want)
		}
		if got, _, err := b.Find(t.Context(), name); got != want {
			t.Errorf("Find(%q) is %s, %v; want %s", name, got, err, want)
		}
	}
	for name, want := range map[string]error{"": ErrNotFound, "x": ErrNotFound, "%": ErrNotFound, "A": ErrNotFound, "abcd": ErrNotFound, "a": ErrAmbiguous} {
		if _, err := b.Load(t.Context(), name); !errors.Is(err, want) {
			t.Errorf("Load(%q): %v, want %v", name, err, want)
		}
		if id, _, err := b.Find(t.Context(), name); !errors.Is(err, want) {
			t.Errorf("Find(%q): %q, %v; want %v", name, id, err, want)
		}
	}
}

func suiteList(t *testing.T, b Runs) {
	if got, err := b.List(t.Context(), Filter{}); err != nil || len(got) != 0 {
		t.Errorf("empty store: %v, %v", got, err)
	}
	run := sampleRun("r1", 0, 3)
	run.Failures = make([]record.Failure, 2)
	put(t, b, run)
	unfinished := sampleRun("r2", 1, 0)
	unfinished.Finished = time.Time{}
	unfinished.Source = record.Source{Module: "example.com/m", VCSStatus: record.Undetermined, VCSWhy: "no repository"}
	put(t, b, unfinished)
	got, err := b.List(t.Context(), Filter{})
	check(t, err)
	if len(got) != 2 || got[0].ID != "r2" {
		t.Fatalf("got %+v", got)
	}
	if d, ok := got[0].Duration(); ok || got[0].VCS != record.Undetermined || got[0].Dirty || got[0].Revision != "" {
		t.Errorf("unfinished, unversioned run: %+v, duration %v", got[0], d)
	}
	h := got[1]
	if d, ok := h.Duration(); !ok || d != time.Minute || !h.Started.Equal(run.Started) || !h.Finished.Equal(run.Finished) {
		t.Errorf("duration %v, %v; started %v", d, ok, h.Started)
	}
	h.Started, h.Finished = time.Time{}, time.Time{}
	want := Header{Kind: h.Kind, ID: "r1", Tare: "v0.1.0", Module: "example.com/m", GoVersion: "go1.26", Revision: "abc123", Dirty: true,
		VCS: record.Measured, CPUModel: "Abacus 3000", Benchmarks: 1, Trials: 3, Failures: 2}
	h.Variants, h.Verdicts, h.Within = nil, nil, nil // see suiteBoth
	h.Factors, h.Points = nil, 0                     // see suiteSweeps
	if !reflect.DeepEqual(h, want) {
		t.Errorf("\n got %+v\nwant %+v", h, want)
	}
}

func suiteCounts(t *testing.T, b Runs) {
	run := sampleRun("r1", 0, 6)
	run.Trials[1].Benchmark.Procs = 4
	run.Trials[2].Benchmark.Name = "BenchmarkX/sub"
	run.Trials[3].Benchmark.Package = "example.com/m/q"
	run.Trials[3].Outcome = record.Panicked
	run.Trials[4].Outcome = record.Skipped
	run.Trials[5].Outcome = record.Stopped
	run.Finished = time.Time{}
	put(t, b, run)
	got, err := b.List(t.Context(), Filter{})
	check(t, err)
	if h := got[0]; h.Benchmarks != 4 || h.Trials != 6 || h.Failures != 1 {
		t.Errorf("got %d benchmarks, %d trials, %d failures; want 4, 6, 1", h.Benchmarks, h.Trials, h.Failures)
	}
}

func suiteFilter(t *testing.T, b Runs) {
	for i, name := range []string{"BenchmarkA", "BenchmarkA/sub", "BenchmarkAB", "BenchmarkC"} {
		run := sampleRun(fmt.Sprint("r", i), i, 1)
		run.Trials[0].Benchmark.Name = name
		if name == "BenchmarkC" {
			run.Source.Module, run.Trials[0].Benchmark.Package = "example.com/other", "example.com/other"
		}
		put(t, b, run)
	}
	minute := func(n int) time.Time { return noon.Add(time.Duration(n) * time.Minute) }
	named := func(name string) func(record.Benchmark) bool {
		return func(b record.Benchmark) bool { return b.Name == name || strings.HasPrefix(b.Name, name+"/") }
	}
	for _, c := range []struct {
		filter Filter
		want   string
	}{
		{Filter{}, "r3 r2 r1 r0"},
		{Filter{Limit: 2}, "r3 r2"},
		{Filter{Since: minute(2)}, "r3 r2"},
		{Filter{Since: minute(2).Add(1)}, "r3"},
		{Filter{Module: "example.com/m"}, "r2 r1 r0"},
		{Filter{Package: "example.com/m/p"}, "r2 r1 r0"},
		{Filter{Package: "example.com/m"}, ""},
		{Filter{Benchmark: named("BenchmarkA")}, "r1 r0"},
		{Filter{Benchmark: named("BenchmarkA/sub")}, "r1"},
		{Filter{Benchmark: named("BenchmarkC"), Package: "example.com/m/p"}, ""},
		{Filter{Benchmark: named("BenchmarkA"), Package: "example.com/m/p", Module: "example.com/m", Since: minute(0), Limit: 1}, "r1"},
	} {
		headers, err := b.List(t.Context(), c.filter)
		check(t, err)
		var ids []string
		for _, h := range headers {
			ids = append(ids, h.ID)
		}
		if got := strings.Join(ids, " "); got != c.want {
			t.Errorf("module %s, package %s, limit %d: got %q, want %q", c.filter.Module, c.filter.Package, c.filter.Limit, got, c.want)
		}
	}
}

func suiteDelete(t *testing.T, b Runs) {
	put(t, b, sampleRun("r1", 0, 2))
	put(t, b, sampleRun("r2", 1, 2))
	for _, id := range []string{"r", Latest, ""} {
		if err := b.Delete(t.Context(), id); !errors.Is(err, ErrNotFound) {
			t.Errorf("Delete(%q): %v, want ErrNotFound", id, err)
		}
	}
	check(t, b.Delete(t.Context(), "r1"))
	if _, err := b.Load(t.Context(), "r1"); !errors.Is(err, ErrNotFound) {
		t.Errorf("deleted run: %v", err)
	}
	if got := mustLoad(t, b, "r2"); len(got.Trials) != 2 {
		t.Errorf("the other run has %d trials, want 2", len(got.Trials))
	}
	// Its trials are gone too: the same places are free again.
	put(t, b, sampleRun("r1", 0, 1))
	if got := mustLoad(t, b, "r1"); len(got.Trials) != 1 {
		t.Errorf("stored again, run has %d trials, want 1", len(got.Trials))
	}
}

func suiteRefusals(t *testing.T, b Runs) {
	ctx, run := t.Context(), sampleRun("r1", 0, 1)
	put(t, b, run)
	unstarted, unfinished, other := run, run, sampleRun("r2", 0, 0)
	unstarted.ID, unstarted.Started = "r3", time.Time{}
	unfinished.Finished = time.Time{}
	for _, c := range []struct {
		err  error
		is   error
		says string
	}{
		{b.Begin(ctx, run), nil, "already"},
		{b.Begin(ctx, sampleRun("", 0, 0)), nil, `"" cannot be`},
		{b.Begin(ctx, sampleRun(Latest, 0, 0)), nil, `"latest" cannot be`},
		{b.Begin(ctx, unstarted), nil, "no start time"},
		{b.AddTrial(ctx, "r1", run.Trials[0]), nil, "already"},
		{b.AddTrial(ctx, "r2", run.Trials[0]), ErrNotFound, "r2"},
		{b.Finish(ctx, unfinished), nil, "no finish time"},
		{b.Finish(ctx, other), ErrNotFound, "r2"},
	} {
		if c.err == nil || !strings.Contains(c.err.Error(), c.says) || c.is != nil && !errors.Is(c.err, c.is) {
			t.Errorf("got %v; want an error that says %q and is %v", c.err, c.says, c.is)
		}
	}
	if got := mustLoad(t, b, "r1"); !reflect.DeepEqual(got, run) {
		t.Errorf("refused calls changed the run:\n got %+v\nwant %+v", got, run)
	}
}

// suiteConcurrent has several runs written, listed and loaded at once.
func suiteConcurrent(t *testing.T, b Runs) {
	var wg sync.WaitGroup
	for w := range 4 {
		wg.Go(func() {
			run := sampleRun(fmt.Sprint("r", w), w, 20)
			err := b.Begin(t.Context(), run)
			for _, trial := range run.Trials {
				err = errors.Join(err, b.AddTrial(t.Context(), run.ID, trial))
				_, listErr := b.List(t.Context(), Filter{})
				_, loadErr := b.Load(t.Context(), run.ID)
				err = errors.Join(err, listErr, loadErr)
			}
			if err := errors.Join(err, b.Finish(t.Context(), run)); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	for w := range 4 {
		want := sampleRun(fmt.Sprint("r", w), w, 20)
		if got := mustLoad(t, b, want.ID); !reflect.DeepEqual(got, want) {
			t.Errorf("\n got %+v\nwant %+v", got, want)
		}
	}
}
