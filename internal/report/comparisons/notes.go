package comparisons

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// notes lists what explains c, and what to hold against the verdict on it, most important
// first.
func (v view) notes(b record.Compared, c record.Change) []model.Note {
	var notes []model.Note
	add := func(m model.Mood, d model.Detail, text string) {
		if text != "" {
			notes = append(notes, model.Note{Mood: m, Detail: d, Text: text})
		}
	}
	add(moodOf(wording.OutcomeOf(c)), model.Normal, explained(b, c))
	switch c.Verdict {
	case record.Invalid:
		add(model.Bad, model.Normal, joined("invalid", sentence(c.Why)))
	case record.Inconclusive:
		notes = append(notes, v.open(b, c))
	default:
		add(model.Plain, model.Normal, sentence(c.Why))
	}
	if s := ofRatio(c.Ratio); s.known && !s.bounded {
		add(model.Plain, model.Normal, "there are too few values for an interval")
	}
	notes = append(notes, v.dropped(b, c)...)
	for _, c := range wording.CaveatsOfBoth(b.Windows, c.Windows) {
		notes = append(notes, model.Note{Mood: model.Warn, Text: c.Text, Short: c.Short})
	}
	if b.Metric != netUnit && b.MetricWhy != "" {
		add(model.Plain, model.Normal, joined("judged by "+b.Metric, sentence(b.MetricWhy)))
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
// and what it takes. In short it is what rows have in common; what each needs stands in
// its row.
func (v view) open(b record.Compared, c record.Change) model.Note {
	text, stopped := string(record.Inconclusive), ""
	switch b.Stop {
	case record.StopTime, record.StopBudget, record.StopFailed, record.StopInterrupted, record.StopUnwritten, record.StopPolluted:
		stopped = fmt.Sprintf(" (stopped: %s)", wording.Stop(b.Stop))
	}
	short := joined(text+stopped, sentence(c.Why))
	if b.Rounds > 0 {
		text += " after " + unit.Plural(b.Rounds, "round")
	}
	n := model.Note{Mood: model.Quiet, Text: joined(text+stopped, sentence(c.Why)), Short: short}
	if stopped == "" && c.Why == "" {
		n.Detail, n.Short = model.Verbose, ""
		if v.advice(c) != "" {
			n.Short = "not decided yet: its row says how much more it takes"
		}
	}
	if how := v.howToDecide(b, c); how != "" {
		n.Text += "; " + how
	}
	return n
}

// howToDecide says how much more it takes to decide c, and the flags for it. It has
// nothing to add to a reason that more rounds do not change.
func (v view) howToDecide(b record.Compared, c record.Change) string {
	switch {
	case c.More <= 0 && c.Why != "":
		return ""
	case c.More <= 0:
		return "tare cannot tell how much more it needs"
	case v.Design == record.Separate:
		return fmt.Sprintf("about %s on each side would decide", unit.Plural(c.More, "more result"))
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
	return joined(v.advice(c), strings.Join(flags, " "))
}

// roundUp keeps two digits of n, which is all that a guess has.
func roundUp(n int) int {
	step := int(math.Pow10(max(0, len(fmt.Sprint(n))-2)))
	return (n + step - 1) / step * step
}

// floors says how much the baseline differs from itself, as its own copy and when
// relinked, and whether c is any more than that.
func (v view) floors(b record.Compared, c record.Change) []model.Note {
	var notes []model.Note
	for _, role := range []record.Role{record.Copy, record.Relinked} {
		reach := v.reach(b, role)
		if reach == 0 {
			continue
		}
		n := model.Note{Detail: model.Verbose, Text: v.base() + " may differ from its own copy by up to " + wording.Share(reach, 1)}
		if role == record.Relinked {
			n.Text = v.base() + " may differ from itself by up to " + wording.Share(reach, 1) + " when only relinked"
		}
		if v.significant(c) && math.Abs(ofRatio(c.Ratio).center) <= reach {
			n.Detail, n.Mood = model.Normal, model.Warn
			n.Text += ": the change is within that"
		}
		notes = append(notes, n)
	}
	return notes
}

// reach is the largest change, a fraction of one, that variants of one of the roles came
// to, which have the code of the baseline; 0 when that was not measured.
func (v view) reach(b record.Compared, roles ...record.Role) float64 {
	most := 0.0
	for _, f := range b.Floors {
		if f.Variant < len(v.Variants) && slices.Contains(roles, v.Variants[f.Variant].Role) && wording.Finite(f.Reach) {
			most = max(most, f.Reach)
		}
	}
	return most
}
