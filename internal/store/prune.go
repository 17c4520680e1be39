package store

import (
	"context"
	"fmt"
	"os"
	"time"
)

// Keep says which runs, comparisons and sweeps stay when the others are deleted. One of
// the first two is set.
type Keep struct {
	Newest int       // so many
	Since  time.Time // those that started at this time or later; those with a name stay in any case
	// Unfinished are those without an end that stay in any case, when they started
	// at this time or later: they may be under way, or somebody goes on with them.
	Unfinished time.Time
}

// Pruned is what is deleted, or would be.
type Pruned struct {
	Deleted, Kept int   // runs, comparisons and sweeps
	Unfinished    int   // of those kept, for having no end yet alone
	Records       int64 // bytes of the records of what is deleted
}

// unnamed is the condition of a record that nobody has given a name.
const unnamed = `id NOT IN (SELECT run_id FROM name)`

// outside is the condition of what k does not ask for, with its arguments.
func (k Keep) outside() (string, any) {
	if k.Newest > 0 {
		return unnamed + ` AND id NOT IN (SELECT id FROM run ORDER BY started DESC, id DESC LIMIT ?)`, k.Newest
	}
	return unnamed + ` AND started < ?`, k.Since.UnixNano()
}

// Prunable counts what Prune would delete.
func (s *Store) Prunable(ctx context.Context, k Keep) (Pruned, error) {
	outside, which := k.outside()
	over := `(finished IS NOT NULL OR started < ?)`
	var p Pruned
	var outsiders, all int
	query := `SELECT count(*), coalesce(sum(` + outside + `), 0), coalesce(sum(` + outside + ` AND ` + over + `), 0),
		coalesce(sum(CASE WHEN ` + outside + ` AND ` + over + ` THEN length(doc) +
			(SELECT coalesce(sum(length(doc)), 0) FROM trial WHERE run_id = run.id) END), 0) FROM run`
	unfinished := k.Unfinished.UnixNano()
	err := s.db.QueryRowContext(ctx, query, which, which, unfinished, which, unfinished).Scan(&all, &outsiders, &p.Deleted, &p.Records)
	p.Kept, p.Unfinished = all-p.Deleted, outsiders-p.Deleted
	return p, s.fail(err, "count what is older")
}

// Prune deletes what k does not keep, all of it or nothing.
func (s *Store) Prune(ctx context.Context, k Keep) (Pruned, error) {
	p, err := s.Prunable(ctx, k)
	if err != nil || p.Deleted == 0 {
		return p, err
	}
	outside, which := k.outside()
	res, err := s.db.ExecContext(ctx, `DELETE FROM run WHERE `+outside+` AND (finished IS NOT NULL OR started < ?)`, which, k.Unfinished.UnixNano())
	if err != nil {
		return Pruned{}, s.fail(err, "delete what is older")
	}
	n, err := res.RowsAffected() // another tare may have been quicker
	p.Kept += p.Deleted - int(n)
	p.Deleted = int(n)
	return p, s.fail(err, "delete what is older")
}

// Vacuum gives the room of what was deleted back to the file system. Meanwhile the
// disk holds the store up to two times more.
func (s *Store) Vacuum(ctx context.Context) error {
	if _, err := s.db.ExecContext(ctx, `VACUUM`); err != nil {
		return s.fail(err, "give space back")
	}
	// The log has the whole store by now. Who reads keeps it so; then it gets shorter
	// when the last one closes the store.
	_, err := s.db.ExecContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`)
	return s.fail(err, "give space back")
}

// Size is what the store takes on the disk, its log included, in bytes.
func (s *Store) Size() (int64, error) {
	var size int64
	for _, name := range []string{s.path, s.path + "-wal"} {
		info, err := os.Stat(name)
		switch {
		case err == nil:
			size += info.Size()
		case name == s.path || !os.IsNotExist(err):
			return 0, fmt.Errorf("find the size of the store: %w", err)
		}
	}
	return size, nil
}
