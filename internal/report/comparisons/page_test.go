package comparisons

import (
	"strings"
	"testing"

	"tare/internal/record"
	"tare/internal/report/page"
	"tare/internal/report/skintest"
	"tare/internal/test/golden"
)

func onPage(t *testing.T, c record.Comparison) string {
	t.Helper()
	var b strings.Builder
	if err := page.Write(&b, Document(c, Options{})); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestPage(t *testing.T) {
	golden.Page(t, "comparison.html", onPage(t, fixtureComparison()))
}

// TestEverySkinSaysAll leaves out the comparison whose names are markup.
func TestEverySkinSaysAll(t *testing.T) {
	for _, f := range fixtures {
		if f.name != "degenerate" {
			t.Run(f.name, func(t *testing.T) {
				skintest.Sentences(t, Document(f.make(), Options{}), skintest.Text, skintest.Markdown, skintest.Page)
			})
		}
	}
	skintest.Sentences(t, Document(fixtureComparison(), Options{}), skintest.Text, skintest.Markdown, skintest.Page)
}

func TestEscaping(t *testing.T) {
	c := fixtureComparison()
	skintest.Poison(&c, skintest.Attack)
	skintest.Escaped(t, onPage(t, c))
}

func TestPageIsSelfContained(t *testing.T) {
	skintest.SelfContained(t, onPage(t, fixtureComparison()))
}

func TestManyRoundsStayLight(t *testing.T) {
	for _, size := range []struct{ benchmarks, rounds int }{{100, 200}, {200, 450}} {
		got := onPage(t, comparisonOf(2, manyFixtures(size.benchmarks, size.rounds)...))
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
	c := comparisonOf(2, drawnFixtures...)
	c.Design = record.Separate
	got := onPage(t, c)
	if at, table := strings.Index(got, "Nothing says that"), strings.Index(got, "<table"); at < 0 || at > table {
		t.Error("the page does not begin with what separate results are worth")
	}
	if strings.Contains(got, "<figcaption>Rounds") || strings.Contains(got, "median so far") {
		t.Error("the page shows rounds of what had none")
	}
	if !strings.Contains(got, "<figcaption>Distribution") {
		t.Error("the page shows no distribution")
	}
}
