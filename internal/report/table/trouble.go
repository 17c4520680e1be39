package table

import (
	"fmt"
	"slices"
	"strings"

	"tare/internal/record"
)

// findings writes what distorts the measurement, worst first.
func (p *page) findings(fs []record.Finding) {
	if len(fs) == 0 {
		return
	}
	p.blank()
	worstFirst := func(a, b record.Finding) int { return b.Severity.Compare(a.Severity) }
	for _, f := range slices.SortedStableFunc(slices.Values(fs), worstFirst) {
		s := yellow
		if f.Severity.Compare(record.Warning) < 0 {
			s = plain
		}
		p.prose(s, string(f.Severity)+": ", fmt.Sprintf("%s [%s]", f.What, f.ID))
		if f.Evidence != "" {
			p.prose(plain, "  evidence: ", f.Evidence)
		}
		if f.Fix != "" {
			p.prose(plain, "  fix: ", f.Fix)
		}
	}
}

// outputLines bounds how much of a failed benchmark's output is shown: what
// went wrong stands at its end, and the store keeps the rest.
const outputLines = 20

func (p *page) failures(fs []record.Failure) {
	for _, f := range fs {
		p.blank()
		p.prose(red, "FAIL ", failure(f))
		for _, line := range tail(clean(f.Output)) {
			p.line(plain, strings.TrimRight("    "+line, " \t"))
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
		lines = append([]string{fmt.Sprintf("… (%s before)", count(hidden, "line"))}, lines[hidden:]...)
	}
	return lines
}
