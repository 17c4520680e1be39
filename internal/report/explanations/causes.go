package explanations

import (
	"fmt"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// How many causes are shown unless all are wanted, and how many a page has room for.
const (
	fewCauses  = 5
	mostCauses = 200
)

// causes says what took the time, with the evidence and what to do.
func (r report) causes() []model.Block {
	if len(r.Causes) == 0 {
		return nil
	}
	t := model.Table{Detail: model.Brief, ID: "causes", Title: "Why it took that long", Noun: "cause", Columns: []model.Column{
		{Left: true},
		{Left: true, Detail: model.Paged}, {Detail: model.Paged, Under: true}, {Detail: model.Paged, Under: true}, {Detail: model.Paged, Under: true},
		{Left: true, Wrap: true}, {Left: true, Wrap: true, Under: true}, {Left: true, Wrap: true, Under: true},
	}}
	for n, c := range r.Causes[:min(len(r.Causes), mostCauses)] {
		row := model.Row{Cells: causeCells(n+1, c)}
		if n >= fewCauses {
			row.Detail = model.Verbose
		}
		t.Rows = append(t.Rows, row)
	}
	if n := len(r.Causes) - mostCauses; n > 0 {
		t.Under = append(t.Under, model.In(model.Quiet, fmt.Sprintf("and %s with smaller shares, for which there is no room: `-json` lists all", unit.Plural(n, "more cause"))))
	}
	return []model.Block{t}
}

func causeCells(n int, c record.Cause) []model.Cell {
	l := lookOf(c.Item)
	sentence := words(c.Sentence)
	if c.Sure == record.Inferred || c.Sure == record.Bounded {
		sentence = append(sentence, model.Warn.Of(" ("+confidence(c.Sure)+")"))
	}
	var fix model.Text
	if c.Fix != "" {
		fix = model.Joined(model.Lit(model.Quiet, "→ "), model.In(model.Strong, c.Fix))
	}
	return []model.Cell{
		{Text: model.Lit(l.mood, fmt.Sprintf("%d.", n)), Picture: swatch{l, fmt.Sprintf("%d.", n)}},
		{Text: model.Lit(model.Strong, portion(c))}, said(wording.View(c.View)), said(c.Item.String()), said(wording.Ns(c.Ns)),
		{Text: sentence}, {Text: model.In(model.Quiet, c.Evidence)}, {Text: fix},
	}
}

func portion(c record.Cause) string {
	if !(c.Share > 0) {
		return ""
	}
	return wording.Share(c.Share, 0)
}

// weight is "22% of the mean".
func weight(c record.Cause) string {
	text := portion(c)
	if text != "" && c.View != record.ViewProcess { // each of these has its own whole
		text += " " + wording.View(c.View)
	}
	return text
}

// caused reports whether some cause is about an item.
func (r report) caused(items ...record.Item) bool {
	for _, c := range r.Causes {
		for _, i := range items {
			if c.Item == i {
				return true
			}
		}
	}
	return false
}
