// Package store keeps every run, comparison and sweep in one SQLite file: its
// trials with all their readings, its cells, the machine's facts, the versions
// and the revisions. It is the only package that knows SQL.
//
// A record is stored whole, as JSON, and loaded from that JSON alone; beside it
// stand typed columns for what queries ask about. Readings are part of the JSON
// rather than rows of their own, because nothing reads one without the rest of
// its trial: a new metric or a new field of package record then needs no new
// schema, a trial is one insert, and SQL still reaches each reading
// (doc -> '$.readings.throttled'). Renaming a JSON key of package record does
// need a migration.
//
// Text that is not valid UTF-8 is stored with U+FFFD in place of the bad bytes.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	_ "modernc.org/sqlite" // the driver named "sqlite"

	"tare/internal/record"
)

// busyTimeout is how long a call waits for another process's write. Writes take
// milliseconds, so whoever holds the lock this long is not coming back.
const busyTimeout = 10 * time.Second

// Store is an open store file. It is safe for concurrent use, and any number of
// processes may have the same file open.
type Store struct {
	db   *sql.DB
	path string
}

// Open opens the store at path. It creates the folder, the file and the schema
// when they are missing and migrates an older schema. A file that is not a
// store, that belongs to a newer tare, or that cannot be used is an error that
// says so, and the file is left as it was.
func Open(ctx context.Context, path string) (*Store, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("find the store: %w", err)
	}
	if err := claim(path); err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite", dsn(path))
	if err != nil {
		return nil, fmt.Errorf("open store %s: %w", path, err)
	}
	// One connection: statements take microseconds, and a Store then never
	// competes with itself for SQLite's write lock.
	db.SetMaxOpenConns(1)
	if err := migrate(ctx, db, migrations); err != nil {
		db.Close()
		return nil, explain("open store "+path, err)
	}
	return &Store{db: db, path: path}, nil
}

// Close closes the store. The last process to close it folds the write-ahead
// log into the file.
func (s *Store) Close() error {
	return s.fail(s.db.Close(), "close")
}

// dsn names the file as a URI, because SQLite would otherwise take a "?" in the
// path for the start of its parameters.
//
// synchronous is FULL: a stored trial then survives not only a killed tare but
// a machine that goes down under the benchmark. It costs one fsync between two
// trials, and with NORMAL the kernel would write the same pages back later,
// inside somebody's window.
func dsn(path string) string {
	slashed := filepath.ToSlash(path)
	if !strings.HasPrefix(slashed, "/") {
		slashed = "/" + slashed // file:///C:/…
	}
	u := url.URL{Scheme: "file", Path: slashed, RawQuery: url.Values{
		"_pragma": {
			fmt.Sprintf("busy_timeout(%d)", busyTimeout.Milliseconds()),
			"foreign_keys(on)",
			"synchronous(full)",
		},
		"_txlock": {"immediate"},
		// Otherwise messages end with whatever error came before.
		"_error_rc": {"true"},
	}.Encode()}
	return u.String()
}

// fail returns err, unless it is nil, with what was being done to the store.
func (s *Store) fail(err error, format string, args ...any) error {
	if err == nil {
		return nil
	}
	return explain(fmt.Sprintf(format, args...)+" (store "+s.path+")", err)
}

// ErrContinued says that somebody else goes on with a comparison.
var ErrContinued = errors.New("another tare is continuing it, or has continued it meanwhile")

// ReopenComparison stores that a comparison goes on: c is what the store has of it,
// with one more session at its end. Until it is finished again it counts as
// unfinished; its trials stay. The error is [ErrContinued] when the store has other
// sessions by now, and [ErrNotFound] when it has no such comparison.
func (s *Store) ReopenComparison(ctx context.Context, c record.Comparison) error {
	if len(c.Sessions) < 2 {
		return fmt.Errorf("reopen comparison %s: it has no session to add", c.ID)
	}
	before := len(c.Sessions) - 1
	if before == 1 {
		before = 0 // one session is not listed
	}
	c.Finished = time.Time{}
	e := comparisonEntry(c)
	values, err := e.values()
	if err != nil {
		return s.fail(err, "reopen comparison %s", c.ID)
	}
	res, err := s.db.ExecContext(ctx, `UPDATE run SET (`+entryColumns+`) = (`+entryValues+`)
		WHERE id = ? AND kind = ? AND coalesce(json_array_length(doc, '$.sessions'), 0) = ?`,
		append(values, e.id, string(e.kind), before)...)
	if err = needRow(res, err, e.kind, e.id); errors.Is(err, ErrNotFound) {
		if f, missing := find(ctx, s.db, e.kind, e.id); missing == nil && f.id == e.id {
			err = ErrContinued
		}
	}
	return s.fail(err, "reopen comparison %s", c.ID)
}
