package main

import (
	"fmt"
	"strings"

	"tare/eval/docpart"
	"tare/internal/analysis/stats"
	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/wording"
)

// margin is what tare compare calls equivalent by default.
const margin = 0.02

// judgement is a verdict beside the truth.
type judgement struct {
	open      bool // the truth has too few rounds for an interval
	has       bool // the verdict has an interval
	holds     bool // it overlaps the truth's
	center    bool // it holds the truth's estimate
	wrongSign bool // slower, and the truth's interval lies below 1, or the other way round
	unfounded bool // slower or faster, and the truth's interval holds 1
	falseSame bool // equivalent, and the truth's interval lies outside the margin
}

// judge compares an outcome with the truth. The truth has an uncertainty of its own:
// whatever its interval admits may be true, and nothing is wrong that would be right
// for one of these.
func judge(truth record.Estimate, o outcome) judgement {
	if truth.Confidence == 0 {
		return judgement{open: true}
	}
	j := judgement{
		has:    o.Lo > 0,
		holds:  o.Lo > 0 && o.Lo <= truth.Hi && truth.Lo <= o.Hi,
		center: o.Lo > 0 && o.Lo <= truth.Center && truth.Center <= o.Hi,
	}
	switch o.Verdict {
	case record.Slower:
		j.wrongSign, j.unfounded = truth.Hi < 1, truth.Lo <= 1 && 1 <= truth.Hi
	case record.Faster:
		j.wrongSign, j.unfounded = truth.Lo > 1, truth.Lo <= 1 && 1 <= truth.Hi
	case record.Equivalent:
		j.falseSame = truth.Lo > 1+margin || truth.Hi < 1-margin
	}
	return j
}

// known is an effect with its truth and tare's verdicts.
type known struct {
	name     string
	old, new []float64 // ns per op, by round
	said     []outcome
}

func collectEffects(all []visit) (found []known) {
	for _, e := range allEffects {
		k := known{name: e.name}
		for _, v := range all {
			switch {
			case v.Subject != e.name || v.Failed != "":
			case v.Part == effects:
				k.old, k.new = append(k.old, v.Truth[0].NS), append(k.new, v.Truth[1].NS)
			case v.Part == verdicts:
				k.said = append(k.said, *v.Verdict)
			}
		}
		if len(k.old) > 0 {
			found = append(found, k)
		}
	}
	return found
}

// reportEffects returns the table of effects, nothing without any.
func reportEffects(all []visit) string {
	found := collectEffects(all)
	if len(found) == 0 {
		return ""
	}
	rows := [][]string{{"effect", "truth, old", "new", "new ÷ old", "tare", "verdict", "rounds", "CPU", "what is wrong"}}
	var t tally
	for _, k := range found {
		truth := ratio(k.new, k.old)
		row := []string{k.name, wording.Ns(stats.Median(k.old)), wording.Ns(stats.Median(k.new)), change(truth)}
		if len(k.said) == 0 {
			rows = append(rows, append(row, "–", "–", "–", "–", ""))
		}
		for _, o := range k.said {
			j := judge(truth, o)
			if !j.open {
				t.add(j, o)
			}
			rows = append(rows, append(row, said(o), string(o.Verdict), fmt.Sprint(o.Rounds), fmt.Sprintf("%.1f s", o.measuring()), j.String()))
			row = []string{"", "", "", ""}
		}
	}
	return docpart.Table(rows) + "\n" + t.String() + truthOf(all, effects) + failures(all, effects, verdicts) + tares(all, verdicts)
}

// said is tare's estimate with its interval.
func said(o outcome) string {
	if o.Ratio == 0 {
		return "–"
	}
	if o.Lo == 0 {
		return signed(o.Ratio)
	}
	return signed(o.Ratio) + " " + interval(o.Lo, o.Hi)
}

// String says what is wrong, nothing when all is well.
func (j judgement) String() string {
	var wrong []string
	for _, w := range []struct {
		is   bool
		text string
	}{
		{j.open, "too few rounds of the truth to tell"}, {j.wrongSign, "wrong sign"}, {j.falseSame, "not equivalent"}, {j.unfounded, "truth admits no change"},
		{j.has && !j.holds, "misses the truth"},
	} {
		if w.is {
			wrong = append(wrong, w.text)
		}
	}
	return strings.Join(wrong, ", ")
}

// tally counts judgements.
type tally struct {
	made, has, holds, center, wrongSign, unfounded, same, falseSame, decided int
	cpu                                                                      []float64
}

func (t *tally) add(j judgement, o outcome) {
	t.made++
	t.cpu = append(t.cpu, o.measuring())
	for _, c := range []struct {
		hit bool
		n   *int
	}{
		{j.has, &t.has}, {j.holds, &t.holds}, {j.center, &t.center}, {j.wrongSign, &t.wrongSign}, {j.unfounded, &t.unfounded},
		{o.Verdict == record.Equivalent, &t.same}, {j.falseSame, &t.falseSame},
		{o.Verdict == record.Faster || o.Verdict == record.Slower, &t.decided},
	} {
		if c.hit {
			*c.n++
		}
	}
}

func (t tally) String() string {
	if t.made == 0 {
		return "No comparison can be judged yet.\n\n"
	}
	return fmt.Sprintf("%s: %d of %d intervals overlap the truth's, %d hold its estimate; "+
		"%d of %d called slower or faster have the wrong sign, of %d the truth admits that nothing changed; "+
		"%d of %d called equivalent are not (the truth's whole interval lies beyond ±%s). Median CPU time of a comparison %.1f s, without building.\n\n",
		unit.Plural(t.made, "comparison"), t.holds, t.has, t.center, t.wrongSign, t.decided, t.unfounded, t.falseSame, t.same,
		unit.Percent(margin, 0), stats.Median(t.cpu))
}
