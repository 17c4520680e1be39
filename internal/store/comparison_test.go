package store

import (
	"context"
	"errors"
	"reflect"
	"testing"
	"time"

	"tare/internal/record"
)

// comparisons does with comparisons what a store does with runs: what they have
// in common is all that the suite looks at.
type comparisons struct{ Backend }

func (b comparisons) Begin(ctx context.Context, r record.Run) error {
	return b.BeginComparison(ctx, asComparison(r))
}

func (b comparisons) Finish(ctx context.Context, r record.Run) error {
	return b.FinishComparison(ctx, asComparison(r))
}

func (b comparisons) Load(ctx context.Context, id string) (record.Run, error) {
	c, err := b.LoadComparison(ctx, id)
	r := record.Run{ID: c.ID, Started: c.Started, Finished: c.Finished, Tare: c.Tare, Machine: c.Machine,
		Findings: c.Findings, Failures: c.Failures, Trials: c.Trials, Probes: c.Probes}
	if len(c.Variants) > 0 {
		r.Source, r.Cell = c.Variants[0].Source, c.Variants[0].Cell
	}
	return r, err
}

// asComparison returns a comparison that has r's code and cell as its base.
func asComparison(r record.Run) record.Comparison {
	return record.Comparison{ID: r.ID, Started: r.Started, Finished: r.Finished, Tare: r.Tare, Machine: r.Machine,
		Findings: r.Findings, Failures: r.Failures, Trials: r.Trials, Probes: r.Probes,
		Design: record.Paired,
		Variants: []record.Variant{
			{Name: "old", Role: record.Base, Side: "v1.2", Source: r.Source, Cell: r.Cell},
			{Name: "new", Role: record.Contender, Side: "HEAD", Settings: []string{"gogc=50", "tags=x"}},
			{Name: "copy", Role: record.Copy, Side: "v1.2"},
		}}
}

// sampleComparison returns a comparison as sampleRun does a run, with trials of
// two variants in turn and one benchmark for each of the verdicts.
func sampleComparison(id string, minutes, n int, verdicts ...record.Verdict) record.Comparison {
	c := asComparison(sampleRun(id, minutes, n))
	for i := range c.Trials {
		c.Trials[i].Variant = i % 2
	}
	for _, v := range verdicts {
		c.Benchmarks = append(c.Benchmarks, record.Compared{Changes: []record.Change{{Variant: 1, Verdict: v}}})
	}
	return c
}

// putComparison stores a whole comparison.
func putComparison(t *testing.T, b Backend, c record.Comparison) {
	t.Helper()
	check(t, b.BeginComparison(t.Context(), c))
	for _, trial := range c.Trials {
		check(t, b.AddTrial(t.Context(), c.ID, trial))
	}
	if !c.Finished.IsZero() {
		check(t, b.FinishComparison(t.Context(), c))
	}
}

// suiteBoth has runs, comparisons and sweeps beside each other.
func suiteBoth(t *testing.T, b Backend) {
	ctx := t.Context()
	want := sampleComparison("c1", 1, 4, record.Slower, record.Slower, record.Equivalent, record.Equivalent, record.Faster)
	want.Benchmarks[1].Changes[0].Within = true
	unfinished := sampleComparison("c2", -1, 1, record.Slower)
	unfinished.Finished = time.Time{}
	put(t, b, sampleRun("r1", 0, 2))
	putComparison(t, b, want)
	putComparison(t, b, unfinished)

	for _, c := range []struct{ name, id, kind string }{{Latest, "c1", "comparison"}, {"r", "r1", "run"}, {"c2", "c2", "comparison"}} {
		if id, kind, err := b.Find(ctx, c.name); id != c.id || string(kind) != c.kind || err != nil {
			t.Errorf("Find(%q) is %s %s, %v", c.name, kind, id, err)
		}
	}
	if got := mustLoad(t, b, Latest).ID; got != "r1" {
		t.Errorf("the latest run is %s", got)
	}
	if got, err := b.LoadComparison(ctx, Latest); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("latest comparison: %v\n got %+v\nwant %+v", err, got, want)
	}
	if _, err := b.Load(ctx, "c1"); !errors.Is(err, ErrNotFound) {
		t.Errorf("a comparison loaded as a run: %v", err)
	}
	if _, err := b.LoadComparison(ctx, "r1"); !errors.Is(err, ErrNotFound) {
		t.Errorf("a run loaded as a comparison: %v", err)
	}
	wantError(t, b.Begin(ctx, sampleRun("c1", 0, 0)), "already")
	if err := b.Finish(ctx, sampleRun("c1", 0, 0)); !errors.Is(err, ErrNotFound) {
		t.Errorf("a comparison finished as a run: %v", err)
	}

	headers, err := b.List(ctx, Filter{})
	check(t, err)
	if len(headers) != 3 || headers[0].ID != "c1" || headers[1].ID != "r1" || headers[2].ID != "c2" {
		t.Fatalf("got %+v", headers)
	}
	variants := []string{"v1.2", "HEAD gogc=50 tags=x"}
	for i, want := range []Header{
		{Kind: Comparison, Variants: variants, Verdicts: map[record.Verdict]int{record.Slower: 2, record.Equivalent: 2, record.Faster: 1},
			Within: map[record.Verdict]int{record.Slower: 1}},
		{Kind: Run},
		{Kind: Comparison, Variants: variants, Verdicts: map[record.Verdict]int{}},
	} {
		h := headers[i]
		if got := (Header{Kind: h.Kind, Variants: h.Variants, Verdicts: h.Verdicts, Within: h.Within}); !reflect.DeepEqual(got, want) {
			t.Errorf("%s:\n got %+v\nwant %+v", h.ID, got, want)
		}
	}

	check(t, b.Delete(ctx, "c1"))
	if _, err := b.LoadComparison(ctx, "c1"); !errors.Is(err, ErrNotFound) {
		t.Errorf("deleted comparison: %v", err)
	}
	if got := mustLoad(t, b, "r1"); len(got.Trials) != 2 {
		t.Errorf("the run beside it has %d trials, want 2", len(got.Trials))
	}
}
