package text

import (
	"strings"
	"testing"

	"tare/internal/report/model"
)

func said(texts ...string) (cells []model.Cell) {
	for _, t := range texts {
		cells = append(cells, model.Cell{Text: model.Say(t)})
	}
	return cells
}

// TestSentencesInTables: sentences wrap behind their row, those with Under below, rows that
// were not asked for are counted, and what follows a command goes along with it.
func TestSentencesInTables(t *testing.T) {
	doc := model.Document{Title: "X", About: []model.Line{{Detail: model.Verbose, Text: model.Say("not asked for")}, {Text: model.Say("about it")}}, Blocks: []model.Block{
		model.Section{Title: model.Say("Causes"), Result: model.Say("two of them"), Blocks: []model.Block{
			model.Table{Noun: "cause", Under: []model.Text{model.Say("below")},
				Columns: []model.Column{{Left: true}, {Left: true, Wrap: true}, {Left: true, Wrap: true, Under: true}},
				Rows: []model.Row{
					{Cells: said("1.", "A sentence that is too long for one line.", "Try `tare tune`.")},
					{Cells: said("2.", "Short.", "")},
					{Detail: model.Verbose, Cells: said("3.", "Hidden.", "")},
				}},
			model.Figure{Lines: func(int) []model.Text { return []model.Text{model.Say("▁▂▃")} }},
		}},
	}}
	const want = `X · about it

Causes  two of them
1.  A sentence that is too
    long for one line.
    Try tare tune.
2.  Short.
and 1 more cause, with -v
below
▁▂▃
`
	var b strings.Builder
	if err := Write(&b, doc, Options{Width: 30}); err != nil {
		t.Fatal(err)
	}
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}
