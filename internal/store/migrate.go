package store

import (
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"time"

	sqlite3 "modernc.org/sqlite/lib"
)

var (
	//go:embed schema/1.sql
	schema1 string
	//go:embed schema/2.sql
	schema2 string
	//go:embed schema/3.sql
	schema3 string
)

// migrations[v] takes a store from schema version v to v+1. A released step is
// never edited: files that have taken it exist.
var migrations = []string{schema1, schema2, schema3}

// applicationID marks a SQLite file as tare's in its header: "tare" in ASCII.
const applicationID = 0x74617265

// identity is what the header of a SQLite file says about whose it is.
type identity struct {
	application int64
	version     int
	tables      int
}

// migrate brings the schema up to len(steps). It does nothing but one read when
// the schema is current.
func migrate(ctx context.Context, db *sql.DB, steps []string) error {
	id, err := identify(ctx, db)
	if err != nil {
		return err
	}
	if err := id.check(len(steps)); err != nil {
		return err
	}
	if id.version == len(steps) {
		return nil
	}
	if id.version == 0 {
		// The journal mode stays with the file, and cannot be set within a
		// transaction.
		if err := enableWAL(ctx, db); err != nil {
			return err
		}
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	// Another process may have migrated while this one waited for the lock.
	if id, err = identify(ctx, tx); err != nil {
		return err
	}
	if err := id.check(len(steps)); err != nil {
		return err
	}
	for _, step := range steps[id.version:] {
		if _, err := tx.ExecContext(ctx, step); err != nil {
			return fmt.Errorf("migrate the schema from version %d to %d: %w", id.version, len(steps), err)
		}
	}
	stamp := fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d", applicationID, len(steps))
	if _, err := tx.ExecContext(ctx, stamp); err != nil {
		return err
	}
	return tx.Commit()
}

// identify reads the header through a connection or a transaction.
func identify(ctx context.Context, q interface {
	QueryRowContext(context.Context, string, ...any) *sql.Row
}) (identity, error) {
	var id identity
	err := q.QueryRowContext(ctx, `SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema)
		FROM pragma_application_id, pragma_user_version`).Scan(&id.application, &id.version, &id.tables)
	return id, err
}

// check refuses files that this tare must not touch.
func (id identity) check(current int) error {
	blank := id == identity{}
	switch {
	case blank:
		return nil
	case id.application != applicationID:
		return errors.New("it is another program's SQLite database: set TARE_DB to a file of tare's own")
	case id.version > current:
		return fmt.Errorf("a newer tare wrote it (schema version %d, this tare knows %d): update tare, or set TARE_DB to another file", id.version, current)
	}
	return nil
}

// enableWAL switches a new file to write-ahead logging. Two processes that
// create the same file both try, and SQLite refuses the second at once instead
// of waiting for busy_timeout, lest the two wait for each other.
func enableWAL(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, busyTimeout)
	defer cancel()
	for {
		_, err := db.ExecContext(ctx, "PRAGMA journal_mode = WAL")
		if !hasCode(err, sqlite3.SQLITE_BUSY) {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(time.Millisecond):
		}
	}
}
