package comparisons

import (
	"fmt"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/chart"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// rests is what the verdict on c rests on.
func (v view) rests(b record.Compared, c record.Change) model.Facts {
	facts := []model.Fact{
		wording.Fact("why", joinedBy("; ", sentence(c.Why), v.advice(c))),
		wording.Fact("change", v.level(c)),
		wording.Fact(v.base()+" alone", sideOf(b.Old, b.Metric)),
		wording.Fact(v.variant(c.Variant)+" alone", sideOf(c.New, b.Metric)),
		wording.Fact("p", fmt.Sprintf("%s alone, %s among all comparisons", probability(c.P, c), probability(c.Adjusted, c))),
	}
	if c.Dropped > 0 {
		text := fmt.Sprintf("%s with a contaminated trial", unit.Plural(c.Dropped, "pair"))
		if c.Unfiltered.N > 0 {
			text += "; with them " + ofRatio(c.Unfiltered).both()
		}
		facts = append(facts, wording.Fact("dropped", text))
	}
	if c.MDE > 0 && wording.Finite(c.MDE) {
		facts = append(facts, wording.Fact("would find", "a change of "+wording.Share(c.MDE, 0)+", four times in five"))
	}
	facts = append(facts, wording.Fact("order", v.order(c)))
	for _, f := range b.Floors {
		text := fmt.Sprintf("%s, %s", ofRatio(f.Ratio).both(), unit.Plural(f.Pairs, "pair"))
		if wording.Finite(f.Reach) {
			text += ": no change up to " + wording.Share(f.Reach, 1) + " is one of the code"
		}
		facts = append(facts, wording.Fact(v.variant(f.Variant), text))
	}
	return model.Facts{Detail: model.Paged, Title: "Evidence", Open: true, Groups: []model.Group{{Facts: wording.Known(facts...)}}}
}

// joinedBy joins those of texts that are not empty.
func joinedBy(sep string, texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(t string) bool { return t == "" }), sep)
}

func (v view) level(c record.Change) string {
	s := ofRatio(c.Ratio)
	if !s.bounded {
		return s.String() + ", no interval from " + unit.Plural(c.Ratio.N, "value")
	}
	text := fmt.Sprintf("%s at %.1f%% confidence", s.both(), 100*c.Ratio.Confidence)
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

// probability prints a p-value of c: without pairs there is none.
func probability(p float64, c record.Change) string {
	if c.Ratio.N == 0 {
		return wording.None
	}
	return wording.Probability(p)
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
		return fmt.Sprintf("%s at the median when %s ran first (%d)", percentOf(chart.Median(first[i])), name, len(first[i]))
	}
	return said(0, v.base()) + ", " + said(1, v.variant(c.Variant))
}

// unitsOf are tables of the units of c that verdicts are not about: those that moved, and,
// folded, those that did not.
func (v view) unitsOf(c record.Change) []model.Block {
	moved, still := v.unitsTable(), v.unitsTable()
	moved.Title = "Units that moved"
	for _, u := range c.Units {
		if u.Moved {
			moved.Rows = append(moved.Rows, unitRow(u))
		} else {
			still.Rows = append(still.Rows, unitRow(u))
		}
	}
	var blocks []model.Block
	if len(moved.Rows) > 0 {
		blocks = append(blocks, moved)
	}
	if n := len(still.Rows); n > 0 {
		blocks = append(blocks, model.Section{Detail: model.Paged, Minor: true, Title: model.Say(unit.Plural(n, "unit") + " that did not move"), Blocks: []model.Block{still}})
	}
	return blocks
}

func (v view) unitsTable() model.Table {
	return model.Table{Detail: model.Paged, Columns: []model.Column{
		{Title: "unit", Left: true, Head: true}, {Title: v.base()}, {Title: v.candidate()}, {Title: "difference"}, {Title: "change"}}}
}

func unitRow(u record.UnitChange) model.Row {
	number := func(v float64) string { return wording.Number(v, u.Unit) }
	diff, share := said(wording.None), said(wording.None)
	if wording.HasCenter(u.Diff) {
		diff = said(difference(u.Diff.Center, u.Unit))
		if u.Old != 0 {
			share = in(model.Quiet, wording.Signed(u.Diff.Center/u.Old, 1))
		}
		if wording.HasInterval(u.Diff) {
			diff.Tip = fmt.Sprintf("%.1f%% interval %s to %s", 100*u.Diff.Confidence, number(u.Diff.Lo), number(u.Diff.Hi))
		}
	}
	return model.Row{Cells: []model.Cell{said(u.Unit), said(number(u.Old)), said(number(u.New)), diff, share}}
}
