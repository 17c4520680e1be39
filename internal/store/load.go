package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"tare/internal/record"
)

// Latest names the newest record wherever an ID is looked up.
const Latest = "latest"

// What a look-up by ID can come to.
var (
	ErrNotFound  = errors.New("not in the store")
	ErrAmbiguous = errors.New("more than one ID begins like that")
)

// Find returns the ID and the kind of the run, comparison or sweep that is named by its ID, by
// the beginning of it, by [Latest], or by its name behind [NameMark], which may stand
// before the others, too; an ID that is also the beginning of another names its own
// record. The error is [ErrNotFound] when there is none and [ErrAmbiguous] when several
// begin so.
func (s *Store) Find(ctx context.Context, idOrPrefix string) (id string, kind Kind, err error) {
	f, err := find(ctx, s.db, "", idOrPrefix)
	return f.id, f.kind, s.fail(err, "find %s", idOrPrefix)
}

// Load returns a whole run with its trials in time order. The run is named as
// for [Store.Find], as if there were nothing else. A run that never finished
// has a zero Finished and the trials that were stored.
func (s *Store) Load(ctx context.Context, idOrPrefix string) (record.Run, error) {
	return load(ctx, s, Run, idOrPrefix, func(r *record.Run, trials []record.Trial, damaged []record.Finding) {
		r.Trials, r.Findings = trials, append(r.Findings, damaged...)
	})
}

// LoadComparison is [Store.Load] for a comparison, as if there were nothing else.
func (s *Store) LoadComparison(ctx context.Context, idOrPrefix string) (record.Comparison, error) {
	return load(ctx, s, Comparison, idOrPrefix, func(c *record.Comparison, trials []record.Trial, damaged []record.Finding) {
		c.Trials, c.Findings = trials, append(c.Findings, damaged...)
	})
}

// LoadSweep is [Store.Load] for a sweep, as if there were nothing else.
func (s *Store) LoadSweep(ctx context.Context, idOrPrefix string) (record.Sweep, error) {
	return load(ctx, s, Sweep, idOrPrefix, func(w *record.Sweep, trials []record.Trial, damaged []record.Finding) {
		w.Trials, w.Findings = trials, append(w.Findings, damaged...)
	})
}

func load[T any](ctx context.Context, s *Store, kind Kind, idOrPrefix string, put func(*T, []record.Trial, []record.Finding)) (T, error) {
	// A transaction, so that no Delete comes between the record and its trials.
	tx, err := s.db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return *new(T), s.fail(err, "load %s %s", kind, idOrPrefix)
	}
	defer tx.Rollback()
	rec, trials, damaged, err := read[T](ctx, tx, kind, idOrPrefix)
	put(&rec, trials, damaged)
	return rec, s.fail(err, "load %s %s", kind, idOrPrefix)
}

// read returns a record and its trials apart from each other, as they are kept.
func read[T any](ctx context.Context, tx *sql.Tx, kind Kind, idOrPrefix string) (rec T, trials []record.Trial, damaged []record.Finding, err error) {
	f, err := find(ctx, tx, kind, idOrPrefix)
	if err != nil {
		return rec, nil, nil, err
	}
	var doc document
	err = tx.QueryRowContext(ctx, `SELECT doc, nonfinite FROM run WHERE id = ?`, f.id).Scan(&doc.JSON, &doc.NonFinite)
	if err != nil {
		return rec, nil, nil, err
	}
	if rec, err = decode[T](doc); err != nil {
		return rec, nil, nil, fmt.Errorf("decode %s %s: %w", kind, f.id, err)
	}
	trials, damaged, err = trialsOf(ctx, tx, f.id)
	return rec, trials, damaged, err
}

// found is what a look-up came to.
type found struct {
	id   string
	kind Kind
}

func scanFound(rows *sql.Rows) (f found, err error) { return f, rows.Scan(&f.id, &f.kind) }

