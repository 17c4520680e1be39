package text

import (
	"strings"
	"testing"

	"tare/internal/report/model"
)

// TestNamesFold: what neighbours share stands over them once, where the columns have no
// room otherwise; without room for that, long names go to lines of their own.
func TestNamesFold(t *testing.T) {
	const name, spare model.Kind = 1, 2
	table := model.Table{
		Columns: []model.Column{
			{Kind: name, Title: "benchmark", Left: true, Head: true}, {Title: "net/op"},
			{Kind: spare, Title: "B/op", Spare: true, Spared: model.Say("no room for B/op")},
		},
		Moves: []model.Move{{Fold: []model.Kind{name}}, {Below: []model.Kind{spare}, Above: []model.Kind{name}}},
		Rows:  []model.Row{{Cells: said("Copy/in/small-2", "1ns", "8B")}, {Cells: said("Copy/in/large-2", "2ns", "9B")}, {Cells: said("Sum-2", "3ns", "0B")}},
	}
	for _, c := range []struct {
		width int
		want  string
	}{
		{40, `
benchmark        net/op  B/op
Copy/in/small-2     1ns    8B
Copy/in/large-2     2ns    9B
Sum-2               3ns    0B
`}, {26, `
benchmark  net/op  B/op
Copy/in/
  small-2     1ns    8B
  large-2     2ns    9B
Sum-2         3ns    0B
`}, {14, `
       net/op
Copy/in/
  small-2
          1ns
  large-2
          2ns
Sum-2     3ns
no room for
B/op
`},
	} {
		var got strings.Builder
		if err := Write(&got, model.Document{Blocks: []model.Block{table}}, Options{Width: c.width}); err != nil {
			t.Fatal(err)
		}
		if want := strings.TrimPrefix(c.want, "\n"); got.String() != want {
			t.Errorf("width %d: got\n%s\nwant\n%s", c.width, got.String(), want)
		}
	}
}

// TestNotesAreOneInShort: notes of a row that say the same in short have one mark.
func TestNotesAreOneInShort(t *testing.T) {
	rows := []model.Row{{Notes: []model.Note{{Text: "grows after 10", Short: "grows"}, {Text: "grows after 20", Short: "grows"}}}}
	normal, verbose := footnotes{}, footnotes{asked: model.Verbose}
	if got := normal.choose(rows)[0]; got != "¹" {
		t.Errorf("in short: marks %q", got)
	}
	if got := verbose.choose(rows)[0]; got != "¹ ²" {
		t.Errorf("in full: marks %q", got)
	}
}
