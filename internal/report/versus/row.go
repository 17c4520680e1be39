package versus

import (
	"fmt"

	"tare/internal/record"
	"tare/internal/report/sheet"
	"tare/internal/report/wording"
)

// unchanged stands for no significant difference, as in benchstat.
const unchanged = "~"

// row is one benchmark of one contender, as it shows. What does not apply is
// empty; what is not known is wording.None.
type row struct {
	pkg, name      string
	variant        string
	old, oldSpread string
	new, newSpread string
	change         string // "+3.1%"
	interval       string // "[+2.4%, +3.9%]"
	evidence       string // "(p=0.000 n=40)"
	verdict        wording.Outcome
	rival          string // the change by the other clock
	marks          string
	mean           bool // of the others
}

// styleOf colours what a change comes to. One that does not matter needs no
// attention.
func styleOf(o wording.Outcome) sheet.Style {
	if o.Within {
		return sheet.Plain
	}
	return verdictStyles[o.Verdict]
}

var verdictStyles = map[record.Verdict]sheet.Style{
	record.Slower:       sheet.Red,
	record.Faster:       sheet.Green,
	record.Equivalent:   sheet.Dim,
	record.SameCode:     sheet.Dim,
	record.Inconclusive: sheet.Yellow,
	record.Invalid:      sheet.Red,
}

// rows are those of b, one for each contender; name and old value stand in the
// first. It numbers their footnotes.
func (v *view) rows(b record.Compared) []row {
	first := row{
		pkg: b.Benchmark.Package, name: wording.Benchmark(b.Benchmark),
		old: value(b.Old, b.Metric), oldSpread: spread(b.Old), new: wording.None, change: wording.None,
	}
	if len(b.Changes) == 0 {
		return []row{first}
	}
	rows := make([]row, len(b.Changes))
	for i, c := range b.Changes {
		r := row{pkg: first.pkg}
		if i == 0 {
			r = first
		}
		r.variant = v.variant(c.Variant)
		now := v.Beside(b, c)
		r.new, r.newSpread = value(now, b.Metric), spread(now)
		r.change, r.interval = sizes(b, c)
		r.evidence = v.evidence(b, c)
		if estimated(c) && !v.significant(c) {
			r.change = unchanged
		}
		r.verdict = wording.OutcomeOf(c)
		r.rival = otherClock(b, c)
		r.marks = v.notes.Marks(v.caveats(b, c))
		rows[i] = r
	}
	return rows
}

// significant reports whether c is a change at all, of whatever size.
func (v view) significant(c record.Change) bool {
	return decided(c) || ofRatio(c.Ratio).bounded && c.Adjusted <= v.Plan.Alpha
}

// decided reports whether c is known to be a change.
func decided(c record.Change) bool { return c.Verdict == record.Slower || c.Verdict == record.Faster }

// estimated reports whether the size of c is known, as a ratio or not.
func estimated(c record.Change) bool { return ofRatio(c.Ratio).known || c.Diff.N > 0 }

// evidence is "(p=0.000 n=40)", with benchstat's "n=10+10" where there are no
// pairs.
func (v view) evidence(b record.Compared, c record.Change) string {
	n := fmt.Sprint(max(c.Ratio.N, c.Diff.N))
	if v.Design == record.Separate {
		n = fmt.Sprintf("%d+%d", b.Old.N, c.New.N)
	}
	if !estimated(c) || !wording.Finite(c.Adjusted) {
		return fmt.Sprintf("(n=%s)", n)
	}
	return fmt.Sprintf("(p=%.3f n=%s)", c.Adjusted, n)
}

// The two clocks.
const (
	wallUnit = "ns/op"
	netUnit  = "net-ns/op"
)

// otherClock is the change in wall time, or in net where the verdict is about
// wall time; empty when that was not read.
func otherClock(b record.Compared, c record.Change) string {
	clock := wallUnit
	if b.Metric == wallUnit {
		clock = netUnit
	}
	u, ok := find(c.Units, clock)
	switch {
	case !ok:
		return ""
	case !u.Moved:
		return unchanged
	}
	return ofUnit(u).String()
}

func find(us []record.UnitChange, name string) (record.UnitChange, bool) {
	for _, u := range us {
		if u.Unit == name {
			return u, true
		}
	}
	return record.UnitChange{}, false
}

func value(e record.Estimate, unitName string) string {
	if e.N == 0 {
		return wording.None
	}
	return wording.Number(e.Center, unitName)
}

// spread is "± 0.8%", and as in benchstat "± ∞" when there is no interval.
func spread(e record.Estimate) string {
	half, ok := e.HalfWidth()
	switch {
	case e.N == 0:
		return ""
	case e.Confidence > 0 && e.Lo == e.Hi: // also at 0
		return "± 0%"
	case !ok || !wording.Finite(half):
		return "± ∞"
	}
	return "± " + wording.Share(half, 0)
}
