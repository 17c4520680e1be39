package versuspage

import (
	"strings"
	"testing"

	"tare/internal/golden"
	"tare/internal/record"
	"tare/internal/report/benchpage/pagetest"
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
	golden.Check(t, "comparison.html", render(t, fixtureComparison()))
}

func TestEscaping(t *testing.T) {
	c := fixtureComparison()
	pagetest.Poison(&c, pagetest.Attack)
	pagetest.Escaped(t, render(t, c))
}

func TestPageIsSelfContained(t *testing.T) {
	pagetest.SelfContained(t, render(t, fixtureComparison()))
}