// find returns what idOrPrefix stands for among the records of a kind, or of
// all kinds when it is "".
func find(ctx context.Context, q querier, among Kind, idOrPrefix string) (found, error) {
	if name, marked := strings.CutPrefix(idOrPrefix, NameMark); marked {
		named, err := collect(ctx, q, `SELECT id, kind FROM run WHERE ? IN ('', kind) AND id = (SELECT run_id FROM name WHERE name = ?)`,
			[]any{string(among), name}, scanFound)
		if err != nil {
			return found{}, err
		}
		if len(named) > 0 {
			return named[0], nil
		}
		idOrPrefix = name
	}
	const shown = 3 // candidates that an ambiguity names
	query, args := `SELECT id, kind FROM run WHERE ? IN ('', kind) AND substr(id, 1, length(?)) = ? ORDER BY id LIMIT ?`,
		[]any{string(among), idOrPrefix, idOrPrefix, shown + 1}
	switch idOrPrefix {
	case "":
		return found{}, notFound(among, "")
	case Latest:
		query, args = `SELECT id, kind FROM run WHERE ? IN ('', kind) ORDER BY started DESC, id DESC LIMIT 1`, args[:1]
	}
	all, err := collect(ctx, q, query, args, scanFound)
	switch {
	case err != nil:
		return found{}, err
	case len(all) == 0:
		return found{}, notFound(among, idOrPrefix)
	// The shortest match sorts first: an exact one, if there is any.
	case len(all) == 1 || all[0].id == idOrPrefix:
		return all[0], nil
	}
	var ids []string
	for _, f := range all {
		ids = append(ids, f.id)
	}
	if len(ids) > shown {
		ids[shown] = "…"
	}
	return found{}, fmt.Errorf("%w: give more of it (%s)", ErrAmbiguous, strings.Join(ids, ", "))
}

// Damaged is the ID of the finding that trials of a record cannot be read.
const Damaged = "trials-damaged"

// trialsOf returns the trials of the record with this very ID, nil when none, and
// what is to be said about those that cannot be read: an hour of measuring must not
// be lost for one of them.
func trialsOf(ctx context.Context, q querier, id string) (trials []record.Trial, damaged []record.Finding, err error) {
	var bad []string
	_, err = collect(ctx, q, `SELECT ord, doc, nonfinite FROM trial WHERE run_id = ? ORDER BY ord`, []any{id},
		func(rows *sql.Rows) (none struct{}, err error) {
			var ord int64
			var doc document
			if err := rows.Scan(&ord, &doc.JSON, &doc.NonFinite); err != nil {
				return none, err
			}
			t, err := decode[record.Trial](doc)
			if err != nil {
				bad = append(bad, fmt.Sprintf("trial %d (%v)", ord, err))
				return none, nil
			}
			trials = append(trials, t)
			return none, nil
		})
	if len(bad) == 0 || err != nil {
		return trials, nil, err
	}
	return trials, []record.Finding{{ID: Damaged, Severity: record.Warning,
		What:     fmt.Sprintf("The store has damaged trials of this (%d of %d): they are missing here.", len(bad), len(bad)+len(trials)),
		Evidence: strings.Join(bad[:min(len(bad), 5)], "; ") + "."}}, nil
}

// querier is a database or a transaction.
type querier interface {
	QueryContext(context.Context, string, ...any) (*sql.Rows, error)
}

// collect returns what scan makes of each row of a query.
func collect[T any](ctx context.Context, q querier, query string, args []any, scan func(*sql.Rows) (T, error)) ([]T, error) {
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
func notFound(among Kind, idOrPrefix string) error {
	if idOrPrefix == Latest {
		return fmt.Errorf("%w: there is no %s yet", ErrNotFound, among)
	}
	return fmt.Errorf("%w: no %s is or begins with %q; give an ID, the beginning of one, %q, or a name as in @baseline", ErrNotFound, among, idOrPrefix, Latest)
}
