package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	sqlite3 "modernc.org/sqlite/lib"

	"tare/internal/record"
)

const (
	runColumns = `id, started, finished, tare, module, go_version, vcs_status, revision, dirty,
		cpu_model, goos, goarch, kernel, cell_level, quota, gomaxprocs, failures, doc, nonfinite`
	runValues = `?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?`

	insertTrial = `INSERT INTO trial (run_id, ord, started, elapsed_ns, package, benchmark, procs,
		round, outcome, polluted, accounting, n, wall_ns_op, net_ns_op, net_status, cpu_ns_op,
		throttled_ns_op, waiting_ns_op, stolen_ns_op, doc, nonfinite)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
)

// Begin stores what is known of a run before its first trial. The run must have
// an ID that no stored run has, and a start time; its finish time and trials
// are ignored.
func (s *Store) Begin(ctx context.Context, run record.Run) error {
	if run.ID == "" || run.ID == Latest {
		return fmt.Errorf("store a run: %q cannot be a run's ID", run.ID)
	}
	run.Finished = time.Time{}
	values, err := runRow(run)
	if err != nil {
		return s.fail(err, "store run %s", run.ID)
	}
	_, err = s.db.ExecContext(ctx, `INSERT INTO run (`+runColumns+`) VALUES (`+runValues+`)`, values...)
	if hasCode(err, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY) {
		return fmt.Errorf("store run %s: a run of that ID is already in %s", run.ID, s.path)
	}
	return s.fail(err, "store run %s", run.ID)
}

// AddTrial stores one trial of a run that Begin has stored, [ErrNotFound]
// otherwise. The trial is on disk when AddTrial returns: whatever ends tare
// then, the trial is there. Its Order must be new within the run. A context
// that ends with the run's interruption would lose the trial that was just
// paid for; pass one that outlives it.
func (s *Store) AddTrial(ctx context.Context, runID string, t record.Trial) error {
	doc, err := encode(t)
	if err != nil {
		return s.fail(err, "store trial %d of run %s", t.Order, runID)
	}
	values := append([]any{runID, t.Order, unixNano(t.Started), t.Elapsed,
		t.Benchmark.Package, t.Benchmark.Name, t.Benchmark.Procs,
		t.Round, string(t.Outcome), len(t.Polluted) > 0, string(t.Accounting), t.N}, bill(t)...)
	values = append(values, doc.JSON, doc.NonFinite)
	_, err = s.db.ExecContext(ctx, insertTrial, values...)
	switch {
	case hasCode(err, sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY):
		return s.fail(notFound(runID), "store trial %d", t.Order)
	case hasCode(err, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY):
		return fmt.Errorf("store trial %d of run %s: a trial in that place is already stored", t.Order, runID)
	}
	return s.fail(err, "store trial %d of run %s", t.Order, runID)
}

// Finish stores the rest of a run that Begin has stored, [ErrNotFound]
// otherwise: summaries, findings, failures and the finish time, which must be
// set. The run's trials are those that AddTrial stored; run.Trials is ignored.
func (s *Store) Finish(ctx context.Context, run record.Run) error {
	if run.Finished.IsZero() {
		return fmt.Errorf("finish run %s: it has no finish time", run.ID)
	}
	values, err := runRow(run)
	if err != nil {
		return s.fail(err, "finish run %s", run.ID)
	}
	res, err := s.db.ExecContext(ctx,
		`UPDATE run SET (`+runColumns+`) = (`+runValues+`) WHERE id = ?`, append(values, run.ID)...)
	return s.fail(needRow(res, err, run.ID), "finish run %s", run.ID)
}

// Delete removes the run with this very ID and its trials, or returns
// [ErrNotFound].
func (s *Store) Delete(ctx context.Context, id string) error {
	res, err := s.db.ExecContext(ctx, `DELETE FROM run WHERE id = ?`, id)
	return s.fail(needRow(res, err, id), "delete run %s", id)
}

// runRow returns the values of runColumns for run.
func runRow(run record.Run) ([]any, error) {
	if run.Started.IsZero() {
		return nil, errors.New("it has no start time")
	}
	run.Trials = nil
	doc, err := encode(run)
	if err != nil {
		return nil, err
	}
	src, m := run.Source, run.Machine
	known := src.VCSStatus == record.Measured
	finished := !run.Finished.IsZero()
	return []any{
		run.ID, unixNano(run.Started), unixNano(run.Finished), run.Tare,
		src.Module, src.GoVersion, string(src.VCSStatus), only(known, src.Revision), only(known, src.Dirty),
		m.CPUModel, m.GOOS, m.GOARCH, m.Kernel,
		run.Cell.Level, only(run.Cell.Quota > 0, run.Cell.Quota), only(run.Cell.GOMAXPROCS > 0, run.Cell.GOMAXPROCS),
		only(finished, len(run.Failures)), doc.JSON, doc.NonFinite,
	}, nil
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
func needRow(res sql.Result, err error, id string) error {
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n > 0 {
		return err
	}
	return notFound(id)
}
