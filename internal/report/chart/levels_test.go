package chart

import (
	"math"
	"strings"
	"testing"
)

func TestLevels(t *testing.T) {
	nan := math.NaN()
	l := Levels{Label: "times", Height: 100, Scale: Scale{Lo: 0, Hi: 10}, Units: Counts, Across: nan, Levels: []Level{
		{Name: "unset", Tip: "unset", Lo: 4, At: 5, Hi: 6},
		{Name: "1", Tip: "1", Lo: nan, At: 10, Hi: nan, Joined: true, Hollow: true},
		{Name: "2", Tip: "2", Lo: 1, At: 2, Hi: 3, Joined: true, Mark: "knee"},
		{Name: "4", Tip: "4", Lo: nan, At: nan, Hi: nan, Joined: true},
	}}
	got := string(l.HTML())
	for _, want := range []string{
		`<line class="reach " x1="12.5%" x2="12.5%" y1="58" y2="78"/><circle class="mark " cx="12.5%" cy="68" r="4"/>`,
		`<circle class="mark  hollow" cx="37.5%" cy="18" r="4"/>`,
		`y="83" text-anchor="middle">knee</text>`, `d="m375 18l250 80"`, ">unset</text>", ">4</text>",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in %s", want, got)
		}
	}
	if marks, lines := strings.Count(got, "<circle"), strings.Count(got, `class="zero"`); marks != 3 || lines != 0 {
		t.Errorf("%d values, %d lines across", marks, lines)
	}
	l.Across = 5
	if got := string(l.HTML()); !strings.Contains(got, `<line class="zero" x2="100%" y1="68" y2="68"/>`) {
		t.Errorf("no line across: %s", got)
	}
}

// TestLevelNamesKeepApart spreads long names over lines.
func TestLevelNamesKeepApart(t *testing.T) {
	var l Levels
	for range 8 {
		l.Levels = append(l.Levels, Level{Name: "unset"})
	}
	if got := l.lines(); got != 2 {
		t.Errorf("%d lines", got)
	}
}
