package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"tare/internal/record"
)

// Latest names the newest run wherever an ID is looked up.
const Latest = "latest"

// What a look-up by ID can come to.
var (
	ErrNotFound  = errors.New("no such run")
	ErrAmbiguous = errors.New("more than one run begins so")
)

// Load returns a whole run with its trials in time order. The run is named by
// its ID, by the beginning of it, or by [Latest]; an ID that is also the
// beginning of another names its own run. The error is [ErrNotFound] when there
// is none and [ErrAmbiguous] when several begin so. A run that never finished
// has a zero Finished and the trials that were stored.
func (s *Store) Load(ctx context.Context, idOrPrefix string) (record.Run, error) {
	// A transaction, so that no Delete comes between the run and its trials.
	tx, err := s.db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return record.Run{}, s.fail(err, "load run %s", idOrPrefix)
	}
	defer tx.Rollback()
	run, err := load(ctx, tx, idOrPrefix)
	return run, s.fail(err, "load run %s", idOrPrefix)
}

func load(ctx context.Context, tx *sql.Tx, idOrPrefix string) (record.Run, error) {
	id, err := resolve(ctx, tx, idOrPrefix)
	if err != nil {
		return record.Run{}, err
	}
	var doc document
	err = tx.QueryRowContext(ctx, `SELECT doc, nonfinite FROM run WHERE id = ?`, id).Scan(&doc.JSON, &doc.NonFinite)
	if err != nil {
		return record.Run{}, err
	}
	run, err := decode[record.Run](doc)
	if err != nil {
		return record.Run{}, fmt.Errorf("decode run %s: %w", id, err)
	}
	run.Trials, err = trials(ctx, tx, id)
	return run, err
}

// resolve returns the ID that idOrPrefix stands for.
func resolve(ctx context.Context, tx *sql.Tx, idOrPrefix string) (string, error) {
	const shown = 3 // candidates that an ambiguity names
	query, args := `SELECT id FROM run WHERE substr(id, 1, length(?)) = ? ORDER BY id LIMIT ?`,
		[]any{idOrPrefix, idOrPrefix, shown + 1}
	switch idOrPrefix {
	case "":
		return "", notFound("")
	case Latest:
		query, args = `SELECT id FROM run ORDER BY started DESC, id DESC LIMIT 1`, nil
	}
	ids, err := collect(ctx, tx, query, args, func(rows *sql.Rows) (id string, err error) {
		return id, rows.Scan(&id)
	})
	switch {
	case err != nil:
		return "", err
	case len(ids) == 0:
		return "", notFound(idOrPrefix)
	// The shortest match sorts first: an exact one, if there is any.
	case len(ids) == 1 || ids[0] == idOrPrefix:
		return ids[0], nil
	case len(ids) > shown:
		ids[shown] = "…"
	}
	return "", fmt.Errorf("%w: give more of its ID (%s)", ErrAmbiguous, strings.Join(ids, ", "))
}

// trials returns the trials of the run with this very ID, nil when none.
func trials(ctx context.Context, tx *sql.Tx, id string) ([]record.Trial, error) {
	return collect(ctx, tx, `SELECT ord, doc, nonfinite FROM trial WHERE run_id = ? ORDER BY ord`, []any{id},
		func(rows *sql.Rows) (record.Trial, error) {
			var ord int64
			var doc document
			if err := rows.Scan(&ord, &doc.JSON, &doc.NonFinite); err != nil {
				return record.Trial{}, err
			}
			t, err := decode[record.Trial](doc)
			if err != nil {
				err = fmt.Errorf("decode trial %d of run %s: %w", ord, id, err)
			}
			return t, err
		})
}

// collect returns what scan makes of each row of a query.
func collect[T any](ctx context.Context, q interface {
	QueryContext(context.Context, string, ...any) (*sql.Rows, error)
}, query string, args []any, scan func(*sql.Rows) (T, error)) ([]T, error) {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []T
	for rows.Next() {
		one, err := scan(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, rows.Err()
}

// notFound returns ErrNotFound for an ID or prefix, with what to try.
func notFound(idOrPrefix string) error {
	if idOrPrefix == Latest {
		return fmt.Errorf("%w: nothing has been stored yet", ErrNotFound)
	}
	return fmt.Errorf("%w as %q: give an ID, the beginning of one, or %q", ErrNotFound, idOrPrefix, Latest)
}
