package runs

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"tare/internal/record"
)

// TestTenThousandBenchmarks keeps the page below 10 MB, with all names on it. The
// page is written to the file that TARE_PAGE names, for a look at it.
func TestTenThousandBenchmarks(t *testing.T) {
	run := manyRun(10_000)
	failed := &run.Trials[len(run.Trials)-1]
	failed.Outcome, failed.Output = record.Panicked, "the one that failed"
	got := renderPage(t, run)
	if path := os.Getenv("TARE_PAGE"); path != "" {
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d bytes, %d sections", len(got), strings.Count(got, `<details class="section"`))
	if len(got) > 10e6 {
		t.Errorf("%d bytes", len(got))
	}
	table, _, _ := strings.Cut(got, "</table>")
	named := map[string]bool{}
	for _, found := range regexp.MustCompile(`>([^<]+)<span class="quiet">-4`).FindAllStringSubmatch(strings.ReplaceAll(table, "<wbr>", ""), -1) {
		named[found[1]] = true
	}
	for _, s := range run.Summaries {
		if name := strings.TrimPrefix(s.Benchmark.Name, "Benchmark"); !named[name] {
			t.Errorf("%s is not in the table", name)
		}
	}
	for _, said := range []string{"The table has all benchmarks. Details are here of ", " 10\u202f000, those that failed or", "tare history -html=FILE -bench=NAME " + run.ID, "the one that failed"} {
		if !strings.Contains(got, said) {
			t.Errorf("the page does not say %q", said)
		}
	}
	if rows, links := strings.Count(table, `<a href="#b`), strings.Count(got, `<details class="section" id="b`); rows != links {
		t.Errorf("%d rows lead to %d sections", rows, links)
	}
}

// TestNothingIsLeftOutOfSmallPages is what most pages are.
func TestNothingIsLeftOutOfSmallPages(t *testing.T) {
	if got := renderPage(t, manyRun(100)); strings.Contains(got, "one page has no room") || strings.Count(got, `<details class="section"`) != 100 {
		t.Error("a page of 100 benchmarks leaves some out")
	}
}

// TestAllFailed has no result of any benchmark.
func TestAllFailed(t *testing.T) {
	run := manyRun(10_000)
	run.Summaries, run.Failures = nil, nil
	for i := range run.Trials {
		run.Trials[i].Output = strings.Repeat("goroutine 1 [running]\n", 10)
	}
	for i := range 10_000 {
		run.Failures = append(run.Failures, record.Failure{Package: "p", Benchmark: fmt.Sprintf("BenchmarkFailed%d", i), Stage: "trial",
			Outcome: record.Panicked, Message: "index out of range", Output: strings.Repeat("goroutine 1 [running]\n", 50)})
	}
	got := renderPage(t, run)
	t.Logf("%d bytes", len(got))
	if len(got) > 10e6 {
		t.Errorf("%d bytes", len(got))
	}
	named := map[string]bool{}
	for _, name := range regexp.MustCompile(`BenchmarkFailed\d+`).FindAllString(got, -1) {
		named[name] = true
	}
	if len(named) != len(run.Failures) {
		t.Errorf("%d names of %d failures are on the page", len(named), len(run.Failures))
	}
}
