package runpage

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"tare/internal/record"
	"tare/internal/report/benchpage"
	"tare/internal/report/benchpage/pagetest"
	"tare/internal/test/golden"
)

func render(t *testing.T, run record.Run) string {
	t.Helper()
	var b strings.Builder
	if err := Write(&b, run); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestGolden(t *testing.T) {
	golden.Page(t, "run.html", render(t, fixtureRun()))
}

func TestEscaping(t *testing.T) {
	run := fixtureRun()
	pagetest.Poison(&run, pagetest.Attack)
	pagetest.Escaped(t, render(t, run))
}

func TestPageIsSelfContained(t *testing.T) {
	pagetest.SelfContained(t, render(t, fixtureRun()))
}

func TestManyBenchmarksStartCollapsed(t *testing.T) {
	for n, wantOpen := range map[int]int{1: 1, benchpage.OpenSections: benchpage.OpenSections, benchpage.OpenSections + 1: 0} {
		got := render(t, manyRun(n))
		if sections := strings.Count(got, `<details class="benchmark"`); sections != n {
			t.Errorf("%d benchmarks have %d sections", n, sections)
		}
		opened := regexp.MustCompile(`<details class="benchmark" id="b\d+" open>`).FindAllString(got, -1)
		if len(opened) != wantOpen {
			t.Errorf("%d of %d sections start open, want %d", len(opened), n, wantOpen)
		}
	}
}

func TestOrphansAreShown(t *testing.T) {
	run := fixtureRun()
	run.Summaries = run.Summaries[1:]
	got := render(t, run)
	if !strings.Contains(got, "<h3>BenchmarkTotal<") || !strings.Contains(got, "no result") {
		t.Error("the trials of a benchmark without a summary are lost")
	}
	pagetest.WellFormed(t, got)
}

func TestWriteReportsTheWriter(t *testing.T) {
	broken := errors.New("disk full")
	err := Write(writerFunc(func([]byte) (int, error) { return 0, broken }), fixtureRun())
	if !errors.Is(err, broken) {
		t.Errorf("Write = %v, want it to wrap %v", err, broken)
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }
