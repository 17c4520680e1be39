package store

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"os"
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

// openVersion1 opens a store that the first schema version wrote. testdata/v1.sql
// is a dump of one, with the run r1 of TestLoadsVersion1 and an older run, full,
// that has every field set. It is history: never regenerate it.
func openVersion1(t *testing.T) *Store {
	t.Helper()
	script, err := os.ReadFile("testdata/v1.sql")
	check(t, err)
	path := tempPath(t)
	execFile(t, path, string(script))
	return open(t, path)
}

func TestLoadsVersion1(t *testing.T) {
	s := openVersion1(t)
	want := sampleRun("r1", 0, 2)
	want.Summaries = []record.Summary{{Benchmark: want.Trials[0].Benchmark, Rounds: 2, Net: record.Estimate{Center: 4e5, N: 2}}}
	if got := mustLoad(t, s, Latest); !reflect.DeepEqual(got, want) {
		t.Errorf("\n got %+v\nwant %+v", got, want)
	}
	put(t, s, sampleRun("r2", 1, 1))
	headers, err := s.Runs(t.Context(), Filter{})
	check(t, err)
	if len(headers) != 3 || headers[1].Trials != 2 || headers[2].ID != "full" {
		t.Errorf("got %+v", headers)
	}
}

// Every JSON key that a version 1 store can hold still means something. When
// this fails, package record has lost or renamed a key: add a migration that
// rewrites doc.
func TestKnowsVersion1Keys(t *testing.T) {
	s := openVersion1(t)
	for query, into := range map[string]any{
		"SELECT doc FROM run WHERE id = 'full'":       new(record.Run),
		"SELECT doc FROM trial WHERE run_id = 'full'": new(record.Trial),
	} {
		var doc string
		check(t, s.db.QueryRow(query).Scan(&doc))
		d := json.NewDecoder(strings.NewReader(doc))
		d.DisallowUnknownFields()
		if err := d.Decode(into); err != nil {
			t.Errorf("%T: %v", into, err)
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
		if got, want := row(t, s, "SELECT cycles, user_version FROM trial, pragma_user_version WHERE ord = 1"), "[5.00000001e+08 3]"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	wantError(t, migrate(t.Context(), s.db, migrations), "newer tare")
}

// A migration that fails leaves the store as it was.
func TestMigrateFails(t *testing.T) {
	s := open(t, tempPath(t))
	broken := append(laterSteps[:2:2], "DROP TABLE nonesuch")
	wantError(t, migrate(t.Context(), s.db, broken), "migrate the schema from version 1 to 3", "nonesuch")
	if got := row(t, s, "SELECT user_version FROM pragma_user_version"); got != "[1]" {
		t.Errorf("version is %s, want [1]", got)
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
	for _, step := range laterSteps[1:] {
		_, err := tx.Exec(step)
		check(t, err)
	}
	_, err = tx.Exec("PRAGMA user_version = 3")
	check(t, errors.Join(err, tx.Commit()))
	check(t, <-done)
}
