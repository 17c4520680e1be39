package results

import (
	"fmt"
	"slices"
	"strings"

	"tare/internal/analysis/verdict"
	"tare/internal/engine/exit"
	"tare/internal/record"
	"tare/internal/record/unit"
)

// separate holds for all results that exist already.
var separate = record.Finding{
	ID: "separate-sides", Severity: record.Warning,
	What: "Nothing says that the sides were measured in turn and in random order: whatever changed on the machine in between looks like a change of the code.",
	Fix:  "`tare compare OLD NEW`, with revisions or folders in place of results, measures both in rounds of random order.",
}

// sameness lists what must not differ between the sides unless -across says so.
var sameness = []struct{ key, what, across string }{
	{"goos", "operating systems", "cpu"},
	{"goarch", "architectures", "cpu"},
	{"cpu", "CPU models", "cpu"},
	{"go", "Go toolchains", "go"},
}

// differing refuses sides that differ in what decides on speed. What across lets
// pass, it returns as findings.
func differing(sides []Side, across []string) ([]record.Finding, error) {
	var allowed []record.Finding
	for _, s := range sameness {
		var values, said []string
		for _, side := range sides {
			for _, v := range side.file.Config[s.key] {
				if !slices.Contains(values, v) {
					values = append(values, v)
					said = append(said, fmt.Sprintf("%s (%s)", v, side.Side))
				}
			}
		}
		if len(values) < 2 {
			continue
		}
		list := strings.Join(said, ", ")
		if !slices.Contains(across, s.across) {
			return nil, exit.Errorf(exit.Usage, fmt.Sprintf("-across=%s compares them anyway", s.across),
				"the results come from different %s: %s", s.what, list)
		}
		allowed = append(allowed, record.Finding{ID: "across-" + s.key, Severity: record.Warning,
			What:     fmt.Sprintf("The results come from different %s: changes may not come from the code.", s.what),
			Evidence: list})
	}
	return allowed, nil
}

// observations are what the sides show by themselves.
func observations(sides []Side) []record.Finding {
	var fs []record.Finding
	for _, s := range sides {
		if problems := s.file.Problems; len(problems) > 0 {
			fs = append(fs, record.Finding{ID: "unread-results", Severity: record.Warning,
				What:     fmt.Sprintf("%s: left out %s that made no sense.", s.Side, unit.Plural(len(problems), "result")),
				Evidence: few(problems)})
		}
		if len(s.file.Config["cpu"]) == 0 {
			fs = append(fs, record.Finding{ID: "cpu-unknown", Severity: record.Unverified,
				What: s.Side + " does not say which CPU it was measured on.",
				Fix:  "Keep the line cpu: that go test prints before the results."})
		}
		polluted := 0
		for _, t := range s.run.Trials {
			if len(t.Polluted) > 0 {
				polluted++
			}
		}
		if polluted > 0 {
			fs = append(fs, record.Finding{ID: "contaminated-trials", Severity: record.Info,
				What: fmt.Sprintf("%s: %d of %s were contaminated from outside and do not count.", s.Side, polluted, unit.Plural(len(s.run.Trials), "trial"))})
		}
	}
	return fs
}

// drifting says of which sides results move over time.
func drifting(sides []Side, drifts []verdict.Drift) []record.Finding {
	texts := make([][]string, len(sides))
	for _, d := range drifts {
		texts[d.Side] = append(texts[d.Side], fmt.Sprintf("%s from %.4g to %.4g %s", d.Benchmark.Short(), d.From, d.To, d.Unit))
	}
	var fs []record.Finding
	for i, of := range texts {
		if len(of) > 0 {
			fs = append(fs, record.Finding{ID: "drift", Severity: record.Warning,
				What:     fmt.Sprintf("%s: results of %s move one way over time, as machines do rather than code, and the intervals do not allow for it.", sides[i].Side, unit.Plural(len(of), "benchmark")),
				Evidence: few(of)})
		}
	}
	return fs
}

// few joins texts, but not all of many.
func few(texts []string) string {
	const most = 3
	if len(texts) > most {
		texts = append(slices.Clone(texts[:most]), fmt.Sprintf("and %d more", len(texts)-most))
	}
	return strings.Join(texts, "; ")
}
