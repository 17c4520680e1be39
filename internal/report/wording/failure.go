package wording

import (
	"fmt"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/model"
)

// What a report has room for of failures, in bytes, and what one takes beside its words.
const (
	failureRoom  = 1 << 20
	failureEntry = 400
)

// Failures says what gave no result, with the end of its output. A failure of a comparison
// is that of one of variants; a run has none. Of very many, the last are only named.
func Failures(fs []record.Failure, variants []record.Variant) model.Failures {
	block := model.Failures{Title: "Failures"}
	left := failureRoom
	var others []string
	for _, f := range fs {
		name, how := failure(f, variants)
		told := model.Failure{Name: name, Text: how, Output: excerpt(f)}
		left -= failureEntry + len(how)
		for _, line := range told.Output {
			left -= len(line)
		}
		if left < 0 && len(block.List) > 0 {
			others = append(others, name)
			continue
		}
		block.List = append(block.List, told)
	}
	if len(others) > 0 {
		block.Named = []model.Line{{Label: Grouped(int64(len(others))) + " more failed:", Text: model.Lit(model.Plain, strings.Join(others, ", "))}}
	}
	return block
}

// failure is "pkg BenchmarkX" and "panicked: index out of range"; before the first trial it
// names the stage as well, and in a comparison the variant first.
func failure(f record.Failure, variants []record.Variant) (name, how string) {
	name = strings.TrimSpace(f.Package + " " + f.Benchmark)
	if f.Variant < len(variants) {
		name = variants[f.Variant].Name + ": " + name
	}
	outcome := string(f.Outcome)
	var parts []string
	if f.Stage != "trial" {
		parts = append(parts, f.Stage)
		if f.Outcome == record.Failed && f.Message != "" { // which is what the stage did
			outcome = ""
		}
	}
	for _, part := range []string{outcome, f.Message} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	if f.Dependent {
		parts[len(parts)-1] += "; " + dependent
	}
	return name, strings.Join(parts, ": ")
}

// dependent is what may be wrong with a benchmark that fails only when it is alone.
const dependent = "it fails alone, and passes in one process with the benchmarks before it: does it need what one of them leaves behind? Every trial has a process of its own"

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
	var shown []string
	for _, line := range lines[from:to] {
		shown = append(shown, strings.ReplaceAll(line, "\t", "    "))
	}
	if from > 0 {
		shown = slices.Insert(shown, 0, fmt.Sprintf("… (%s before)", unit.Plural(from, "line")))
	}
	if rest := len(lines) - to; rest > 0 {
		shown = append(shown, fmt.Sprintf("… (%s more)", unit.Plural(rest, "line")))
	}
	return shown
}

// Skipped says which benchmarks skipped themselves, those with the same reason together.
// A benchmark of several variants is said once.
func Skipped(fs []record.Failure) model.Prose {
	var gaps Gaps
	for _, f := range fs {
		why := f.Message
		if why == "" {
			why = "without a reason"
		}
		name := strings.TrimPrefix(f.Benchmark, "Benchmark")
		if !slices.ContainsFunc(gaps, func(g Gap) bool { return g.Why == why && slices.Contains(g.What, name) }) {
			gaps.Add(why, name)
		}
	}
	p := model.Prose{}
	for _, g := range gaps {
		p.Lines = append(p.Lines, model.Line{Label: "skipped:", Text: model.Lit(model.Plain, g.String())})
	}
	return p
}

// Stop words why a benchmark got no more rounds.
func Stop(s record.Stop) string {
	if s == record.StopPolluted {
		return "contaminated"
	}
	return string(s)
}
