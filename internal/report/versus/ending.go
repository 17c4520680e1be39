package versus

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/sheet"
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
	text := fmt.Sprintf("%s at most: a change of %s would be found four times in five", unit.Plural(pairs, "pair"), wording.Share(mde, 0))
	if mde > margin {
		text += fmt.Sprintf("; that is more than the margin of %s, see -max-rounds", wording.Share(margin, 0))
	}
	return text
}

// unmatched names the benchmarks that some variants lack, those with the same
// gap together.
func (v view) unmatched() wording.Gaps { return wording.Unmatched(v.Unmatched, v.variant) }

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

// calibration tells whether the base differs from itself, and reports whether
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

// findable says which changes would have been found, from the quietest
// benchmark to the noisiest.
func (v view) findable() string {
	type limit struct {
		name string
		mde  float64
	}
	var limits []limit
	for _, b := range v.Benchmarks {
		for _, c := range b.Changes {
			if c.MDE > 0 {
				limits = append(limits, limit{v.titled(b.Benchmark, c) + v.inUnit(b), c.MDE})
			}
		}
	}
	if len(limits) == 0 {
		return ""
	}
	byMDE := func(a, b limit) int { return cmp.Compare(a.mde, b.mde) }
	least, most := slices.MinFunc(limits, byMDE), slices.MaxFunc(limits, byMDE)
	text := "smallest change that would be found four times in five: " + wording.Share(least.mde, 0)
	if most.mde > least.mde {
		text += fmt.Sprintf(" (%s) to %s (%s)", least.name, wording.Share(most.mde, 0), most.name)
	}
	return text
}

// tally is how many changes came to each verdict: "1 slower". Slower and faster
// are counted even when there are none.
func (v view) tally() []sheet.Span {
	counts := wording.Tally(v.Benchmarks, func(record.Change) bool { return true })
	var spans []sheet.Span
	for _, o := range wording.Outcomes {
		n, always := counts[o], !o.Within && (o.Verdict == record.Slower || o.Verdict == record.Faster)
		style := sheet.Plain
		if n > 0 {
			style = styleOf(o)
		}
		if n > 0 || always {
			spans = append(spans, style.Of(o.Counted(n)))
		}
	}
	if n := wording.Gone(v.Unmatched); n > 0 {
		spans = append(spans, sheet.Red.Of(fmt.Sprintf("%d gone", n)))
	}
	return spans
}

// effort is what the verdicts took.
func (v view) effort() []string {
	var parts []string
	pairs := 0
	for _, b := range v.each() {
		for _, c := range b.Changes {
			pairs += c.Pairs
		}
	}
	if v.Design != record.Separate {
		parts = append(parts, unit.Plural(pairs, "pair"))
	}
	if len(v.Trials) > 0 {
		parts = append(parts, unit.Plural(len(v.Trials), "trial"))
	}
	if last := len(parts) - 1; last >= 0 && v.Took() > 0 {
		parts[last] += " in " + unit.Duration(v.Took()) + v.sessions()
	}
	if v.ID != "" {
		parts = append(parts, "stored as "+v.ID)
	}
	return append(parts, fmt.Sprintf("seed %d", v.Plan.Seed))
}

// closing ends with what people look for first: the last lines are the ones
// that a terminal shows.
func (v view) closing(s *sheet.Sheet) {
	s.Blank()
	calibration, ok := v.calibration()
	style := sheet.Dim
	if !ok {
		style = sheet.Red
	}
	for _, n := range []sheet.Note{{Style: sheet.Yellow, Text: v.alarm()}, {Style: style, Text: calibration}, {Text: v.findable()}, {Text: v.goingOn()}} {
		if n.Text != "" {
			s.Prose(n.Style, "", n.Text)
		}
	}
	line := []sheet.Span{sheet.Plain.Of(wording.Benchmarks(v.Benchmarks) + ":")}
	for i, span := range v.tally() {
		if i > 0 {
			line[len(line)-1].Text += ","
		}
		line = append(line, span)
	}
	line[len(line)-1].Text += ";"
	s.Item(nil, append(line, sheet.Plain.Of(strings.Join(v.effort(), ", ")))...)
}
