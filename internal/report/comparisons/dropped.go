package comparisons

import (
	"fmt"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// dropped counts the pairs that do not count, says why, and what they would
// have changed.
func (v view) dropped(b record.Compared, c record.Change) []model.Note {
	if c.Dropped == 0 {
		return nil
	}
	n := model.Note{Detail: model.Verbose, Text: fmt.Sprintf("%d of %s dropped", c.Dropped, unit.Plural(c.Pairs+c.Dropped, "pair"))}
	why := wording.Pollution(slices.Concat(v.trialsOf(b, 0), v.trialsOf(b, c.Variant)), func(record.Trial) bool { return true })
	n.Text = joined(n.Text, strings.Join(why, ", "))
	if tooFew(c) {
		n.Detail, n.Short = model.Normal, v.lost()
	}
	if with, without := ofRatio(c.Unfiltered), ofRatio(c.Ratio); c.Unfiltered.N > 0 && differs(with, without, v.Plan.MarginOf(b.Metric)) {
		n.Detail, n.Mood, n.Short = model.Normal, model.Warn, ""
		n.Text += "; with them the change would be " + with.both()
	}
	return []model.Note{n}
}

// differs reports whether with would be judged otherwise than without, or lies
// outside of its interval.
func differs(with, without shift, margin float64) bool {
	within := func(s shift) bool { return s.bounded && max(-s.lo, s.hi) <= margin }
	return with.direction() != without.direction() || within(with) != within(without) ||
		without.bounded && (with.center < without.lo || with.center > without.hi)
}

// tooFew reports whether c has too few pairs for whatever verdict: no change would show.
func tooFew(c record.Change) bool {
	return c.Verdict == record.Inconclusive && c.MDE == 0 && c.Pairs > 0
}

// lost says of all rows with too few pairs at once how many they lost; it is empty when
// only one did.
func (v view) lost() string {
	rows, most, of := 0, 0, 0
	for _, b := range v.listed {
		for _, c := range b.Changes {
			if c.Dropped == 0 || !tooFew(c) {
				continue
			}
			if rows++; c.Dropped > most {
				most, of = c.Dropped, c.Pairs+c.Dropped
			}
		}
	}
	if rows < 2 {
		return ""
	}
	return fmt.Sprintf("%d rows lost pairs to contamination: at most %d of %d", rows, most, of)
}
