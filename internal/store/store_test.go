package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	"tare/internal/record"
)

func TestSuite(t *testing.T) {
	Suite(t, func(t *testing.T) Backend { return open(t, tempPath(t)) })
}

// Two stores on one file see each other's runs.
func TestOpenTwice(t *testing.T) {
	path := tempPath(t)
	a, b := open(t, path), open(t, path)
	put(t, a, sampleRun("r1", 0, 2))
	put(t, b, sampleRun("r2", 1, 2))
	for _, s := range []*Store{a, b} {
		if got, err := s.List(t.Context(), Filter{}); err != nil || len(got) != 2 {
			t.Errorf("got %d runs, %v; want 2", len(got), err)
		}
	}
}

func TestOpenAwkwardPaths(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a?b#c%41&_pragma=x.db", "with space/ünï/deep/tare.db"} {
		if runtime.GOOS == "windows" {
			name = strings.ReplaceAll(name, "?", "") // no file may have it there
		}
		path := filepath.Join(dir, name)
		open(t, path)
		if _, err := os.Stat(path); err != nil {
			t.Error(err)
		}
	}
	t.Chdir(dir)
	open(t, "relative.db")
	if _, err := os.Stat("relative.db"); err != nil {
		t.Error(err)
	}
}

// Settings that no behaviour shows short of a power cut.
func TestPragmas(t *testing.T) {
	s := open(t, tempPath(t))
	for pragma, want := range map[string]string{
		"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1", "busy_timeout": "10000",
		"application_id": fmt.Sprint(0x74617265), "user_version": fmt.Sprint(len(migrations)),
	} {
		var got string
		if err := s.db.QueryRow("PRAGMA " + pragma).Scan(&got); err != nil || got != want {
			t.Errorf("%s = %q, %v; want %q", pragma, got, err, want)
		}
	}
}

func TestCloseLeavesOneFile(t *testing.T) {
	path := tempPath(t)
	s, err := Open(t.Context(), path)
	check(t, err)
	put(t, s, sampleRun("r1", 0, 5))
	if _, err := os.Stat(path + "-wal"); err != nil {
		t.Errorf("no write-ahead log while open: %v", err)
	}
	check(t, s.Close())
	if files, _ := filepath.Glob(path + "*"); len(files) != 1 {
		t.Errorf("after Close: %v, want the store alone", files)
	}
	if got := mustLoad(t, open(t, path), "r1"); len(got.Trials) != 5 {
		t.Errorf("reopened: %d trials, want 5", len(got.Trials))
	}
}

// TestColumns checks the columns that queries rely on, and that what does not
// apply is NULL rather than zero.
func TestColumns(t *testing.T) {
	s := open(t, tempPath(t))
	run := sampleRun("r1", 0, 2)
	run.Trials[0].Polluted = []string{"throttled by an ancestor"}
	run.Trials[1].Outcome = "failed"
	put(t, s, run)
	for query, want := range map[string]string{
		`SELECT quota, gomaxprocs, failures FROM run`:                                          "[1.5 <nil> 0]",
		`SELECT finished - started, revision, dirty FROM run`:                                  "[60000000000 abc123 1]",
		`SELECT polluted, wall_ns_op, net_ns_op, net_status FROM trial WHERE ord = 0`:          "[1 500000 400000 measured]",
		`SELECT outcome, wall_ns_op, net_ns_op, net_status, n FROM trial WHERE ord = 1`:        "[failed <nil> <nil> <nil> 1000]",
		`SELECT nonfinite, doc ->> '$.readings.cycles.why' FROM trial WHERE ord = 1`:           "[<nil> no PMU]",
		`SELECT kind, design, variants, slower FROM run`:                                       "[run <nil> <nil> <nil>]",
		`SELECT doc -> '$.trials', doc ->> '$.machine.cpu_model' = cpu_model AS same FROM run`: "[<nil> 1]",
	} {
		if got := row(t, s, query); got != want {
			t.Errorf("%s: got %s, want %s", query, got, want)
		}
	}
	putComparison(t, s, sampleComparison("c1", 1, 2, record.Slower))
	for query, want := range map[string]string{
		`SELECT design, variants FROM run WHERE id = 'c1'`:                                  `[paired ["v1.2","HEAD gogc=50 tags=x"]]`,
		`SELECT slower, faster, equivalent, inconclusive, invalid FROM run WHERE id = 'c1'`: "[1 0 0 0 0]",
		`SELECT revision, cell_level FROM run WHERE id = 'c1'`:                              "[abc123 cgroup v2]",
		`SELECT ord, variant FROM trial WHERE run_id = 'c1' AND variant > 0`:                "[1 1]",
	} {
		if got := row(t, s, query); got != want {
			t.Errorf("%s: got %s, want %s", query, got, want)
		}
	}
}

// row returns the only row of a query, printed.
func row(t *testing.T, s *Store, query string) string {
	t.Helper()
	rows, err := s.db.Query(query)
	check(t, err)
	defer rows.Close()
	columns, err := rows.Columns()
	check(t, err)
	values, into := make([]any, len(columns)), make([]any, len(columns))
	for i := range values {
		into[i] = &values[i]
	}
	if !rows.Next() {
		t.Fatalf("%s: no rows", query)
	}
	check(t, rows.Scan(into...))
	return fmt.Sprint(values)
}

// BenchmarkOpen is what every command that touches the store pays first.
func BenchmarkOpen(b *testing.B) {
	path := tempPath(b)
	s := open(b, path)
	for i := range 20 {
		run := sampleRun(fmt.Sprint("r", i), i, 50)
		if err := s.Begin(b.Context(), run); err != nil {
			b.Fatal(err)
		}
		for _, trial := range run.Trials {
			if err := s.AddTrial(b.Context(), run.ID, trial); err != nil {
				b.Fatal(err)
			}
		}
	}
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		s, err := Open(b.Context(), path)
		if err != nil {
			b.Fatal(err)
		}
		if err := s.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkAddTrial is what a trial costs between two trials, fsync included.
func BenchmarkAddTrial(b *testing.B) {
	s := open(b, tempPath(b))
	if err := s.Begin(b.Context(), sampleRun("r1", 0, 0)); err != nil {
		b.Fatal(err)
	}
	order := 0
	for b.Loop() {
		if err := s.AddTrial(b.Context(), "r1", sampleTrial("BenchmarkX", order)); err != nil {
			b.Fatal(err)
		}
		order++
	}
}

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
