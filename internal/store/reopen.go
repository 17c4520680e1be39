package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tare/internal/record"
)

// ErrContinued says that somebody else goes on with a comparison.
var ErrContinued = errors.New("another tare goes on with it, or did meanwhile")

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
