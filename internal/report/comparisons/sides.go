package comparisons

import (
	"strings"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/model"
)

// shownRevision is as much of a revision as tells it from others.
const shownRevision = 12

// title is "example.com/m: HEAD~1 → ., . gogc=50"; the module is left out where it is not known.
func (v view) title() string {
	var olds, news []string
	for _, one := range v.Variants {
		name := strings.Join(append([]string{one.Side}, one.Settings...), " ")
		switch one.Role {
		case record.Base:
			olds = append(olds, name)
		case record.Contender:
			news = append(news, name)
		}
	}
	if len(olds)+len(news) == 0 {
		return strings.TrimSpace("comparison " + v.ID)
	}
	sides := strings.Join(olds, ", ") + " → " + strings.Join(news, ", ")
	if module := v.Variants[0].Source.Module; module != "" {
		return module + ": " + sides
	}
	return sides
}

// about says what is compared.
func (v view) about() []model.Line {
	var lines []model.Line
	for _, one := range v.Variants {
		l := model.Line{Label: one.Name, Text: model.Lit(model.Plain, v.described(one))}
		if one.Role == record.Copy && !v.Plan.Floor {
			l.Detail = model.Verbose // every comparison has one, for its calibration
		}
		lines = append(lines, l)
	}
	return lines
}

// described is the code and the conditions of a variant: "HEAD~1 (4f2a90c1,
// go1.26.1) gogc=50".
func (v view) described(one record.Variant) string {
	text := one.Side
	switch one.Role {
	case record.Copy:
		text = "the binary of " + v.base() + " once more"
	case record.Relinked:
		text = "the source of " + v.base() + ", linked in another order"
	default:
		if from := provenance(one); from != "" {
			text += " (" + from + ")"
		}
	}
	return strings.TrimSpace(strings.Join(append([]string{text}, one.Settings...), " "))
}

func provenance(one record.Variant) string {
	var parts []string
	if src := one.Source; src.VCSStatus == record.Measured && src.Revision != "" {
		revision := src.Revision[:min(len(src.Revision), shownRevision)]
		if src.Dirty {
			revision += " with local changes"
		}
		parts = append(parts, revision)
	}
	if one.Source.GoVersion != "" {
		parts = append(parts, one.Source.GoVersion)
	}
	return strings.Join(parts, ", ")
}

func place(m record.Machine) string {
	var parts []string
	if m.CPUs > 0 {
		parts = append(parts, unit.Plural(m.CPUs, "CPU"))
	}
	for _, part := range []string{m.CPUModel, strings.Trim(m.GOOS+"/"+m.GOARCH, "/")} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	if m.Kernel != "" {
		parts = append(parts, "kernel "+m.Kernel)
	}
	return strings.Join(parts, ", ")
}
