package store

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"time"

	sqlite3 "modernc.org/sqlite/lib"

	"tare/internal/record"
)

// entryValues are the place holders of entryColumns.
var entryValues = strings.Repeat(`?, `, strings.Count(entryColumns, `,`)) + `?`

const insertTrial = `INSERT INTO trial (run_id, ord, variant, started, elapsed_ns, package, benchmark, procs,
	round, outcome, polluted, accounting, n, wall_ns_op, net_ns_op, net_status, cpu_ns_op,
	throttled_ns_op, waiting_ns_op, stolen_ns_op, doc, nonfinite)
	VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

// Begin stores what is known of a run before its first trial. The run must have
// an ID that nothing in the store has, and a start time; its finish time and
// trials are ignored.
func (s *Store) Begin(ctx context.Context, run record.Run) error {
	run.Finished = time.Time{}
	return s.begin(ctx, runEntry(run))
}

// BeginComparison is [Store.Begin] for a comparison.
func (s *Store) BeginComparison(ctx context.Context, c record.Comparison) error {
	c.Finished = time.Time{}
	return s.begin(ctx, comparisonEntry(c))
}

// BeginSweep is [Store.Begin] for a sweep.
func (s *Store) BeginSweep(ctx context.Context, sweep record.Sweep) error {
	sweep.Finished = time.Time{}
	return s.begin(ctx, sweepEntry(sweep))
}

func (s *Store) begin(ctx context.Context, e entry) error {
	if e.id == "" || e.id == Latest {
		return fmt.Errorf("store a %s: %q cannot be its ID", e.kind, e.id)
	}
	values, err := e.values()
	if err != nil {
		return s.fail(err, "store %s %s", e.kind, e.id)
	}
	_, err = s.db.ExecContext(ctx, `INSERT INTO run (`+entryColumns+`) VALUES (`+entryValues+`)`, values...)
	if hasCode(err, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY) {
		return fmt.Errorf("store %s %s: that ID is already in %s", e.kind, e.id, s.path)
	}
	return s.fail(err, "store %s %s", e.kind, e.id)
}

// AddTrial stores one trial of a run, comparison or sweep that is in the store,
// [ErrNotFound] otherwise. The trial is on disk when AddTrial returns: whatever
// ends tare then, the trial is there. Its Order must be new within the run, its
// variants taken together. A context that ends with the run's interruption would
// lose the trial that was just paid for; pass one that outlives it.
func (s *Store) AddTrial(ctx context.Context, id string, t record.Trial) error {
	doc, err := encode(t)
	if err != nil {
		return s.fail(err, "store trial %d of %s", t.Order, id)
	}
	values := append([]any{id, t.Order, t.Variant, unixNano(t.Started), t.Elapsed,
		t.Benchmark.Package, t.Benchmark.Name, t.Benchmark.Procs,
		t.Round, string(t.Outcome), len(t.Polluted) > 0, string(t.Accounting), t.N}, bill(t)...)
	values = append(values, doc.JSON, doc.NonFinite)
	_, err = s.db.ExecContext(ctx, insertTrial, values...)
	switch {
	case hasCode(err, sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY):
		return s.fail(notFound("", id), "store trial %d", t.Order)
	case hasCode(err, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY):
		return fmt.Errorf("store trial %d of %s: a trial in that place is already stored", t.Order, id)
	}
	return s.fail(err, "store trial %d of %s", t.Order, id)
}

// Finish stores the rest of a run that Begin has stored, [ErrNotFound]
// otherwise: summaries, findings, failures and the finish time, which must be
// set. The run's trials are those that AddTrial stored; run.Trials is ignored.
func (s *Store) Finish(ctx context.Context, run record.Run) error {
	return s.finish(ctx, runEntry(run))
}

// FinishComparison is [Store.Finish] for a comparison that BeginComparison has
// stored. It stores the verdicts and all they are reported with.
func (s *Store) FinishComparison(ctx context.Context, c record.Comparison) error {
	return s.finish(ctx, comparisonEntry(c))
}

// FinishSweep is [Store.Finish] for a sweep that BeginSweep has stored.
func (s *Store) FinishSweep(ctx context.Context, sweep record.Sweep) error {
	return s.finish(ctx, sweepEntry(sweep))
}

func (s *Store) finish(ctx context.Context, e entry) error {
	if e.finished.IsZero() {
		return fmt.Errorf("finish %s %s: it has no finish time", e.kind, e.id)
	}
	values, err := e.values()
	if err != nil {
		return s.fail(err, "finish %s %s", e.kind, e.id)
	}
	res, err := s.db.ExecContext(ctx, `UPDATE run SET (`+entryColumns+`) = (`+entryValues+`) WHERE id = ? AND kind = ?`,
		append(values, e.id, string(e.kind))...)
	return s.fail(needRow(res, err, e.kind, e.id), "finish %s %s", e.kind, e.id)
}

// Delete removes the run, comparison or sweep with this very ID and its trials, or
// returns [ErrNotFound].
func (s *Store) Delete(ctx context.Context, id string) error {
	res, err := s.db.ExecContext(ctx, `DELETE FROM run WHERE id = ?`, id)
	return s.fail(needRow(res, err, "", id), "delete %s", id)
}

// bill returns the values of trial's columns from wall_ns_op to stolen_ns_op.
func bill(t record.Trial) []any {
	ok, b := t.Outcome == record.OK, t.Bill
	return []any{
		only(ok, b.Wall), only(ok, b.Net), only(ok, string(b.NetStatus)), only(ok, b.CPU),
		only(ok, b.Throttled), only(ok, b.Waiting), only(ok, b.Stolen),
	}
}

// only returns v, or NULL when v does not apply.
func only(applies bool, v any) any {
	if !applies {
		return nil
	}
	return v
}

// unixNano returns t as a column holds it.
func unixNano(t time.Time) any { return only(!t.IsZero(), t.UnixNano()) }

// needRow returns err, or ErrNotFound when the statement touched no row.
func needRow(res sql.Result, err error, kind Kind, id string) error {
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n > 0 {
		return err
	}
	return notFound(kind, id)
}
