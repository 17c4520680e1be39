package store

import (
	"context"
	"errors"
	"reflect"
	"testing"
	"time"

	"tare/internal/record"
)

// sweeps does with sweeps what a store does with runs.
type sweeps struct{ Backend }

func (b sweeps) Begin(ctx context.Context, r record.Run) error { return b.BeginSweep(ctx, asSweep(r)) }
func (b sweeps) Finish(ctx context.Context, r record.Run) error {
	return b.FinishSweep(ctx, asSweep(r))
}

func (b sweeps) Load(ctx context.Context, id string) (record.Run, error) {
	s, err := b.LoadSweep(ctx, id)
	r := record.Run{ID: s.ID, Started: s.Started, Finished: s.Finished, Tare: s.Tare, Source: s.Source, Machine: s.Machine,
		Findings: s.Findings, Failures: s.Failures, Trials: s.Trials, Probes: s.Probes}
	if len(s.Points) > 0 {
		r.Cell = s.Points[0].Cell
	}
	return r, err
}

// asSweep returns a sweep over two points, the first of which has r's cell.
func asSweep(r record.Run) record.Sweep {
	return record.Sweep{ID: r.ID, Started: r.Started, Finished: r.Finished, Tare: r.Tare, Source: r.Source, Machine: r.Machine,
		Findings: r.Findings, Failures: r.Failures, Trials: r.Trials, Probes: r.Probes,
		Factors: []record.Factor{{Name: "gomaxprocs", Levels: []string{"1", "2"}}, {Name: "gogc", Levels: []string{"50", "off"}}},
		Points:  []record.SweepPoint{{Levels: []int{0, 0}, Cell: r.Cell}, {Levels: []int{1, 0}}}}
}

// putSweep stores a whole sweep.
func putSweep(t *testing.T, b Backend, s record.Sweep) {
	t.Helper()
	check(t, b.BeginSweep(t.Context(), s))
	for _, trial := range s.Trials {
		check(t, b.AddTrial(t.Context(), s.ID, trial))
	}
	if !s.Finished.IsZero() {
		check(t, b.FinishSweep(t.Context(), s))
	}
}

// suiteSweeps has sweeps beside runs, comparisons and sweeps.
func suiteSweeps(t *testing.T, b Backend) {
	ctx := t.Context()
	want := asSweep(sampleRun("s1", 3, 4))
	for i := range want.Trials {
		want.Trials[i].Variant = i % 2
	}
	want.Benchmarks = []record.Swept{{Groups: []record.GroupBest{{Settled: true}, {}}}, {Groups: []record.GroupBest{{Settled: true}}}}
	unfinished := asSweep(sampleRun("s2", -1, 1))
	unfinished.Finished = time.Time{}
	put(t, b, sampleRun("r1", 0, 2))
	putComparison(t, b, sampleComparison("c1", 1, 2, record.Slower))
	putSweep(t, b, want)
	putSweep(t, b, unfinished)

	if got, err := b.LoadSweep(ctx, Latest); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("latest sweep: %v\n got %+v\nwant %+v", err, got, want)
	}
	if id, kind, err := b.Find(ctx, "s1"); id != "s1" || kind != Sweep || err != nil {
		t.Errorf("found %s %s, %v", kind, id, err)
	}
	for _, id := range []string{"r1", "c1"} {
		if _, err := b.LoadSweep(ctx, id); !errors.Is(err, ErrNotFound) {
			t.Errorf("%s loaded as a sweep: %v", id, err)
		}
	}
	if _, err := b.LoadComparison(ctx, "s1"); !errors.Is(err, ErrNotFound) {
		t.Errorf("a sweep loaded as a comparison: %v", err)
	}
	headers, err := b.List(ctx, Filter{})
	check(t, err)
	if len(headers) != 4 {
		t.Fatalf("got %+v", headers)
	}
	for i, want := range map[int]Header{
		0: {Kind: Sweep, ID: "s1", Factors: []string{"gomaxprocs", "gogc"}, Points: 2, Open: 1, Trials: 4},
		1: {Kind: Comparison, ID: "c1", Trials: 2},
		3: {Kind: Sweep, ID: "s2", Factors: []string{"gomaxprocs", "gogc"}, Points: 2, Trials: 1},
	} {
		h := headers[i]
		if got := (Header{Kind: h.Kind, ID: h.ID, Factors: h.Factors, Points: h.Points, Open: h.Open, Trials: h.Trials}); !reflect.DeepEqual(got, want) {
			t.Errorf("\n got %+v\nwant %+v", got, want)
		}
	}
	check(t, b.Delete(ctx, "s1"))
	if _, err := b.LoadSweep(ctx, "s1"); !errors.Is(err, ErrNotFound) {
		t.Errorf("deleted sweep: %v", err)
	}
}
