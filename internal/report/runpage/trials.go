package runpage

import (
	"maps"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/benchpage"
	"tare/internal/report/wording"
)

// trialTable lists trials in time order: what the charts show, and every
// reading behind it.
type trialTable struct {
	Count   string
	Metrics []string // one column per metric that some trial measured
	Extra   []string // one column per unit of b.ReportMetric
	Rows    []trialRow
	Notes   []string     // why a cell is empty; cells number them from 1
	Gaps    wording.Gaps // metrics that no trial measured
}

// trialRow is one trial.
type trialRow struct {
	Round     int
	Clean     bool
	Outcome   string
	Why       string // of an outcome that is not ok, of pollution, or of an outlier
	N         string
	Net, Wall string
	Elapsed   string      // of the whole process
	Cells     []cellValue // as Metrics
	Extra     []string    // as Extra
	Output    string
}

// cellValue is a reading: its value, or its status with the number of a note.
type cellValue struct {
	Value string
	Note  int // 1-based, 0 when there is wording.None
}

func newTrialTable(trials []record.Trial, outliers []record.Outlier) trialTable {
	table := trialTable{Count: unit.Plural(len(trials), "trial")}
	measured, never := sortMetrics(trials)
	for _, m := range measured {
		table.Metrics = append(table.Metrics, string(m))
	}
	table.Gaps = benchpage.Gaps(never)
	table.Extra = extraUnits(trials)
	ps := points(trials, outliers)
	for i, t := range trials {
		r := newTrialRow(t, ps[i])
		for _, m := range measured {
			r.Cells = append(r.Cells, table.cell(t.Readings, m))
		}
		for _, u := range table.Extra {
			r.Extra = append(r.Extra, extra(t, u))
		}
		table.Rows = append(table.Rows, r)
	}
	return table
}

func newTrialRow(t record.Trial, p point) trialRow {
	r := trialRow{
		Round: t.Round, Clean: t.Counts(), Outcome: string(t.Outcome), Output: t.Output,
		N: wording.None, Net: wording.None, Wall: wording.None, Elapsed: wording.None,
	}
	if t.N > 0 {
		r.N = wording.Grouped(t.N)
	}
	if p.plotted() {
		r.Net, r.Wall = wording.Ns(p.net), wording.Ns(p.wall)
	}
	if t.Elapsed > 0 {
		r.Elapsed = wording.Ns(float64(t.Elapsed))
	}
	switch {
	case t.Outcome != record.OK:
		r.Why = t.Message
	case p.polluted:
		r.Outcome, r.Why = "polluted", strings.Join(t.Polluted, "; ")
	case p.cause != "":
		r.Outcome, r.Why = "outlier", p.cause
	}
	return r
}

// sortMetrics tells the metrics that some trial measured from those that wording.None
// did, of which it keeps the first reading.
func sortMetrics(trials []record.Trial) (measured []record.Metric, never record.Readings) {
	seen := map[record.Metric]bool{}
	never = record.Readings{}
	for _, t := range trials {
		for m, r := range t.Readings {
			if r.OK() {
				seen[m] = true
				delete(never, m)
			} else if _, ok := never[m]; !ok && !seen[m] {
				never[m] = r
			}
		}
	}
	return slices.SortedFunc(maps.Keys(seen), benchpage.CompareMetrics), never
}

// cell prints one reading; the reason of a missing one goes to the notes.
func (table *trialTable) cell(rs record.Readings, m record.Metric) cellValue {
	r, asked := rs[m]
	switch {
	case !asked:
		return cellValue{Value: wording.None}
	case r.OK():
		return cellValue{Value: benchpage.PrintMetric(m, r.Value)}
	}
	c := cellValue{Value: wording.Status(r.Status)}
	if r.Why != "" {
		c.Note = table.note(r.Why)
	}
	return c
}

// note returns the number of a reason, adding it when it is new.
func (table *trialTable) note(why string) int {
	i := slices.Index(table.Notes, why)
	if i < 0 {
		i = len(table.Notes)
		table.Notes = append(table.Notes, why)
	}
	return i + 1
}

func extraUnits(trials []record.Trial) []string {
	units := map[string]bool{}
	for _, t := range trials {
		for u := range t.Extra {
			units[u] = true
		}
	}
	return slices.Sorted(maps.Keys(units))
}

func extra(t record.Trial, unitName string) string {
	v, ok := t.Extra[unitName]
	if !ok {
		return wording.None
	}
	return wording.Number(v, unitName)
}
