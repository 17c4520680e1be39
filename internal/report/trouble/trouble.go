// Package trouble writes to a terminal what stands in the way of a measurement:
// what distorts it, what failed, and what could not be read.
package trouble

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/sheet"
	"tare/internal/report/wording"
)

// Unread lists the metrics that no trial could read, those with the same reason
// together, except those that are said to matter elsewhere.
func Unread(s *sheet.Sheet, probes map[record.Metric]record.Reading, elsewhere func(record.Metric) bool) {
	var gaps wording.Gaps
	for _, m := range slices.Sorted(maps.Keys(probes)) {
		if r := probes[m]; !elsewhere(m) && !r.OK() {
			gaps.Add(wording.Because(r.Status, r.Why), string(m))
		}
	}
	for _, g := range gaps {
		s.Prose(sheet.Dim, "not read: ", g.String())
	}
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

// Findings writes what distorts the measurement, worst first, each with what to
// do about it.
func Findings(s *sheet.Sheet, fs []record.Finding) {
	if len(fs) > 0 {
		s.Blank()
	}
	for _, f := range wording.GravestFirst(fs) {
		style := sheet.Yellow
		if f.Severity.Compare(record.Warning) < 0 {
			style = sheet.Plain
		}
		s.Prose(style, string(f.Severity)+": ", fmt.Sprintf("%s [%s]", f.What, f.ID))
		fix, or := wording.Fixes(f)
		for _, d := range []struct{ name, text string }{{"evidence", f.Evidence}, {"fix", fix}, {"or", or}} {
			if d.text != "" {
				s.Prose(sheet.Plain, "  "+d.name+": ", d.text)
			}
		}
	}
}

// Failures writes what gave no result, with the end of its output as it is. A
// failure of a comparison is that of one of variants; a run has none.
func Failures(s *sheet.Sheet, fs []record.Failure, variants []record.Variant) {
	for _, f := range fs {
		s.Blank()
		s.Prose(sheet.Red, "FAIL ", Failure(f, variants))
		for _, line := range excerpt(f) {
			s.Line(sheet.Plain.Of("    " + strings.ReplaceAll(line, "\t", "    ")))
		}
	}
}

// Failure is "pkg BenchmarkX: panicked: index out of range"; before the first
// trial it names the stage as well, and in a comparison the variant first.
func Failure(f record.Failure, variants []record.Variant) string {
	var parts []string
	if f.Variant < len(variants) {
		parts = append(parts, variants[f.Variant].Name)
	}
	parts = append(parts, strings.TrimSpace(f.Package+" "+f.Benchmark))
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

// outputLines bounds how much of a failed benchmark's output is shown; the store
// keeps the rest.
const outputLines = 20

// excerpt returns what went wrong: that stands at the end of the output or, in a
// crash, before the stacks of all goroutines.
func excerpt(f record.Failure) []string {
	output := strings.Trim(f.Output, "\n")
	if output == "" {
		return nil
	}
	lines := strings.Split(output, "\n")
	from := max(0, len(lines)-outputLines)
	if f.Outcome == record.Panicked && f.Message != "" {
		crash := slices.IndexFunc(lines, func(line string) bool { return strings.Contains(line, f.Message) })
		from = min(from, max(0, crash))
	}
	to := min(len(lines), from+outputLines)
	shown := slices.Clone(lines[from:to])
	if from > 0 {
		shown = slices.Insert(shown, 0, fmt.Sprintf("… (%s before)", unit.Plural(from, "line")))
	}
	if rest := len(lines) - to; rest > 0 {
		shown = append(shown, fmt.Sprintf("… (%s more)", unit.Plural(rest, "line")))
	}
	return shown
}
