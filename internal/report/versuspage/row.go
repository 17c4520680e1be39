package versuspage

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/benchpage"
	"tare/internal/report/wording"
)

// row is one benchmark of one contender.
type row struct {
	ID         string // of the benchmark's section; empty when there is none
	Name       benchpage.Name
	Unit       string
	Contender  string
	Mark       *mark // nil when the change is not known
	Change     string
	Interval   string
	Confidence string // of Interval, in words
	Verdict    string
	Class      string // of Verdict
	Notes      []int  // numbers of footnotes
	Old, New   string
	OldSpread  string
	NewSpread  string
	P          string
	Alone      string // p without the other comparisons, in words
	Pairs      string
	Keys       rowKeys
}

// rowKeys are the values behind the cells of a row, for sorting; NaN sorts last.
type rowKeys struct {
	Change, Old, New, P benchpage.Key
	Verdict, Pairs      int
}

func (v view) row(i int, b record.Compared, c record.Change) row {
	now := v.Beside(b, c)
	r := row{
		Name: benchpage.NewName(b.Benchmark), Unit: b.Metric, Contender: v.variant(c.Variant),
		Change: change(c.Ratio), Interval: interval(c.Ratio), Confidence: confidence(c.Ratio),
		Verdict: wording.OutcomeOf(c).String(), Class: class(wording.OutcomeOf(c)),
		Old: value(b.Old, b.Metric), OldSpread: wording.PlusMinus(b.Old),
		New: value(now, b.Metric), NewSpread: wording.PlusMinus(now),
		P: probability(c.Adjusted, c.Ratio.N), Alone: "alone: " + probability(c.P, c.Ratio.N), Pairs: v.counted(b, c),
		Keys: rowKeys{
			Change: center(c.Ratio), Old: center(b.Old), New: center(now), P: benchpage.Key(c.Adjusted),
			Verdict: slices.Index(wording.Outcomes, wording.OutcomeOf(c)), Pairs: c.Pairs,
		},
	}
	if v.shown[i] {
		r.ID = sectionID(i)
	}
	return r
}

// center is NaN for an estimate of nothing.
func center(e record.Estimate) benchpage.Key {
	if !wording.HasCenter(e) {
		return benchpage.Key(math.NaN())
	}
	return benchpage.Key(e.Center)
}

func value(e record.Estimate, unit string) string {
	if !wording.HasCenter(e) {
		return wording.None
	}
	return wording.Number(e.Center, unit)
}

func confidence(e record.Estimate) string {
	if !wording.HasInterval(e) {
		return "no interval"
	}
	return fmt.Sprintf("%.1f%% interval", 100*e.Confidence)
}

// counted is how many pairs there are, or results of both sides.
func (v view) counted(b record.Compared, c record.Change) string {
	if v.Design == record.Separate {
		return fmt.Sprintf("%d + %d", b.Old.N, c.New.N)
	}
	if c.Dropped > 0 {
		return fmt.Sprintf("%d, %d dropped", c.Pairs, c.Dropped)
	}
	return fmt.Sprint(c.Pairs)
}

// footnotes say what qualifies a verdict.
func (v view) footnotes(c record.Change) []string {
	var notes []string
	if why := strings.TrimSpace(c.Why); why != "" {
		notes = append(notes, why)
	}
	if c.Verdict == record.Inconclusive && c.More > 0 {
		noun := "more pair"
		if v.Design == record.Separate {
			noun = "more result"
		}
		notes = append(notes, fmt.Sprintf("needs about %s", unit.Plural(c.More, noun)))
	}
	return notes
}
