package versuspage

import (
	"strings"
	"testing"

	"tare/internal/record"
	"tare/internal/report/page/pagetest"
	"tare/internal/test/golden"
)

func render(t *testing.T, c record.Comparison) string {
	t.Helper()
	var b strings.Builder
	if err := Write(&b, c); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestGolden(t *testing.T) {
	golden.Page(t, "comparison.html", render(t, fixtureComparison()))
}

func TestEscaping(t *testing.T) {
	c := fixtureComparison()
	pagetest.Poison(&c, pagetest.Attack)
	pagetest.Escaped(t, render(t, c))
}

func TestPageIsSelfContained(t *testing.T) {
	pagetest.SelfContained(t, render(t, fixtureComparison()))
}

func TestManyRoundsStayLight(t *testing.T) {
	for _, size := range []struct{ benchmarks, rounds int }{{100, 200}, {200, 450}} {
		got := render(t, comparisonOf(2, manyFixtures(size.benchmarks, size.rounds)...))
		if len(got) > 5e6 {
			t.Errorf("%d benchmarks of %d rounds take %d bytes", size.benchmarks, size.rounds, len(got))
		}
		if !strings.Contains(got, "rounds is drawn") {
			t.Error("the page does not say that it leaves out rounds")
		}
		if n := strings.Count(got, `<figcaption>Rounds`); n != min(size.benchmarks, drawnChanges) {
			t.Errorf("%d of %d benchmarks have charts", n, size.benchmarks)
		}
	}
}

func TestSeparateResultsHaveNoRounds(t *testing.T) {
	c := comparisonOf(2, fixtures...)
	c.Design = record.Separate
	got := render(t, c)
	if at, table := strings.Index(got, "Weaker guarantee"), strings.Index(got, "<table"); at < 0 || at > table {
		t.Error("the page does not begin with what separate results are worth")
	}
	if strings.Contains(got, "<figcaption>Rounds") || strings.Contains(got, "median so far") {
		t.Error("the page shows rounds of what had none")
	}
	if !strings.Contains(got, "<figcaption>Distribution") {
		t.Error("the page shows no distribution")
	}
}
