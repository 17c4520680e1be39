package runs

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"tare/internal/record"
	"tare/internal/report/page"
	"tare/internal/report/skintest"
	"tare/internal/test/golden"
)

func renderPage(t *testing.T, run record.Run) string {
	t.Helper()
	var b strings.Builder
	if err := page.Write(&b, Document(run, Options{})); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestGoldenPage(t *testing.T) {
	got := renderPage(t, fixtureRun())
	if path := os.Getenv("TARE_PAGE"); path != "" { // for a look at it
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	golden.Page(t, "run.html", got)
}

// TestSentences: what a report says is in every skin.
func TestSentences(t *testing.T) {
	for name, run := range map[string]record.Run{"fixture": fixtureRun(), "sample": sampleRun(), "failures": onlyFailures(), "missing": missingReadings()} {
		t.Run(name, func(t *testing.T) { skintest.Sentences(t, Document(run, Options{}), skintest.Text, skintest.Page) })
	}
}

func TestEscaping(t *testing.T) {
	run := fixtureRun()
	skintest.Poison(&run, skintest.Attack)
	skintest.Escaped(t, renderPage(t, run))
}

func TestPageIsSelfContained(t *testing.T) {
	skintest.SelfContained(t, renderPage(t, fixtureRun()))
}

var opened = regexp.MustCompile(`<details class="section" id="b\d+" open>`)

func TestManyBenchmarksStartCollapsed(t *testing.T) {
	for n, wantOpen := range map[int]int{1: 1, openSections: openSections, openSections + 1: 0} {
		got := renderPage(t, manyRun(n))
		if sections := strings.Count(got, `<details class="section"`); sections != n {
			t.Errorf("%d benchmarks have %d sections", n, sections)
		}
		if all := opened.FindAllString(got, -1); len(all) != wantOpen {
			t.Errorf("%d of %d sections start open, want %d", len(all), n, wantOpen)
		}
	}
}

func TestOrphansAreShown(t *testing.T) {
	run := fixtureRun()
	run.Summaries = run.Summaries[1:]
	got := renderPage(t, run)
	if !strings.Contains(got, "<h3>Total<") || !strings.Contains(got, "no result") {
		t.Error("the trials of a benchmark without a summary are lost")
	}
	skintest.WellFormed(t, got)
}

func TestTitle(t *testing.T) {
	of := func(pkg string, s record.Source) record.Run {
		return record.Run{ID: "7", Source: s, Plan: record.Plan{Packages: []string{"crypto/sha256"}}, Summaries: []record.Summary{summary(pkg, "BenchmarkX", 1, 10)}}
	}
	for _, c := range []struct {
		run  record.Run
		want string
	}{
		{of("example.com/m/fib", record.Source{Module: "example.com/m", Revision: "0123456789abcdef"}), "example.com/m 0123456789ab"},
		{of("example.com/m", record.Source{Module: "example.com/m", Revision: "0123", Dirty: true}), "example.com/m 0123 with changes"},
		{of("example.com/m/fib", record.Source{Module: "example.com/m"}), "example.com/m"},
		{of("crypto/sha256", record.Source{Module: "example.com/m", Revision: "0123"}), "crypto/sha256"},
		{record.Run{ID: "7"}, "run 7"},
	} {
		if got := title(c.run); got != c.want {
			t.Errorf("title %q, want %q", got, c.want)
		}
	}
}
