package comparisons

import (
	"fmt"
	"math"
	"slices"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// Limits says, before anything is measured, which change a comparison can find:
// mde, a fraction of one, is what would be found four times in five with so many
// pairs and the noise seen so far, and margin what does not matter. It is empty
// when mde is 0, for not known.
func Limits(pairs int, mde, margin float64) string {
	if mde <= 0 {
		return ""
	}
	text := fmt.Sprintf("%s at most: %s%s", unit.Plural(pairs, "pair"), detectable, wording.Share(mde, 0))
	if mde > margin {
		text += fmt.Sprintf("; that is more than the margin of %s, see -max-rounds", wording.Share(margin, 0))
	}
	return text
}

// detectable stands before a change that would be found four times in five.
const detectable = "detectable change (80% power): "

// result sums the comparison up.
func (v view) result() []model.Count {
	head := wording.Benchmarks(v.Benchmarks)
	if v.Design != record.Separate {
		head += ", " + unit.Plural(v.pairs(), "pair")
		if v.Took() > 0 {
			head += " in " + unit.Duration(v.Took()) + v.inSessions()
		}
	}
	counts := append([]model.Count{{Detail: model.Brief, Text: head}}, v.tally()...)
	if v.ID != "" {
		counts = append(counts, model.Count{Text: "stored as " + v.ID})
	}
	if v.Design != record.Separate && v.Plan.Seed != 0 {
		counts = append(counts, model.Count{Detail: model.Verbose, Text: fmt.Sprintf("seed %d", v.Plan.Seed)})
	}
	return counts
}

// tally is how many changes came to each verdict: "1 slower". Slower and faster
// are counted even when there are none.
func (v view) tally() []model.Count {
	found := wording.Tally(v.Benchmarks, func(record.Change) bool { return true })
	var counts []model.Count
	add := func(n int, m model.Mood, text string) {
		if n == 0 {
			m = model.Plain
		}
		counts = append(counts, model.Count{Detail: model.Brief, Mood: m, Text: text})
	}
	for _, o := range wording.Outcomes {
		if n := found[o]; n > 0 || o == (wording.Outcome{Verdict: record.Slower}) || o == (wording.Outcome{Verdict: record.Faster}) {
			add(n, moodOf(o), o.Counted(n))
		}
	}
	if n := wording.Gone(v.Unmatched); n > 0 {
		add(n, model.Bad, fmt.Sprintf("%d gone", n))
	}
	if n := len(v.Failures); n > 0 {
		add(n, model.Bad, fmt.Sprintf("%d failed", n))
	}
	stopped := func(why record.Stop) bool {
		return slices.ContainsFunc(v.Benchmarks, func(b record.Compared) bool { return b.Stop == why })
	}
	if stopped(record.StopInterrupted) {
		add(1, model.Warn, "interrupted")
	}
	if stopped(record.StopUnwritten) {
		add(1, model.Warn, "stopped, since results could not be written")
	}
	return counts
}

// pairs is how many there are of all benchmarks and candidates.
func (v view) pairs() int {
	n := 0
	for _, b := range v.each() {
		for _, c := range b.Changes {
			n += c.Pairs
		}
	}
	return n
}

// inSessions counts those of a comparison that was continued: " in 2 sessions".
func (v view) inSessions() string {
	if n := len(v.Sessions); n > 1 {
		return " in " + unit.Plural(n, "session")
	}
	return ""
}

// guarantee says what the design does not keep out; a paired one has nothing
// to say.
func (v view) guarantee() string {
	if v.Design != record.Separate {
		return ""
	}
	return fmt.Sprintf("Nothing says that %s and the others were measured in turn: whatever changed on the machine in between counts as a change of the code.", v.base())
}

// alarm warns of a shift that all benchmarks have in common.
func (v view) alarm() string {
	o := v.OneSided
	if o == nil {
		return ""
	}
	way := record.Faster
	if o.Slower {
		way = record.Slower
	}
	return fmt.Sprintf("one-sided: %d of %s are %s in %s, by %s at the median (p=%.3f): a machine or a build does that more often than code does; -floor shows how much %s differs from itself",
		o.Same, unit.Plural(o.Of, "benchmark"), way, v.variant(o.Variant), wording.Share(math.Abs(o.Typical), 0), o.P, v.base())
}

// calibration tells whether the baseline differs from itself, and reports whether
// nothing speaks for that; it is empty when nobody looked.
func (v view) calibration() (text string, ok bool) {
	c := v.Calibration
	if c.Pairs == 0 {
		return "", true
	}
	if !c.Tells() {
		return fmt.Sprintf("calibration: %s of %s with its own copy: too few to notice a difference", unit.Plural(c.Pairs, "pair"), v.base()), true
	}
	if c.OK {
		return fmt.Sprintf("calibrated: no difference found between %s and its own copy (%s%s, p=%.3f, %s)",
			v.base(), percent(c.Shift, 1), wording.In(c.Metric), c.P, unit.Plural(c.Pairs, "pair")), true
	}
	return fmt.Sprintf("uncalibrated: %s differs from its own copy by %s%s (p=%.3f, %s): %s",
		v.base(), percent(c.Shift, 1), wording.In(c.Metric), c.P, unit.Plural(c.Pairs, "pair"), wording.Uncalibrated(c)), false
}

// findable says which changes would have been found, in the quietest benchmark and in the
// noisiest.
func (v view) findable() string {
	var limits []float64
	for _, b := range v.Benchmarks {
		for _, c := range b.Changes {
			if c.MDE > 0 && wording.Finite(c.MDE) {
				limits = append(limits, c.MDE)
			}
		}
	}
	if len(limits) == 0 {
		return ""
	}
	text := detectable + wording.Share(slices.Min(limits), 0)
	if most := wording.Share(slices.Max(limits), 0); most != wording.Share(slices.Min(limits), 0) {
		text += " to " + most
	}
	return text
}

// goingOn says how to go on where something is not decided yet; it is empty where
// nothing is, or where that is not possible.
func (v view) goingOn() model.Prose {
	inconclusive := func(b record.Compared) bool {
		return slices.ContainsFunc(b.Changes, func(c record.Change) bool { return c.Verdict == record.Inconclusive })
	}
	if v.ID == "" || v.Plan.Kept == 0 || !v.Calibration.OK || !slices.ContainsFunc(v.Benchmarks, inconclusive) {
		return model.Prose{}
	}
	return model.Prose{Lines: []model.Line{{Text: model.Say("continue what is inconclusive with `tare compare -resume=" + v.ID + "`; its verdicts count these rounds, too")}}}
}
