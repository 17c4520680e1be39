package versus

import (
	"fmt"
	"strings"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/sheet"
)

// shownRevision is as much of a revision as tells it from others.
const shownRevision = 12

// header says what is compared, where, and with what guarantee.
func (v view) header(s *sheet.Sheet) {
	width := 0
	for _, one := range v.Variants {
		width = max(width, sheet.Width(one.Name))
	}
	for _, one := range v.Variants {
		s.Item([]sheet.Span{sheet.Bold.Of(sheet.Pad(one.Name, width) + "  ")}, sheet.Plain.Of(v.described(one)))
	}
	if where := place(v.Machine); where != "" {
		s.Prose(sheet.Dim, "", where)
	}
	if text := v.guarantee(); text != "" {
		s.Prose(sheet.Yellow, "", text)
	}
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

// guarantee says what the design does not keep out; a paired one has nothing
// to say.
func (v view) guarantee() string {
	if v.Design != record.Separate {
		return ""
	}
	return fmt.Sprintf("Nothing says that %s and the others were measured in turn: whatever changed on the machine in between counts as a change of the code.", v.base())
}
