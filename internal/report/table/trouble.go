package table

import (
	"fmt"
	"strings"

	"tare/internal/record"
	"tare/internal/report/sheet"
	"tare/internal/report/wording"
)

// findings writes what distorts the measurement, worst first, each with what to
// do about it.
func (p page) findings(fs []record.Finding) {
	if len(fs) > 0 {
		p.Blank()
	}
	for _, f := range wording.GravestFirst(fs) {
		s := sheet.Yellow
		if f.Severity.Compare(record.Warning) < 0 {
			s = sheet.Plain
		}
		p.prose(s, string(f.Severity)+": ", fmt.Sprintf("%s [%s]", f.What, f.ID))
		fix, or := wording.Fixes(f)
		for _, d := range []struct{ name, text string }{{"evidence", f.Evidence}, {"fix", fix}, {"or", or}} {
			if d.text != "" {
				p.prose(sheet.Plain, gap+d.name+": ", d.text)
			}
		}
	}
}

// outputLines bounds how much of a failed benchmark's output is shown: what
// went wrong stands at its end, and the store keeps the rest.
const outputLines = 20

func (p page) failures(fs []record.Failure) {
	for _, f := range fs {
		p.Blank()
		p.prose(sheet.Red, "FAIL ", failure(f))
		for _, line := range tail(f.Output) {
			p.Line(sheet.Plain.Of("    " + strings.ReplaceAll(line, "\t", "    ")))
		}
	}
}

// failure is "pkg BenchmarkX: panicked: index out of range"; before the first
// trial it names the stage as well.
func failure(f record.Failure) string {
	parts := []string{strings.TrimSpace(f.Package + " " + f.Benchmark)}
	if f.Stage != "trial" {
		parts = append(parts, f.Stage)
	}
	for _, part := range []string{string(f.Outcome), f.Message} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, ": ")
}

func tail(output string) []string {
	output = strings.Trim(output, "\n")
	if output == "" {
		return nil
	}
	lines := strings.Split(output, "\n")
	if hidden := len(lines) - outputLines; hidden > 0 {
		lines = append([]string{fmt.Sprintf("… (%s before)", wording.Count(hidden, "line"))}, lines[hidden:]...)
	}
	return lines
}
