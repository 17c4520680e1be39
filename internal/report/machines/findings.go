package machines

import (
	"fmt"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// severity is how findings of one severity count.
type severity struct {
	record.Severity
	mood   model.Mood
	legend string
}

var gravestFirst = []severity{
	{record.Serious, model.Bad, "makes results wrong, or useless to compare"},
	{record.Warning, model.Warn, "may move results by a percent or more"},
	{record.Unverified, model.Warn, "could not be checked, which does not mean fine"},
	{record.Info, model.Plain, "worth knowing"},
	{record.Passed, model.Good, "checked, and fine"},
}

// counted is "2 warnings"; the others have no plural.
func (s severity) counted(n int) string {
	if s.Severity == record.Warning {
		return unit.Plural(n, "warning")
	}
	return fmt.Sprintf("%d %s", n, s.Severity)
}

// severityOf returns the severity of f. One that is not known here is the gravest, rather
// than overlooked.
func severityOf(f record.Finding) record.Severity {
	if slices.Contains(record.Severities, f.Severity) {
		return f.Severity
	}
	return record.Serious
}

// severities says what they mean.
func severities() []model.Text {
	var said []model.Text
	for _, s := range gravestFirst {
		said = append(said, model.Joined(model.Lit(s.mood, string(s.Severity)), model.Lit(model.Quiet, ": "+s.legend)))
	}
	return said
}

// findings is what came of every check: what to do something about and how tare can do
// that at once, what could not be verified, and the rest.
func findings(all []record.Finding) (urgent []model.Block, open, rest model.Block) {
	wrong := model.Findings{Detail: model.Brief, Title: "Findings", None: "none"}
	unknown := model.Findings{Title: "Could not be verified", None: "nothing"}
	others := model.Findings{Detail: model.Verbose, None: "nothing"}
	var knobs, ids []string
	for _, f := range wording.GravestFirst(all) {
		shown := wording.Finding(f)
		switch severityOf(f) {
		case record.Serious, record.Warning:
			wrong.List = append(wrong.List, shown)
			if f.Knob != "" {
				knobs = append(knobs, f.Knob)
			}
		case record.Unverified:
			unknown.List = append(unknown.List, shown)
			ids = append(ids, f.ID)
		default:
			others.List = append(others.List, shown)
		}
	}
	if len(ids) > 0 {
		unknown.Brief = model.In(model.Warn, string(record.Unverified)+": "+strings.Join(ids, ", ")+"; see `-v`")
	}
	urgent = []model.Block{wrong}
	if len(knobs) > 1 {
		urgent = append(urgent, model.Prose{Lines: []model.Line{{Label: fmt.Sprintf("tare can fix %d of these at once:", len(knobs)), Text: model.Lit(model.Code, wording.Tune(knobs...))}}})
	}
	return urgent, unknown, model.Section{Detail: model.Verbose, Title: model.Say("Worth knowing, and in order"), Blocks: []model.Block{others}}
}
