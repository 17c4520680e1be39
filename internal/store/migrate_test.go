package store

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"tare/internal/record"
)

// execFile runs SQL on the file at path behind the store's back.
func execFile(t *testing.T, path, script string) {
	t.Helper()
	db, err := sql.Open("sqlite", dsn(path))
	check(t, err)
	_, err = db.Exec(script)
	check(t, errors.Join(err, db.Close()))
}

// openDump opens a store that an earlier schema version wrote. The files are
// dumps of such stores: v1.sql has the run r1 of TestLoadsVersion1, v2.sql the
// comparison c1 of TestLoadsVersion2, and both an older record, full, that has
// every field set. They are history: never regenerate them.
func openDump(t *testing.T, name string) *Store {
	t.Helper()
	script, err := os.ReadFile(filepath.Join("testdata", name))
	check(t, err)
	path := tempPath(t)
	execFile(t, path, string(script))
	return open(t, path)
}

func TestLoadsVersion1(t *testing.T) {
	s := openDump(t, "v1.sql")
	want := sampleRun("r1", 0, 2)
	want.Summaries = []record.Summary{{Benchmark: want.Trials[0].Benchmark, Rounds: 2, Net: record.Estimate{Center: 4e5, N: 2}}}
	if got := mustLoad(t, s, Latest); !reflect.DeepEqual(got, want) {
		t.Errorf("\n got %+v\nwant %+v", got, want)
	}
	put(t, s, sampleRun("r2", 1, 1))
	putComparison(t, s, sampleComparison("c1", 2, 1))
	headers, err := s.List(t.Context(), Filter{})
	check(t, err)
	if len(headers) != 4 || headers[0].ID != "c1" || headers[2].Trials != 2 || headers[2].Kind != Run || headers[3].ID != "full" {
		t.Errorf("got %+v", headers)
	}
}

func TestLoadsVersion2(t *testing.T) {
	s := openDump(t, "v2.sql")
	want := sampleComparison("c1", 0, 2, record.Slower, record.Equivalent)
	if got, err := s.LoadComparison(t.Context(), Latest); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v\n got %+v\nwant %+v", err, got, want)
	}
}

// Every JSON key that an older store can hold still means something. When this
// fails, package record has lost or renamed a key: add a migration that rewrites
// doc.
func TestKnowsOlderKeys(t *testing.T) {
	runs, comparisons := openDump(t, "v1.sql"), openDump(t, "v2.sql")
	for _, c := range []struct {
		s     *Store
		table string
		into  any
	}{
		{runs, "run WHERE id", new(record.Run)},
		{runs, "trial WHERE run_id", new(record.Trial)},
		{comparisons, "run WHERE id", new(record.Comparison)},
		{comparisons, "trial WHERE run_id", new(record.Trial)},
	} {
		var doc string
		check(t, c.s.db.QueryRow("SELECT doc FROM "+c.table+" = 'full'").Scan(&doc))
		d := json.NewDecoder(strings.NewReader(doc))
		d.DisallowUnknownFields()
		if err := d.Decode(c.into); err != nil {
			t.Errorf("%T: %v", c.into, err)
		}
	}
}

func TestOpenNewerSchema(t *testing.T) {
	path, _ := closedStore(t)
	execFile(t, path, "PRAGMA user_version = 99")
	before, err := os.ReadFile(path)
	check(t, err)
	_, err = Open(t.Context(), path)
	wantError(t, err, path, "newer tare", "version 99", "update tare")
	if after, _ := os.ReadFile(path); !bytes.Equal(before, after) {
		t.Error("the file was changed")
	}
}

func TestOpenForeignDatabase(t *testing.T) {
	for _, script := range []string{
		"CREATE TABLE bookmarks (url TEXT)",
		"PRAGMA user_version = 1; CREATE TABLE run (id TEXT)",
		"PRAGMA application_id = 7",
	} {
		path := tempPath(t)
		execFile(t, path, script)
		before, err := os.ReadFile(path)
		check(t, err)
		_, err = Open(t.Context(), path)
		wantError(t, err, path, "another program's", "TARE_DB")
		if after, _ := os.ReadFile(path); !bytes.Equal(before, after) {
			t.Errorf("%s: the file was changed", script)
		}
	}
}

// The steps of a later tare, as far as the machinery can tell.
var laterSteps = append(migrations[:len(migrations):len(migrations)],
	"ALTER TABLE trial ADD COLUMN cycles DOUBLE PRECISION",
	"UPDATE trial SET cycles = doc ->> '$.readings.wall.value'")

func TestMigrateOlder(t *testing.T) {
	s := open(t, tempPath(t))
	put(t, s, sampleRun("r1", 0, 2))
	for range 2 { // the second time there is nothing left to do
		check(t, migrate(t.Context(), s.db, laterSteps))
		if got, want := row(t, s, "SELECT cycles, user_version FROM trial, pragma_user_version WHERE ord = 1"), fmt.Sprintf("[5.00000001e+08 %d]", len(laterSteps)); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	wantError(t, migrate(t.Context(), s.db, migrations), "newer tare")
}

// A migration that fails leaves the store as it was.
func TestMigrateFails(t *testing.T) {
	s := open(t, tempPath(t))
	now := len(migrations)
	broken := append(laterSteps[:now+1:now+1], "DROP TABLE nonesuch")
	wantError(t, migrate(t.Context(), s.db, broken), fmt.Sprintf("migrate the schema from version %d to %d", now, now+2), "nonesuch")
	if got, want := row(t, s, "SELECT user_version FROM pragma_user_version"), fmt.Sprintf("[%d]", now); got != want {
		t.Errorf("version is %s, want %s", got, want)
	}
	check(t, migrate(t.Context(), s.db, laterSteps))
}

// Of two processes that find an old schema, the second finds it new by the time
// it has the lock.
func TestMigrateConcurrent(t *testing.T) {
	path := tempPath(t)
	a, b := open(t, path), open(t, path)
	tx, err := a.db.Begin()
	check(t, err)
	done := make(chan error)
	go func() { done <- migrate(context.WithoutCancel(t.Context()), b.db, laterSteps) }()
	for _, step := range laterSteps[len(migrations):] {
		_, err := tx.Exec(step)
		check(t, err)
	}
	_, err = tx.Exec(fmt.Sprint("PRAGMA user_version = ", len(laterSteps)))
	check(t, errors.Join(err, tx.Commit()))
	check(t, <-done)
}
