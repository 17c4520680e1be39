package store

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"testing"
	"time"

	"tare/internal/record"
)

// session returns the comparison with one more session, which begins n trials on.
func session(c record.Comparison) record.Comparison {
	if len(c.Sessions) == 0 {
		c.Sessions = []record.Session{{Started: c.Started, Finished: c.Finished, Most: 200}}
	}
	c.Sessions = append(c.Sessions[:len(c.Sessions):len(c.Sessions)], record.Session{Started: c.Started.Add(time.Hour), First: len(c.Trials), Most: 300})
	return c
}

// suiteReopen goes on with a comparison.
func suiteReopen(t *testing.T, b Backend) {
	ctx := t.Context()
	c := sampleComparison("c1", 0, 2, record.Inconclusive)
	putComparison(t, b, c)
	wantError(t, b.ReopenComparison(ctx, c), "no session")
	second := session(c)
	check(t, b.ReopenComparison(ctx, second))
	got, err := b.LoadComparison(ctx, "c1")
	check(t, err)
	want := second
	want.Finished = time.Time{}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("\n got %+v\nwant %+v", got, want)
	}
	if err := b.ReopenComparison(ctx, second); !errors.Is(err, ErrContinued) {
		t.Errorf("two go on with it at once: %v", err)
	}
	headers, err := b.List(ctx, Filter{})
	check(t, err)
	if _, ended := headers[0].Duration(); ended || headers[0].Sessions != 2 || len(headers[0].Verdicts) != 0 {
		t.Errorf("while it goes on: %+v", headers[0])
	}

	for _, trial := range sampleComparison("c1", 0, 4).Trials[2:] {
		check(t, b.AddTrial(ctx, "c1", trial))
	}
	second.Trials = sampleComparison("c1", 0, 4).Trials
	second.Finished = second.Started.Add(2 * time.Hour)
	check(t, b.FinishComparison(ctx, second))
	if got, err := b.LoadComparison(ctx, "c1"); err != nil || !reflect.DeepEqual(got, second) {
		t.Errorf("%v\n got %+v\nwant %+v", err, got, second)
	}
	if err := b.ReopenComparison(ctx, session(c)); !errors.Is(err, ErrContinued) {
		t.Errorf("from what it was before: %v", err)
	}
	check(t, b.ReopenComparison(ctx, session(second)))

	missing := second
	missing.ID = "c"
	if err := b.ReopenComparison(ctx, missing); !errors.Is(err, ErrNotFound) {
		t.Errorf("no such comparison: %v", err)
	}
}

// An older tare ignores what it does not know in a record, and so reads comparisons
// that a newer one continued.
func TestUnknownKeysAreIgnored(t *testing.T) {
	s := open(t, tempPath(t))
	c := session(sampleComparison("c1", 0, 1, record.Slower))
	check(t, s.BeginComparison(t.Context(), c))
	_, err := s.db.Exec(`UPDATE run SET doc = json_set(doc, '$.later', json('{"x": [1]}'), '$.sessions[0].later', 1)`)
	check(t, err)
	got, err := s.LoadComparison(context.WithoutCancel(t.Context()), "c1")
	check(t, err)
	if len(got.Sessions) != 2 || len(got.Benchmarks) != 1 {
		t.Errorf("%+v", got)
	}
	var doc string
	check(t, s.db.QueryRow(`SELECT doc FROM run`).Scan(&doc))
	var older struct { // as tare knew a comparison before there were sessions
		ID   string `json:"id"`
		Plan struct {
			Looks []int `json:"looks"`
		} `json:"plan"`
	}
	if err := json.Unmarshal([]byte(doc), &older); err != nil || older.ID != "c1" {
		t.Errorf("%+v, %v", older, err)
	}
}
