package store

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// wantError fails unless err says every one of parts.
func wantError(t *testing.T, err error, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("got %v; want an error that says %q", err, part)
		}
	}
}

func TestOpenNotADatabase(t *testing.T) {
	path := tempPath(t)
	text := bytes.Repeat([]byte("goos: linux\n"), 1000)
	check(t, os.WriteFile(path, text, 0o600))
	_, err := Open(t.Context(), path)
	wantError(t, err, path, "not a SQLite database", "TARE_DB")
	if got, _ := os.ReadFile(path); !bytes.Equal(got, text) {
		t.Error("the file was changed")
	}
}

func TestOpenFolder(t *testing.T) {
	dir := t.TempDir()
	_, err := Open(t.Context(), dir)
	wantError(t, err, dir, "not a folder", "TARE_DB")
}

func TestOpenBelowFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	check(t, os.WriteFile(file, nil, 0o600))
	_, err := Open(t.Context(), filepath.Join(file, "tare.db"))
	wantError(t, err, file, "create the store's folder", "TARE_DB")
}

func TestOpenEmptyFile(t *testing.T) {
	path := tempPath(t)
	check(t, os.WriteFile(path, nil, 0o600))
	put(t, open(t, path), sampleRun("r1", 0, 1))
}

func TestOpenCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Open(ctx, tempPath(t)); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}

// closedStore returns the path and size of a store of many pages.
func closedStore(t *testing.T) (path string, size int64) {
	t.Helper()
	path = tempPath(t)
	s, err := Open(t.Context(), path)
	check(t, err)
	put(t, s, sampleRun("r1", 0, 100))
	check(t, s.Close())
	info, err := os.Stat(path)
	check(t, err)
	return path, info.Size()
}

// loadDamaged opens a damaged store and loads its run.
func loadDamaged(t *testing.T, path string) error {
	t.Helper()
	s, err := Open(t.Context(), path)
	if err != nil {
		return err
	}
	defer s.Close()
	_, err = s.Load(t.Context(), "r1")
	return err
}

func TestTruncatedFile(t *testing.T) {
	for _, eighths := range []int64{1, 4, 7} {
		path, size := closedStore(t)
		check(t, os.Truncate(path, size*eighths/8))
		wantError(t, loadDamaged(t, path), path, "damaged", ".recover")
	}
}

// Overwriting any page but a spare one breaks something; whatever it is, the
// error names the file, and a page that only the queries use breaks no loading.
func TestOverwrittenPages(t *testing.T) {
	const page = 4096
	path, size := closedStore(t)
	whole, err := os.ReadFile(path)
	check(t, err)
	failures := 0
	for at := int64(0); at < size; at += page {
		damaged := bytes.Clone(whole)
		copy(damaged[at:at+page], bytes.Repeat([]byte{0xa5}, page))
		check(t, os.WriteFile(path, damaged, 0o600))
		if err := loadDamaged(t, path); err != nil {
			failures++
			wantError(t, err, path)
		}
	}
	if failures < int(size/page)/2 {
		t.Errorf("only %d of %d damaged pages were noticed", failures, size/page)
	}
}

// A full disk costs what was being written, and says so.
func TestFullDisk(t *testing.T) {
	s := open(t, tempPath(t))
	run := sampleRun("r1", 0, 0)
	check(t, s.Begin(t.Context(), run))
	_, err := s.db.Exec("PRAGMA max_page_count = 40")
	check(t, err)
	stored := 0
	for err == nil && stored < 1000 {
		if err = s.AddTrial(t.Context(), "r1", sampleTrial("BenchmarkX", stored)); err == nil {
			stored++
		}
	}
	wantError(t, err, "store trial", s.path, "disk is full", "free some space")
	if got := mustLoad(t, s, "r1"); len(got.Trials) != stored || stored == 0 {
		t.Errorf("%d trials found, %d stored", len(got.Trials), stored)
	}
	// With room again, the same store goes on.
	_, err = s.db.Exec("PRAGMA max_page_count = 1000000")
	check(t, err)
	check(t, s.AddTrial(t.Context(), "r1", sampleTrial("BenchmarkX", stored)))
	check(t, s.Finish(t.Context(), run))
}

// A process that never lets go of the lock is named as the trouble.
func TestLocked(t *testing.T) {
	path := tempPath(t)
	s, other := open(t, path), open(t, path)
	_, err := s.db.Exec("PRAGMA busy_timeout = 1")
	check(t, err)
	tx, err := other.db.Begin()
	check(t, err)
	defer tx.Rollback()
	wantError(t, s.Begin(t.Context(), sampleRun("r1", 0, 0)), path, "another process", "locked")
	_, err = s.List(t.Context(), Filter{})
	if err != nil {
		t.Errorf("reading while another writes: %v", err)
	}
}

func TestAdvice(t *testing.T) {
	for code, want := range map[int]string{
		sqlite3.SQLITE_IOERR_SHMMAP:      "local disk",
		sqlite3.SQLITE_IOERR_WRITE:       "could not be read or written",
		sqlite3.SQLITE_READONLY_DBMOVED:  "write permission",
		sqlite3.SQLITE_BUSY_SNAPSHOT:     "another process",
		sqlite3.SQLITE_CANTOPEN_FULLPATH: "cannot be opened",
		sqlite3.SQLITE_MISUSE:            "",
	} {
		if got := advice(code); want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("code %d: got %q, want %q", code, got, want)
		}
	}
	if hasCode(new(sqlite.Error), sqlite3.SQLITE_BUSY) || hasCode(nil, sqlite3.SQLITE_BUSY) {
		t.Error("no code taken for busy")
	}
}
