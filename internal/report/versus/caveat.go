package versus

import (
	"fmt"
	"math"
	"strings"
	"time"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/sheet"
	"tare/internal/report/trouble"
	"tare/internal/report/wording"
)

// caveats lists what to hold against the verdict on c, most important first.
func (v view) caveats(b record.Compared, c record.Change) []sheet.Note {
	var notes []sheet.Note
	add := func(st sheet.Style, text string) {
		if text != "" {
			notes = append(notes, sheet.Note{Style: st, Text: text})
		}
	}
	switch c.Verdict {
	case record.Invalid:
		add(sheet.Red, joined("invalid", sentence(c.Why)))
	case record.Inconclusive:
		add(sheet.Yellow, v.open(b, c))
	default:
		add(sheet.Plain, sentence(c.Why))
	}
	if s := ofRatio(c.Ratio); s.known && !s.bounded {
		add(sheet.Plain, "there are too few values for an interval")
	}
	add(sheet.Plain, v.dropped(b, c))
	for _, text := range wording.CaveatsOfBoth(b.Windows, c.Windows) {
		add(sheet.Yellow, text)
	}
	if b.Metric != netUnit && b.MetricWhy != "" {
		add(sheet.Plain, joined("judged by "+b.Metric, sentence(b.MetricWhy)))
	}
	return append(notes, v.floors(b, c)...)
}

// sentence is text as it goes on in another sentence.
func sentence(text string) string { return strings.TrimSuffix(strings.TrimSpace(text), ".") }

func joined(what, why string) string {
	if why == "" {
		return what
	}
	return what + ": " + why
}

// open is all about an inconclusive c: how far it went, what stands in the way,
// and what it takes.
func (v view) open(b record.Compared, c record.Change) string {
	text := string(record.Inconclusive)
	if b.Rounds > 0 {
		text += " after " + unit.Plural(b.Rounds, "round")
	}
	switch b.Stop {
	case record.StopTime, record.StopBudget, record.StopFailed, record.StopInterrupted, record.StopUnwritten, record.StopPolluted:
		text += fmt.Sprintf(" (stopped: %s)", b.Stop)
	}
	text = joined(text, sentence(c.Why))
	if advice := v.advice(b, c); advice != "" {
		text += "; " + advice
	}
	return text
}

// advice says how much more it takes to decide c, and the flags for it. It has
// nothing to add to a reason that more rounds do not change.
func (v view) advice(b record.Compared, c record.Change) string {
	switch {
	case c.More <= 0 && c.Why != "":
		return ""
	case c.More <= 0:
		return "how much more it takes cannot be told"
	case v.Design == record.Separate:
		return fmt.Sprintf("about %s on each side would tell", unit.Plural(c.More, "more result"))
	}
	need := b.Rounds + c.More
	var flags []string
	if need > v.Most() {
		flag := "-max-rounds"
		if len(v.Plan.Looks) == 1 && len(v.Sessions) == 0 { // which is what -count asks for
			flag = "-count"
		}
		flags = append(flags, fmt.Sprintf("%s=%d", flag, roundUp(need)))
	}
	if b.Stop == record.StopTime && b.Rounds > 0 && len(v.Sessions) == 0 {
		limit := time.Duration(float64(v.Plan.MaxTime) * float64(need) / float64(b.Rounds))
		flags = append(flags, "-max-time="+(limit.Truncate(time.Second)+time.Second).String())
	}
	text := fmt.Sprintf("needs about %s", unit.Plural(c.More, "more round"))
	return joined(text, strings.Join(flags, " "))
}

// roundUp keeps two digits of n, which is all that a guess has.
func roundUp(n int) int {
	step := int(math.Pow10(max(0, len(fmt.Sprint(n))-2)))
	return (n + step - 1) / step * step
}

// dropped counts the pairs that do not count, says why, and what they would
// have changed.
func (v view) dropped(b record.Compared, c record.Change) string {
	if c.Dropped == 0 {
		return ""
	}
	text := fmt.Sprintf("%d of %s dropped", c.Dropped, unit.Plural(c.Pairs+c.Dropped, "pair"))
	why := trouble.Pollution(v.Trials, func(t record.Trial) bool {
		return t.Benchmark == b.Benchmark && (t.Variant == 0 || t.Variant == c.Variant)
	})
	text = joined(text, strings.Join(why, ", "))
	if with, without := ofRatio(c.Unfiltered), ofRatio(c.Ratio); c.Unfiltered.N > 0 && differs(with, without, v.Plan.MarginOf(b.Metric)) {
		text += "; with them the change would be " + with.both()
	}
	return text
}

// differs reports whether with would be judged otherwise than without, or lies
// outside of its interval.
func differs(with, without shift, margin float64) bool {
	within := func(s shift) bool { return s.bounded && max(-s.lo, s.hi) <= margin }
	return with.direction() != without.direction() || within(with) != within(without) ||
		without.bounded && (with.center < without.lo || with.center > without.hi)
}

// floors says how much the base differs from itself, as its own copy and when
// relinked, and whether c is any more than that.
func (v view) floors(b record.Compared, c record.Change) []sheet.Note {
	var notes []sheet.Note
	for _, role := range []record.Role{record.Copy, record.Relinked} {
		var reach float64
		for _, f := range b.Floors {
			if f.Variant < len(v.Variants) && v.Variants[f.Variant].Role == role {
				reach = max(reach, f.Reach)
			}
		}
		if reach == 0 {
			continue
		}
		note := sheet.Note{Text: v.base() + " may differ from its own copy by up to " + wording.Share(reach, 1)}
		if role == record.Relinked {
			note.Text = v.base() + " may differ from itself by up to " + wording.Share(reach, 1) + " when only relinked"
		}
		if v.significant(c) && math.Abs(ofRatio(c.Ratio).center) <= reach {
			note.Style = sheet.Yellow
			note.Text += ": the change is within that"
		}
		notes = append(notes, note)
	}
	return notes
}
