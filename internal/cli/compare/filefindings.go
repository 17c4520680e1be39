package compare

import (
	"fmt"
	"slices"
	"strings"

	"tare/internal/analysis/stats"
	"tare/internal/analysis/verdict"
	"tare/internal/engine/exit"
	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/wording"
)

// separateSides holds for all results that exist already.
var separateSides = record.Finding{
	ID: "separate-sides", Severity: record.Warning,
	What: "Nothing says that the sides were measured in turn and in random order: whatever changed on the machine in between passes for a change of the code.",
	Fix:  "`tare compare OLD NEW`, with revisions or folders in place of results, measures both in rounds of random order.",
}

// sameness lists what must not differ between the sides unless -across says so.
var sameness = []struct{ key, what, across string }{
	{"goos", "operating systems", "cpu"},
	{"goarch", "architectures", "cpu"},
	{"cpu", "CPU models", "cpu"},
	{"go", "Go toolchains", "go"},
}

// differing refuses sides that differ in what decides on speed. What -across lets
// pass, it returns as findings.
func (o fileOptions) differing(sides []results) ([]record.Finding, error) {
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
		if !slices.Contains(o.across, s.across) {
			return nil, exit.Errorf(exit.Usage, fmt.Sprintf("-across=%s compares them anyway", s.across),
				"the results are of different %s: %s", s.what, list)
		}
		allowed = append(allowed, record.Finding{ID: "across-" + s.key, Severity: record.Warning,
			What:     fmt.Sprintf("The results are of different %s: changes need not be those of the code.", s.what),
			Evidence: list})
	}
	return allowed, nil
}

// observations are what the sides show by themselves.
func observations(sides []results) []record.Finding {
	var fs []record.Finding
	for _, s := range sides {
		if problems := s.file.Problems; len(problems) > 0 {
			fs = append(fs, record.Finding{ID: "unread-results", Severity: record.Warning,
				What:     fmt.Sprintf("%s: %s left out for making no sense.", s.Side, unit.Plural(len(problems), "result")),
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
			fs = append(fs, record.Finding{ID: "polluted-trials", Severity: record.Info,
				What: fmt.Sprintf("%s: %d of %s were polluted from outside and do not count.", s.Side, polluted, unit.Plural(len(s.run.Trials), "trial"))})
		}
	}
	return fs
}

// drifts looks for sides in which the metric goes one way over time; matches are
// those that were compared.
func (o fileOptions) drifts(sides []results, matches []match, compared []record.Compared) []record.Finding {
	type trend struct {
		side int
		text string
	}
	var trends []trend
	var ps []float64
	for k, c := range compared {
		for i, s := range matches[k].series {
			values := s.Values[c.Metric]
			total := stats.TheilSen(values) * float64(len(values)-1)
			ps = append(ps, stats.Kendall(values))
			trends = append(trends, trend{i, fmt.Sprintf("%s from %.4g to %.4g %s", wording.Benchmark(c.Benchmark),
				stats.Median(values)-total/2, stats.Median(values)+total/2, c.Metric)})
		}
	}
	found := make([][]string, len(sides))
	for i, p := range verdict.Holm(ps) {
		if p <= o.Alpha {
			found[trends[i].side] = append(found[trends[i].side], trends[i].text)
		}
	}
	var fs []record.Finding
	for i, texts := range found {
		if len(texts) > 0 {
			fs = append(fs, record.Finding{ID: "drift", Severity: record.Warning,
				What:     fmt.Sprintf("%s: results of %s move one way over time, as machines do rather than code, and the intervals do not allow for it.", sides[i].Side, unit.Plural(len(texts), "benchmark")),
				Evidence: few(texts)})
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
