package store

import (
	"context"
	"database/sql"
	"strings"
	"time"

	"tare/internal/record"
)

// Header is one line of a list of runs and comparisons. Those fields that say
// which code was measured are of a comparison's base.
type Header struct {
	Kind      Kind
	ID        string
	Started   time.Time
	Finished  time.Time // zero when the run never came to its end
	Tare      string    // version of tare
	Module    string
	GoVersion string
	// Revision and Dirty mean something only when VCS is record.Measured.
	Revision string
	Dirty    bool
	VCS      record.Status
	CPUModel string

	Benchmarks int // benchmarks with a trial; one name at two GOMAXPROCS is two
	Trials     int
	// Failures counts packages and benchmarks that gave no result. For a run
	// that never finished it counts the trials that failed.
	Failures int

	// Variants are what a comparison compared, the base first: the code as the
	// user named it, followed by the settings that it had to itself.
	Variants []string               `json:",omitempty"`
	Verdicts map[record.Verdict]int `json:",omitempty"` // how many of each sort, one for each benchmark and contender
	Sessions int                    `json:",omitempty"` // of a comparison that was continued; else 0
	Within   map[record.Verdict]int `json:",omitempty"` // how many of those lie within the margin: see record.Change
}

// Duration returns the time from start to finish, that between sessions included,
// and whether the run finished.
func (h Header) Duration() (time.Duration, bool) {
	return h.Finished.Sub(h.Started), !h.Finished.IsZero()
}

// Filter selects runs and comparisons. Zero fields select everything.
type Filter struct {
	Module string
	// Package and Benchmark select those with a trial of that import path and of
	// that benchmark or a sub-benchmark of it, GOMAXPROCS suffix left out.
	Package   string
	Benchmark string
	Since     time.Time // started at this time or later
	Limit     int       // at most this many, the newest
}

// listRuns counts from the trial_benchmark index wherever it can: trials are
// large, and a list needs nothing that is in them.
const listRuns = `SELECT kind, id, started, finished, tare, module, go_version, revision, dirty, vcs_status, cpu_model,
	(SELECT count(*) FROM (SELECT DISTINCT package, benchmark, procs FROM trial WHERE run_id = run.id) AS b),
	(SELECT count(*) FROM trial WHERE run_id = run.id),
	coalesce(failures, (SELECT count(*) FROM trial
		WHERE run_id = run.id AND outcome NOT IN ('ok', 'skipped', 'stopped'))),
	coalesce(json_array_length(doc, '$.sessions'), 0), variants, ` + verdictColumns + `,
	CASE WHEN slower > 0 THEN ` + countWithin + `'slower') END, CASE WHEN faster > 0 THEN ` + countWithin + `'faster') END
	FROM run`

// countWithin, closed by a verdict, counts the changes within the margin in the
// record itself: no column has them.
const countWithin = `(SELECT count(*) FROM json_each(doc, '$.benchmarks') AS b, json_each(b.value, '$.changes') AS c
	WHERE c.value ->> '$.within_margin' AND c.value ->> '$.verdict' = `

// List lists the runs and comparisons that f selects, newest first.
func (s *Store) List(ctx context.Context, f Filter) ([]Header, error) {
	where, args := f.where()
	query := listRuns + where + ` ORDER BY started DESC, id DESC`
	if f.Limit > 0 {
		query, args = query+` LIMIT ?`, append(args, f.Limit)
	}
	headers, err := collect(ctx, s.db, query, args, scanHeader)
	return headers, s.fail(err, "list runs and comparisons")
}

// where returns the WHERE clause for f with its arguments, "" for no condition.
func (f Filter) where() (clause string, args []any) {
	var run, trial []string
	add := func(to *[]string, cond string, values ...any) {
		*to, args = append(*to, cond), append(args, values...)
	}
	if f.Module != "" {
		add(&run, `module = ?`, f.Module)
	}
	if !f.Since.IsZero() {
		add(&run, `started >= ?`, f.Since.UnixNano())
	}
	if f.Package != "" {
		add(&trial, `package = ?`, f.Package)
	}
	if f.Benchmark != "" {
		add(&trial, `(benchmark = ? OR substr(benchmark, 1, length(?)) = ?)`,
			f.Benchmark, f.Benchmark+"/", f.Benchmark+"/")
	}
	if len(trial) > 0 {
		run = append(run, `EXISTS (SELECT 1 FROM trial WHERE run_id = run.id AND `+strings.Join(trial, ` AND `)+`)`)
	}
	if len(run) == 0 {
		return "", nil
	}
	return ` WHERE ` + strings.Join(run, ` AND `), args
}

// scanHeader reads one row of listRuns.
func scanHeader(rows *sql.Rows) (Header, error) {
	var (
		h        Header
		started  int64
		finished sql.NullInt64
		revision sql.NullString
		dirty    sql.NullBool
		versus   versusRow
	)
	if err := rows.Scan(append([]any{&h.Kind, &h.ID, &started, &finished, &h.Tare, &h.Module, &h.GoVersion,
		&revision, &dirty, &h.VCS, &h.CPUModel, &h.Benchmarks, &h.Trials, &h.Failures, &h.Sessions}, versus.targets()...)...); err != nil {
		return h, err
	}
	h.Started = time.Unix(0, started)
	if finished.Valid {
		h.Finished = time.Unix(0, finished.Int64)
	}
	h.Revision, h.Dirty = revision.String, dirty.Bool
	return h, versus.header(&h)
}
