package comparisons

import (
	"fmt"
	"slices"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/chart"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// unchanged stands for no significant difference, as in benchstat.
const unchanged = "~"

// row is one benchmark of one candidate, as it shows. What does not apply is
// empty; what is not known is wording.None.
type row struct {
	model.Row             // without cells
	name, variant  string // the latter only where there are several
	who            string // the candidate
	old, oldSpread string
	new, newSpread string
	change         string  // "+3.1%"
	size           float64 // a fraction of one, to sort by
	interval       string  // "[+2.4%, +3.9%]"
	evidence       string  // "(p=0.000 n=40)"
	verdict        wording.Outcome
	rank           int           // of the verdict
	advice         string        // what it takes to decide, or that it does not matter
	rival          string        // the change by the other clock
	effect         *chart.Effect // nil for a change that is not known
}

// moodOf says how grave an outcome is. What does not matter, or cannot be told, needs no
// attention.
func moodOf(o wording.Outcome) model.Mood {
	if o.Within {
		return model.Plain
	}
	return verdictMoods[o.Verdict]
}

var verdictMoods = map[record.Verdict]model.Mood{
	record.Slower:       model.Bad,
	record.Faster:       model.Good,
	record.Equivalent:   model.Quiet,
	record.SameCode:     model.Quiet,
	record.Inconclusive: model.Quiet,
	record.Invalid:      model.Bad,
}

// mood is that of the change: those that matter stand out, and those that say nothing fade.
func (r row) mood() model.Mood {
	switch r.verdict.Verdict {
	case record.Slower, record.Faster:
		return moodOf(r.verdict)
	case record.Inconclusive, record.Invalid:
		return model.Quiet
	}
	return model.Plain
}

// rows are those of all that is listed, and behind those of each unit its means.
func (v view) rows() []row {
	var all []row
	for i, b := range v.listed {
		all = append(all, v.rowsOf(b, i)...)
		if i == len(v.listed)-1 || v.listed[i+1].Metric != b.Metric {
			all = append(all, v.means(b.Metric)...)
		}
	}
	return all
}

// rowsOf are those of b, whose section has that number, one for each candidate.
func (v view) rowsOf(b record.Compared, section int) []row {
	first := row{
		Row:  model.Row{Group: group(b.Benchmark.Package, b.Metric)},
		name: b.Benchmark.Short(), old: value(b.Old, b.Metric), oldSpread: spread(b.Old), new: wording.None, change: wording.None,
	}
	if v.shown[section] {
		first.To = sectionID(section)
	}
	if changed(b) {
		first.Detail = model.Brief
	}
	if len(b.Changes) == 0 {
		return []row{first}
	}
	rows := make([]row, len(b.Changes))
	for i, c := range b.Changes {
		r := first
		r.who = v.variant(c.Variant)
		r.variant = r.who
		now := v.Beside(b, c)
		r.new, r.newSpread = value(now, b.Metric), spread(now)
		r.change, r.interval = sizes(b, c)
		r.size = ofRatio(c.Ratio).center
		r.evidence = v.evidence(b, c)
		if estimated(c) && !v.significant(c) {
			r.change = unchanged
		}
		r.verdict = wording.OutcomeOf(c)
		r.rank = slices.Index(wording.Outcomes, r.verdict)
		if r.advice = v.advice(c); c.Within {
			r.advice = "within the margin"
		}
		r.rival = otherClock(b, c)
		r.effect = v.effect(b, c, v.shown[section])
		r.Notes = v.notes(b, c)
		rows[i] = r
	}
	return rows
}

// group is the heading of rows.
func group(pkg, unit string) string { return pkg + " " + unit }

// advice says how much it takes to decide c, where that can be told.
func (v view) advice(c record.Change) string {
	switch {
	case c.Verdict != record.Inconclusive || c.More <= 0:
		return ""
	case v.Design == record.Separate:
		return fmt.Sprintf("needs about %d more of each side", roundUp(c.More))
	}
	return fmt.Sprintf("needs about %s", unit.Plural(roundUp(c.More), "more round"))
}

// needs is the advice of all rows in one sentence, for a terminal without room in the rows.
func (v view) needs() model.Text {
	var all []int
	for _, b := range v.listed {
		for _, c := range b.Changes {
			if v.advice(c) != "" {
				all = append(all, roundUp(c.More))
			}
		}
	}
	if len(all) == 0 {
		return nil
	}
	least, most := slices.Min(all), slices.Max(all)
	text := "what is inconclusive needs about "
	if least < most {
		text += fmt.Sprintf("%d to ", least)
	}
	if v.Design == record.Separate {
		return model.In(model.Quiet, text+unit.Plural(most, "more result")+" of each side")
	}
	return model.In(model.Quiet, text+unit.Plural(most, "more round"))
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
