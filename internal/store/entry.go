package store

import (
	"database/sql"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"tare/internal/record"
)

// Kind says what a record in the store is.
type Kind string

// The kinds. Their IDs are different from each other's, too.
const (
	Run        Kind = "run"
	Comparison Kind = "comparison"
	Sweep      Kind = "sweep"
)

// String is the noun for a kind; the zero Kind stands for any.
func (k Kind) String() string {
	if k == "" {
		return string(Run + ", " + Comparison + " or " + Sweep)
	}
	return string(k)
}

// entry is a run, a comparison or a sweep as the table run takes it.
type entry struct {
	kind              Kind
	id                string
	started, finished time.Time
	tare              string
	source            record.Source
	machine           record.Machine
	cell              record.Cell
	failures          int
	comparison        comparison
	doc               any // the whole record but for its trials
}

// comparison is what only a comparison has: what was compared, the baseline first, and
// the number of verdicts of each sort.
type comparison struct {
	design   record.Design
	variants []string
	verdicts map[record.Verdict]int
}

func runEntry(r record.Run) entry {
	r.Trials = nil
	return entry{kind: Run, id: r.ID, started: r.Started, finished: r.Finished, tare: r.Tare,
		source: r.Source, machine: r.Machine, cell: r.Cell, failures: len(r.Failures), doc: r}
}

// sweepEntry has the cell of the first point, whose limits others may not have.
func sweepEntry(s record.Sweep) entry {
	s.Trials = nil
	e := entry{kind: Sweep, id: s.ID, started: s.Started, finished: s.Finished, tare: s.Tare,
		source: s.Source, machine: s.Machine, failures: len(s.Failures), doc: s}
	if len(s.Points) > 0 {
		e.cell = s.Points[0].Cell
	}
	return e
}

func comparisonEntry(c record.Comparison) entry {
	c.Trials = nil
	e := entry{kind: Comparison, id: c.ID, started: c.Started, finished: c.Finished, tare: c.Tare,
		machine: c.Machine, failures: len(c.Failures), doc: c,
		comparison: comparison{design: c.Design, verdicts: map[record.Verdict]int{}}}
	if len(c.Variants) > 0 {
		e.source, e.cell = c.Variants[0].Source, c.Variants[0].Cell
	}
	for _, v := range c.Variants {
		if v.Role == record.Base || v.Role == record.Contender {
			e.comparison.variants = append(e.comparison.variants, strings.Join(append([]string{v.Side}, v.Settings...), " "))
		}
	}
	for _, b := range c.Benchmarks {
		for _, change := range b.Changes {
			e.comparison.verdicts[counted(change.Verdict)]++
		}
	}
	return e
}

// entryColumns are the columns that entry.values has the values of.
const entryColumns = `kind, id, started, finished, tare, module, go_version, vcs_status, revision, dirty,
	cpu_model, goos, goarch, kernel, cell_level, quota, gomaxprocs, failures, doc, nonfinite,
	design, variants, ` + verdictColumns

const verdictColumns = `slower, faster, equivalent, inconclusive, invalid`

// verdicts are in the order of verdictColumns.
var verdicts = [...]record.Verdict{record.Slower, record.Faster, record.Equivalent, record.Inconclusive, record.Invalid}

// counted is the verdict under which one is counted: the code that is the same on
// both sides is as fast on both.
func counted(v record.Verdict) record.Verdict {
	if v == record.SameCode {
		return record.Equivalent
	}
	return v
}

// values returns what entryColumns are set to. It is an error when e has no
// start time or cannot be written as JSON.
func (e entry) values() ([]any, error) {
	if e.started.IsZero() {
		return nil, errors.New("it has no start time")
	}
	doc, err := encode(e.doc)
	if err != nil {
		return nil, err
	}
	variants, err := json.Marshal(e.comparison.variants)
	if err != nil {
		return nil, err
	}
	src, m, cell := e.source, e.machine, e.cell
	known, finished, compared := src.VCSStatus == record.Measured, !e.finished.IsZero(), e.kind == Comparison
	values := []any{
		string(e.kind), e.id, unixNano(e.started), unixNano(e.finished), e.tare,
		src.Module, src.GoVersion, string(src.VCSStatus), only(known, src.Revision), only(known, src.Dirty),
		m.CPUModel, m.GOOS, m.GOARCH, m.Kernel,
		cell.Level, only(cell.Quota > 0, cell.Quota), only(cell.GOMAXPROCS > 0, cell.GOMAXPROCS),
		only(finished, e.failures), doc.JSON, doc.NonFinite,
		only(compared, string(e.comparison.design)), only(compared, string(variants)),
	}
	for _, v := range verdicts {
		values = append(values, only(compared && finished, e.comparison.verdicts[v]))
	}
	return values, nil
}

// comparisonRow receives the columns variants and verdictColumns, and the numbers of
// those verdicts that lie within the margin.
type comparisonRow struct {
	variants sql.NullString
	counts   [len(verdicts)]sql.NullInt64
	within   [2]sql.NullInt64 // of the first two verdicts
}

// targets are what Rows.Scan gets.
func (r *comparisonRow) targets() []any {
	into := []any{&r.variants}
	for i := range r.counts {
		into = append(into, &r.counts[i])
	}
	return append(into, &r.within[0], &r.within[1])
}

// header sets those fields of h that only a comparison has.
func (r *comparisonRow) header(h *Header) error {
	if !r.variants.Valid {
		return nil
	}
	h.Verdicts = map[record.Verdict]int{}
	for i, n := range r.counts {
		if n.Int64 > 0 {
			h.Verdicts[verdicts[i]] = int(n.Int64)
		}
	}
	for i, n := range r.within {
		if n.Int64 > 0 {
			if h.Within == nil {
				h.Within = map[record.Verdict]int{}
			}
			h.Within[verdicts[i]] = int(n.Int64)
		}
	}
	return json.Unmarshal([]byte(r.variants.String), &h.Variants)
}
