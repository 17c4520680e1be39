package chart

import (
	"fmt"
	"strings"
	"testing"
)

func TestHeat(t *testing.T) {
	h := Heat{Label: "delays", Counts: [][]int64{{0, 1}, {10, 100}}, Rows: []string{"P 0", "P 1"}, Row: 16,
		Tip: func(row, column int) string { return fmt.Sprintf("row %d, column %d", row, column) }}
	got := string(h.HTML())
	for _, want := range []string{
		`<rect class="h1" x="50%" y="0" width="50%" height="16" data-tip="row 0, column 1"/>`,
		`<rect class="h4" x="0%" y="16" width="50%" height="16" data-tip="row 1, column 0"/>`,
		`<rect class="h7" x="50%" y="16"`, ">P 0</text>", ">P 1</text>",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in %s", want, got)
		}
	}
	if n := strings.Count(got, "data-tip"); n != 3 || h.Most() != 100 {
		t.Errorf("%d cells, most %d", n, h.Most())
	}
	h.Row = 5
	if got := string(h.HTML()); strings.Contains(got, ">P 1</text>") {
		t.Error("labels have no room, and are all there")
	}
}
