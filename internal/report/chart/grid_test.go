package chart

import (
	"strings"
	"testing"
)

func TestGrid(t *testing.T) {
	g := Grid{Label: "times", Rows: []string{"1", "a name that is too long"}, Columns: []string{"50%", "none"}, Cells: [][]GridCell{
		{{Text: "12ms", Tip: "first", Strength: 0.5, Under: "× 1.20"}, {}},
		{{Text: "10ms", Tip: "second", Best: true}, {Text: "30ms", Tip: "third", Strength: 7, Dropped: true}},
	}}
	got := string(g.HTML())
	for _, want := range []string{
		`x="0%" y="0" width="50%" height="40" fill-opacity="0.3" data-tip="first"`,
		`x="50%" y="40" width="50%" height="40" fill-opacity="0.6" data-tip="third"`,
		`<rect class="outline" x="0%" y="40"`, ">12ms</text>", ">× 1.20</text>", ">a name that i…</text>", ">none</text>",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in %s", want, got)
		}
	}
	if tips, corners := strings.Count(got, "data-tip"), strings.Count(got, "corner"); tips != 3 || corners != 1 {
		t.Errorf("%d cells, %d of them dropped", tips, corners)
	}
}
