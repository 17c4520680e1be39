package sweeps

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/report/model"
)

// recommendations are one for each group.
func (v view) recommendations(b record.Swept) model.Prose {
	p := model.Prose{Detail: model.Brief}
	for g, group := range b.Groups {
		if g >= len(v.groups) || len(v.groups[g]) == 0 {
			continue
		}
		line := model.Line{Detail: model.Brief, Text: v.recommendation(b, g, group)}
		if limits := v.limits(g); limits != "" {
			line.Label = limits + ":"
		}
		p.Lines = append(p.Lines, line)
	}
	return p
}

func (v view) recommendation(b record.Swept, g int, group record.GroupBest) model.Text {
	switch {
	case !measured(b, group.Best) || !measured(b, group.Choice):
		return model.In(model.Warn, "no trial counts: nothing is known")
	case len(v.groups[g]) == 1:
		return lit(v.value(b.Points[group.Best].Value) + "; there is nothing to choose between")
	case v.alike(b, g, group):
		return v.noDifference(b, g, group)
	case group.Choice == group.Default:
		return model.Joined(v.leave(b, group), v.knees(b, group), v.open(b, g, group))
	}
	return model.Joined(v.set(b, group), v.knees(b, group), v.open(b, g, group))
}

// alike reports whether all points of a group are known to be the same within the margin.
func (v view) alike(b record.Swept, g int, group record.GroupBest) bool {
	return group.Settled && !slices.ContainsFunc(v.groups[g], func(i int) bool {
		return !measured(b, i) || b.Points[i].Dropped > 0 || !v.within(v.ratioOf(b, i))
	})
}

// within reports whether r is the same as the best, but for the margin.
func (v view) within(r ratio) bool { return r.distance() <= math.Log1p(v.Plan.Margin) }

// noDifference is "gomaxprocs makes no difference beyond 5%: at most …".
func (v view) noDifference(b record.Swept, g int, group record.GroupBest) model.Text {
	worst := slices.MaxFunc(v.groups[g], func(i, j int) int {
		return compareDistance(v.ratioOf(b, i), v.ratioOf(b, j))
	})
	verb, rest := " makes", "leave it unset"
	if len(v.rivals) > 1 {
		verb, rest = " make", "leave them unset"
	}
	text := model.Joined(strong(v.subject()+verb+" no difference beyond "+v.margin()),
		lit(": "+v.choice(worst)+" is the farthest from the best, with "+v.ratioOf(b, worst).String()))
	if group.Choice == group.Default {
		return model.Joined(text, lit("; "+rest))
	}
	return model.Joined(text, lit("; "+v.choice(group.Choice)+" asks for least"))
}

// leave says that what the Go runtime does by itself is to be kept.
func (v view) leave(b record.Swept, group record.GroupBest) model.Text {
	text := model.Joined(strong("leave "+v.subject()+" unset"), lit(": what the Go runtime picks"+v.picked(group.Default)))
	r := v.ratioOf(b, group.Choice)
	if group.Choice == group.Best {
		return model.Joined(text, lit(" is the best"+soFar(group)+", "+v.value(b.Points[group.Best].Value)))
	}
	return model.Joined(text, lit(" "+r.verb()+"s "+r.toBest()+", which is "+v.choice(group.Best)))
}

// set says what is to be set, and what it is better than.
func (v view) set(b record.Swept, group record.GroupBest) model.Text {
	text := strong(v.choice(group.Choice))
	if group.Choice == group.Best {
		text = model.Joined(text, lit(" — the best"+soFar(group)+", "+v.value(b.Points[group.Best].Value)))
	} else {
		text = model.Joined(text, lit(" — "+v.ratioOf(b, group.Choice).toBest()+", which is "+v.choice(group.Best)))
	}
	if !measured(b, group.Default) || !v.ratioOf(b, group.Default).known() {
		return text
	}
	r := v.ratioOf(b, group.Default)
	said := r.String()
	if group.Choice != group.Best {
		said = r.toBest()
	}
	if v.picks(group.Default) {
		return model.Joined(text, lit(fmt.Sprintf("; the runtime would pick %d and %s %s", v.Points[group.Default].Procs, r.verb(), said)))
	}
	return model.Joined(text, lit("; what the runtime picks would "+r.verb()+" "+said))
}

// soFar holds back what is not settled.
func soFar(group record.GroupBest) string {
	if group.Settled {
		return ""
	}
	return " so far"
}

// subject is "gomaxprocs and gogc".
func (v view) subject() string {
	var names []string
	for _, f := range v.rivals {
		names = append(names, v.Factors[f].Name)
	}
	return list(names, "and")
}

// list is "a, b and c".
func list(words []string, last string) string {
	if n := len(words); n > 1 {
		return strings.Join(words[:n-1], ", ") + " " + last + " " + words[n-1]
	}
	return strings.Join(words, "")
}

// picks reports whether the only thing that users choose is GOMAXPROCS, and what the
// runtime makes it is known.
func (v view) picks(point int) bool {
	return len(v.rivals) == 1 && v.Factors[v.rivals[0]].Name == "gomaxprocs" && v.Points[point].Procs > 0
}

// picked is " (2)".
func (v view) picked(point int) string {
	if !v.picks(point) {
		return ""
	}
	return fmt.Sprintf(" (%d)", v.Points[point].Procs)
}

// knees say from where on more of a setting brings no more.
func (v view) knees(b record.Swept, group record.GroupBest) model.Text {
	var all model.Text
	for _, k := range group.Knees {
		text := fmt.Sprintf("; more than %s=%s brings no more", v.Factors[k.Factor].Name, v.Factors[k.Factor].Levels[k.Level])
		if k.Point != group.Best && k.Point != group.Choice {
			text += " (" + v.ratioOf(b, k.Point).toBest() + ")"
		}
		all = model.Joined(all, lit(text))
	}
	return all
}

func (v view) margin() string { return fmt.Sprintf("%.4g%%", 100*v.Plan.Margin) }
