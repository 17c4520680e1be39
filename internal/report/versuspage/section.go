package versuspage

import (
	"fmt"
	"strings"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/benchpage"
	"tare/internal/report/wording"
)

// section is all about one benchmark.
type section struct {
	ID      string
	Name    benchpage.Name
	About   []string // how it was measured, in few words
	Changes []changed
}

// changed is all about one contender of a benchmark.
type changed struct {
	Contender    string // empty when there is only one
	Change       string
	Interval     string
	Verdict      string
	Class        string                  // of Verdict
	Drawn        bool                    // there is room for its charts
	Rounds       *roundsChart            // nil without rounds
	Distribution *benchpage.Distribution // nil without clean values
	Bills        *bills                  // nil when none was made out
	Moved        []unitLine
	Still        []unitLine
	StillCount   string
	Facts        []fact
	Profile      *profile // nil without one
}

func (v view) section(i int) section {
	b := v.Benchmarks[i]
	s := section{ID: sectionID(i), Name: benchpage.NewName(b.Benchmark), About: []string{b.Benchmark.Package, "in " + b.Metric}}
	if b.MetricWhy != "" {
		s.About = append(s.About, b.MetricWhy)
	}
	if b.N > 0 {
		s.About = append(s.About, wording.WindowsOf(b))
	}
	if b.Rounds > 0 {
		s.About = append(s.About, unit.Plural(b.Rounds, "round"))
	}
	if b.Stop != "" {
		s.About = append(s.About, "stopped: "+string(b.Stop))
	}
	for k, c := range b.Changes {
		s.Changes = append(s.Changes, v.changed(fmt.Sprintf("%sc%d", s.ID, k+1), b, c))
	}
	return s
}

func (v view) changed(id string, b record.Compared, c record.Change) changed {
	ch := changed{
		Change: change(c.Ratio), Interval: interval(c.Ratio), Verdict: wording.OutcomeOf(c).String(), Class: class(wording.OutcomeOf(c)),
		Drawn: v.drawn[side{b.Benchmark, c.Variant}], Facts: v.evidence(b, c), Profile: newProfile(c.Profile),
	}
	if ch.Drawn {
		ch.Rounds, ch.Distribution, ch.Bills = v.roundsChart(id, b, c), v.distribution(id, b, c), v.bills(b, c)
	}
	if v.several {
		ch.Contender = v.variant(c.Variant)
	}
	for _, u := range c.Units {
		if line := newUnitLine(u); u.Moved {
			ch.Moved = append(ch.Moved, line)
		} else {
			ch.Still = append(ch.Still, line)
		}
	}
	ch.StillCount = unit.Plural(len(ch.Still), "unit")
	return ch
}

// evidence is what the verdict rests on.
func (v view) evidence(b record.Compared, c record.Change) []fact {
	facts := benchpage.Known(
		fact{Name: "why", Value: strings.Join(v.footnotes(c), "; ")},
		fact{Name: "change", Value: v.level(c)},
		fact{Name: v.base() + " alone", Value: sideOf(b.Old, b.Metric)},
		fact{Name: v.variant(c.Variant) + " alone", Value: sideOf(c.New, b.Metric)},
		fact{Name: "p", Value: fmt.Sprintf("%s alone, %s among all comparisons", probability(c.P, c.Ratio.N), probability(c.Adjusted, c.Ratio.N))},
	)
	if c.Dropped > 0 {
		text := fmt.Sprintf("%s with a polluted trial", unit.Plural(c.Dropped, "pair"))
		if c.Unfiltered.N > 0 {
			text += "; with them " + change(c.Unfiltered) + " " + interval(c.Unfiltered)
		}
		facts = append(facts, fact{Name: "dropped", Value: text})
	}
	if c.MDE > 0 && wording.Finite(c.MDE) {
		facts = append(facts, fact{Name: "would find", Value: "a change of " + wording.Share(c.MDE, 0) + ", four times in five"})
	}
	if order := v.order(c); order != "" {
		facts = append(facts, fact{Name: "order", Value: order})
	}
	return append(facts, v.floors(b)...)
}

func (v view) level(c record.Change) string {
	if !wording.HasInterval(c.Ratio) {
		return change(c.Ratio) + ", no interval from " + unit.Plural(c.Ratio.N, "value")
	}
	text := fmt.Sprintf("%s %s at %s confidence", change(c.Ratio), interval(c.Ratio), fmt.Sprintf("%.1f%%", 100*c.Ratio.Confidence))
	if v.Design != record.Separate {
		text += ", at every look"
	}
	return text
}

func sideOf(e record.Estimate, of string) string {
	if !wording.HasCenter(e) {
		return ""
	}
	return fmt.Sprintf("%s %s, %s", value(e, of), wording.PlusMinus(e), unit.Plural(e.N, "clean value"))
}

// order compares the rounds in which one side ran first with the others: where
// they differ, something is left over from one trial to the next.
func (v view) order(c record.Change) string {
	var first [2][]float64
	for _, l := range finiteLogs(c.Logs) {
		if l.Clean {
			i := 0
			if l.First {
				i = 1
			}
			first[i] = append(first[i], l.Log)
		}
	}
	if len(first[0]) == 0 || len(first[1]) == 0 {
		return ""
	}
	said := func(i int, name string) string {
		return fmt.Sprintf("%s at the median when %s ran first (%d)", percentOf(benchpage.Median(first[i])), name, len(first[i]))
	}
	return said(0, v.base()) + ", " + said(1, v.variant(c.Variant))
}

func (v view) floors(b record.Compared) []fact {
	var facts []fact
	for _, f := range b.Floors {
		text := fmt.Sprintf("%s %s, %s", change(f.Ratio), interval(f.Ratio), unit.Plural(f.Pairs, "pair"))
		if wording.Finite(f.Reach) {
			text += ": no change up to " + wording.Share(f.Reach, 1) + " is one of the code"
		}
		facts = append(facts, fact{Name: v.variant(f.Variant), Value: text})
	}
	return facts
}

// unitLine is a unit that verdicts are not about.
type unitLine struct {
	Unit, Old, New string
	Diff           string // in the unit
	Interval       string // of Diff
	Share          string // Diff as a fraction of Old
}

func newUnitLine(u record.UnitChange) unitLine {
	number := func(v float64) string { return wording.Number(v, u.Unit) }
	line := unitLine{Unit: u.Unit, Old: number(u.Old), New: number(u.New), Diff: wording.None, Share: wording.None}
	if !wording.HasCenter(u.Diff) {
		return line
	}
	line.Diff = difference(u.Diff.Center, u.Unit)
	if u.Old != 0 {
		line.Share = wording.Signed(u.Diff.Center/u.Old, 1)
	}
	if wording.HasInterval(u.Diff) {
		line.Interval = fmt.Sprintf("%.1f%% interval %s to %s", 100*u.Diff.Confidence, number(u.Diff.Lo), number(u.Diff.Hi))
	}
	return line
}
