package runs

import (
	"fmt"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// miss is what summaries that are not steady may have in common.
type miss struct {
	clean bool // there are clean rounds
	why   string
}

// unsteady has a note for each summary that is not steady, nil for the others. Those for
// the same reason share one, which counts them: by how much each of them misses the
// targets stands in its row.
func unsteady(run record.Run) []*model.Note {
	rounds := map[miss][]int{}
	missOf := func(s record.Summary) miss { return miss{clean: s.Rounds > 0, why: reason(run.Plan, s)} }
	for _, s := range run.Summaries {
		if !s.Steady {
			rounds[missOf(s)] = append(rounds[missOf(s)], s.Rounds)
		}
	}
	notes := make([]*model.Note, len(run.Summaries))
	for i, s := range run.Summaries {
		if s.Steady {
			continue
		}
		notes[i] = alone(run.Plan, s)
		if m := missOf(s); len(rounds[m]) > 1 {
			notes[i] = &model.Note{Mood: model.Warn, Text: m.text(rounds[m])}
		}
	}
	return notes
}

// text is what those say that have m in common and so many rounds each.
func (m miss) text(rounds []int) string {
	if !m.clean {
		return fmt.Sprintf("%d rows without a clean round%s", len(rounds), m.why)
	}
	least, most := slices.Min(rounds), slices.Max(rounds)
	after := unit.Plural(most, "round")
	if least < most {
		after = fmt.Sprintf("%d to %s", least, after)
	}
	return fmt.Sprintf("%d rows not steady after %s%s", len(rounds), after, m.why)
}

// reason says why s got no more rounds, or why these cannot do, as the end of a sentence;
// it is the same for all summaries that can share a note.
func reason(plan record.Plan, s record.Summary) string {
	text := ""
	if few := tooFew(plan, s); few != "" {
		text = ": " + few
	}
	return text + stopped(plan, s)
}

// stopped says why s got no more rounds, where nothing else does.
func stopped(plan record.Plan, s record.Summary) string {
	if s.Stop == "" || s.Stop == record.StopSteady || capped(plan, s) {
		return ""
	}
	return fmt.Sprintf(" (stopped: %s)", wording.Stop(s.Stop))
}

// alone says by how much s missed which target. In short it says only why it got no more
// rounds to reach it.
func alone(plan record.Plan, s record.Summary) *model.Note {
	text := "no clean round"
	if s.Rounds > 0 {
		text = fmt.Sprintf("not steady after %s", unit.Plural(s.Rounds, "round"))
	}
	short := text + reason(plan, s)
	if why := missedTargets(plan, s); len(why) > 0 {
		text += ": " + strings.Join(why, ", ")
	}
	return &model.Note{Mood: model.Warn, Short: short, Text: text + stopped(plan, s)}
}

// leastRounds is how few values make an interval of 95 %: that of any n values in which
// the sign of each is a coin reaches at most 1 − 2·2⁻ⁿ.
const leastRounds = 6

// tooFew says that the rounds of s make no interval, and which flag allowed no more; it is
// empty when they do.
func tooFew(plan record.Plan, s record.Summary) string {
	if _, ok := s.Net.HalfWidth(); ok || s.Rounds == 0 {
		return ""
	}
	if !capped(plan, s) {
		return "too few for an interval"
	}
	flag := "max-rounds"
	if plan.MinRounds == plan.MaxRounds { // which is what -count asks for
		flag = "count"
	}
	return fmt.Sprintf("`-%s=%d` is too few for an interval, %d is the least", flag, plan.MaxRounds, leastRounds)
}

// capped reports whether s stopped at a number of rounds that cannot make an interval.
func capped(plan record.Plan, s record.Summary) bool {
	return s.Stop == record.StopRounds && s.Rounds > 0 && plan.MaxRounds > 0 && plan.MaxRounds < leastRounds
}

func missedTargets(plan record.Plan, s record.Summary) []string {
	var why []string
	if s.Rounds > 1 && s.CV > plan.MaxCV {
		got, limit := apart(s.CV, plan.MaxCV)
		why = append(why, fmt.Sprintf("CV %s > %s", got, limit))
	}
	half, ok := s.Net.HalfWidth()
	switch few := tooFew(plan, s); {
	case few != "":
		why = append(why, few)
	case ok && half > plan.Target:
		got, target := apart(half, plan.Target)
		why = append(why, fmt.Sprintf("interval ±%s > %s", got, target))
	}
	return why
}

// apart formats a > b with as many digits as it takes to see the difference.
func apart(a, b float64) (string, string) {
	digits := 1
	for digits < 4 && unit.Percent(a, digits) == unit.Percent(b, digits) {
		digits++
	}
	return unit.Percent(a, digits), unit.Percent(b, digits)
}
