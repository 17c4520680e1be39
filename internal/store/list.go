package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"tare/internal/record"
)

// Header is one line of a list of runs, comparisons and sweeps. Those fields that say
// which code was measured are of a comparison's base.
type Header struct {
	Kind      Kind      `json:"kind"`
	ID        string    `json:"id"`
	Names     []string  `json:"names,omitempty"` // that users gave it, in alphabetical order
	Started   time.Time `json:"started"`
	Finished  time.Time `json:"finished,omitzero"` // zero when the run never came to its end
	Tare      string    `json:"tare"`              // version of tare
	Module    string    `json:"module"`
	GoVersion string    `json:"go_version"`
	// Revision and Dirty mean something only when VCS is record.Measured.
	Revision string        `json:"revision,omitempty"`
	Dirty    bool          `json:"dirty,omitempty"`
	VCS      record.Status `json:"vcs_status"`
	CPUModel string        `json:"cpu_model"`

	Benchmarks int `json:"benchmarks"` // benchmarks with a trial; one name at two GOMAXPROCS is two
	Trials     int `json:"trials"`
	// Failures counts packages and benchmarks that gave no result. For a run
	// that never finished it counts the trials that failed.
	Failures int `json:"failures"`

	// Variants are what a comparison compared, the base first: the code as the
	// user named it, followed by the settings that it had to itself.
	Variants []string               `json:"variants,omitempty"`
	Verdicts map[record.Verdict]int `json:"verdicts,omitempty"`      // how many of each sort, one for each benchmark and contender
	Sessions int                    `json:"sessions,omitempty"`      // of a comparison that was continued; else 0
	Within   map[record.Verdict]int `json:"within_margin,omitempty"` // how many of those lie within the margin: see record.Change

	Factors []string `json:"factors,omitempty"` // what a sweep varied
	Points  int      `json:"points,omitempty"`  // how many combinations of those it had
	Open    int      `json:"open,omitempty"`    // its benchmarks of which the best point is not known
}

// Duration returns the time from start to finish, that between sessions included,
// and whether the run finished.
func (h Header) Duration() (time.Duration, bool) {
	return h.Finished.Sub(h.Started), !h.Finished.IsZero()
}

// Filter selects runs, comparisons and sweeps. Zero fields select everything.
type Filter struct {
	Module  string
	Package string // those with a trial of that import path
	// Benchmark selects those with a trial of a benchmark for which it is true.
	Benchmark func(record.Benchmark) bool
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
	coalesce(json_array_length(doc, '$.sessions'), 0),
	(SELECT json_group_array(f.value ->> '$.name') FROM json_each(CASE kind WHEN 'sweep' THEN doc ELSE '{}' END, '$.factors') AS f),
	CASE kind WHEN 'sweep' THEN coalesce(json_array_length(doc, '$.points'), 0) ELSE 0 END,
	CASE kind WHEN 'sweep' THEN (SELECT count(*) FROM json_each(doc, '$.benchmarks') AS b
		WHERE EXISTS (SELECT 1 FROM json_each(b.value, '$.groups') AS g WHERE NOT g.value ->> '$.settled')) ELSE 0 END,
	(SELECT json_group_array(name) FROM (SELECT name FROM name WHERE run_id = run.id ORDER BY name)), variants, ` + verdictColumns + `,
	CASE WHEN slower > 0 THEN ` + countWithin + `'slower') END, CASE WHEN faster > 0 THEN ` + countWithin + `'faster') END
	FROM run`

// countWithin, closed by a verdict, counts the changes within the margin in the
// record itself: no column has them.
const countWithin = `(SELECT count(*) FROM json_each(doc, '$.benchmarks') AS b, json_each(b.value, '$.changes') AS c
	WHERE c.value ->> '$.within_margin' AND c.value ->> '$.verdict' = `

// List lists the runs, comparisons and sweeps that f selects, newest first.
func (s *Store) List(ctx context.Context, f Filter) ([]Header, error) {
	where, args := f.where()
	query := listRuns + where + ` ORDER BY started DESC, id DESC`
	if f.Limit > 0 && f.Benchmark == nil {
		query, args = query+` LIMIT ?`, append(args, f.Limit)
	}
	headers, err := collect(ctx, s.db, query, args, scanHeader)
	if err == nil && f.Benchmark != nil {
		headers, err = s.having(ctx, headers, f)
	}
	return headers, s.fail(err, "list runs, comparisons and sweeps")
}

// having leaves those with a benchmark that f selects, as many as f asks for.
func (s *Store) having(ctx context.Context, headers []Header, f Filter) ([]Header, error) {
	var some []Header
	for _, h := range headers {
		if f.Limit > 0 && len(some) == f.Limit {
			break
		}
		benchmarks, err := collect(ctx, s.db, `SELECT DISTINCT package, benchmark, procs FROM trial WHERE run_id = ? AND ? IN ('', package)`,
			[]any{h.ID, f.Package}, func(rows *sql.Rows) (b record.Benchmark, err error) {
				return b, rows.Scan(&b.Package, &b.Name, &b.Procs)
			})
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(benchmarks, f.Benchmark) {
			some = append(some, h)
		}
	}
	return some, nil
}

// where returns the WHERE clause for f with its arguments, "" for no condition.
func (f Filter) where() (clause string, args []any) {
	var run []string
	add := func(cond string, value any) {
		run, args = append(run, cond), append(args, value)
	}
	if f.Module != "" {
		add(`module = ?`, f.Module)
	}
	if !f.Since.IsZero() {
		add(`started >= ?`, f.Since.UnixNano())
	}
	if f.Package != "" {
		add(`EXISTS (SELECT 1 FROM trial WHERE run_id = run.id AND package = ?)`, f.Package)
	}
	if len(run) == 0 {
		return "", nil
	}
	return ` WHERE ` + strings.Join(run, ` AND `), args
}

// scanHeader reads one row of listRuns.
func scanHeader(rows *sql.Rows) (Header, error) {
	var (
		h          Header
		started    int64
		finished   sql.NullInt64
		revision   sql.NullString
		dirty      sql.NullBool
		names      string
		factors    string
		comparison comparisonRow
	)
	if err := rows.Scan(append([]any{&h.Kind, &h.ID, &started, &finished, &h.Tare, &h.Module, &h.GoVersion,
		&revision, &dirty, &h.VCS, &h.CPUModel, &h.Benchmarks, &h.Trials, &h.Failures, &h.Sessions, &factors, &h.Points, &h.Open, &names}, comparison.targets()...)...); err != nil {
		return h, err
	}
	h.Started = time.Unix(0, started)
	if finished.Valid {
		h.Finished = time.Unix(0, finished.Int64)
	}
	if err := json.Unmarshal([]byte(factors), &h.Factors); err != nil {
		return h, err
	}
	if len(h.Factors) == 0 {
		h.Factors = nil
	}
	h.Revision, h.Dirty = revision.String, dirty.Bool
	if names != "[]" {
		if err := json.Unmarshal([]byte(names), &h.Names); err != nil {
			return h, err
		}
	}
	return h, comparison.header(&h)
}
