package wording

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/model"
)

// Findings says what distorts the measurement, worst first, each with what to do about it.
func Findings(fs []record.Finding) model.Findings {
	block := model.Findings{Title: "Findings", None: "none", Brief: inBrief(fs)}
	for _, f := range GravestFirst(fs) {
		block.List = append(block.List, Finding(f))
	}
	return block
}

// Finding says what f is, and how to get rid of it; evidence, effect and the ways that
// tare does not go itself are for those who ask. What is milder than a warning is for
// them as a whole, and what is serious for all.
func Finding(f record.Finding) model.Finding {
	fix, or := fixes(f)
	shown := model.Finding{Detail: detailOf(f.Severity), Severity: string(f.Severity), Mood: moodOf(f.Severity), Text: model.Say(f.What), ID: f.ID}
	for _, l := range []model.Line{
		{Label: "evidence:", Text: model.Say(f.Evidence), Detail: model.Verbose},
		{Label: "effect:", Text: model.Say(f.Effect), Detail: model.Verbose},
		{Label: "fix:", Text: doing(fix), Detail: shown.Detail},
		{Label: "or:", Text: doing(or), Detail: model.Verbose},
	} {
		if len(l.Text) > 0 {
			shown.Lines = append(shown.Lines, l)
		}
	}
	return shown
}

func detailOf(s record.Severity) model.Detail {
	switch {
	case s.Compare(record.Warning) > 0:
		return model.Brief
	case s.Compare(record.Warning) == 0:
		return model.Normal
	}
	return model.Verbose
}

// doing tells what is to be typed from advice, which ends with a full stop: a command is
// all of a fix, or what follows the last colon.
func doing(fix string) model.Text {
	if strings.HasSuffix(fix, ".") {
		return model.Say(fix)
	}
	advice, command := "", fix
	if i := strings.LastIndex(fix, ": "); i >= 0 {
		advice, command = fix[:i+2], fix[i+2:]
	}
	return model.Joined(model.Say(advice), model.Lit(model.Code, command))
}

func moodOf(s record.Severity) model.Mood {
	switch {
	case s.Compare(record.Warning) > 0:
		return model.Bad
	case s == record.Warning, s == record.Unverified:
		return model.Warn
	case s == record.Passed:
		return model.Good
	}
	return model.Plain
}

// briefNames is how many findings are named in brief, and briefWidth the line that they have
// to fit on.
const (
	briefNames = 2
	briefWidth = 80
)

// inBrief is "3 serious: load, cpu-pressure and 1 more; 1 warning; see `tare check`", with
// fewer names where these are long. What only informs is left out, and so is the line
// without the others.
func inBrief(fs []record.Finding) model.Text {
	var serious, warnings []string
	for _, f := range fs {
		switch f.Severity {
		case record.Serious:
			serious = append(serious, f.ID)
		case record.Warning:
			warnings = append(warnings, f.ID)
		}
	}
	mood := model.Warn
	if len(serious) > 0 {
		mood = model.Bad
	}
	if len(serious)+len(warnings) == 0 {
		return nil
	}
	for n := briefNames; ; n-- {
		var parts []string
		if len(serious) > 0 {
			parts = append(parts, naming(fmt.Sprintf("%d serious", len(serious)), serious, n))
		}
		if len(warnings) > 0 {
			parts = append(parts, naming(unit.Plural(len(warnings), "warning"), warnings, n-len(serious)))
		}
		text := model.In(mood, strings.Join(parts, "; ")+"; see `-v` or `tare check`")
		if n == 0 || len(text.String()) <= briefWidth {
			return text
		}
	}
}

// naming is a count with the first most of those that it counts.
func naming(count string, ids []string, most int) string {
	switch {
	case most <= 0:
		return count
	case len(ids) <= most:
		return count + ": " + strings.Join(ids, ", ")
	}
	return fmt.Sprintf("%s: %s and %d more", count, strings.Join(ids[:most], ", "), len(ids)-most)
}

// Unread names the metrics that no trial could read, those with the same reason together,
// except those that are said to matter elsewhere.
func Unread(probes map[record.Metric]record.Reading, elsewhere func(record.Metric) bool) model.Prose {
	p := model.Prose{Detail: model.Verbose}
	var gaps Gaps
	for _, m := range slices.Sorted(maps.Keys(probes)) {
		if r := probes[m]; !elsewhere(m) && !r.OK() {
			gaps.Add(Because(r.Status, r.Why), string(m))
		}
	}
	for _, g := range gaps {
		p.Lines = append(p.Lines, model.Line{Label: "not read:", Text: model.Lit(model.Plain, g.String())})
	}
	return p
}

// Pollution lists each reason why one of some trials does not count, once.
func Pollution(trials []record.Trial, some func(record.Trial) bool) []string {
	var why []string
	for _, t := range trials {
		if !some(t) {
			continue
		}
		for _, reason := range t.Polluted {
			if !slices.Contains(why, reason) {
				why = append(why, reason)
			}
		}
	}
	return why
}

// GravestFirst returns fs by severity, those of the same in their order.
func GravestFirst(fs []record.Finding) []record.Finding {
	return slices.SortedStableFunc(slices.Values(fs), func(a, b record.Finding) int {
		return b.Severity.Compare(a.Severity)
	})
}

// fixes says how to get rid of f: first by tare where it can, and then by hand.
// Each is empty when there is no such way.
func fixes(f record.Finding) (fix, or string) {
	if f.Knob == "" {
		return f.Fix, ""
	}
	return Tune(f.Knob), f.Fix
}

// shield is the knob that has to be told its CPUs.
const shield = "shield"

// Tune is the command that sets these knobs, each once.
func Tune(knobs ...string) string {
	var only []string
	for _, k := range knobs {
		if k != shield && !slices.Contains(only, k) {
			only = append(only, k)
		}
	}
	command := "sudo tare tune"
	if len(only) > 0 {
		command += " -only=" + strings.Join(only, ",")
	}
	if slices.Contains(knobs, shield) {
		command += " -shield=CPUS # name the CPUs" // a comment, so that the line can be pasted and edited
	}
	return command
}
