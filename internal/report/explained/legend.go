package explained

import (
	"slices"

	"tare/internal/record"
	"tare/internal/report/sheet"
)

// legend explains the letters of bars that no account has explained, shades, and
// the ways of knowing.
func (r report) legend() {
	var explained, drawn []record.Item
	var sures []record.Sure
	for _, i := range r.Intervals {
		for _, e := range i.Mean.Entries {
			explained = append(explained, e.Item)
			sures = append(sures, e.Sure)
		}
	}
	for _, ls := range [][]lane{r.groups(), bills(r.Threads), bills(r.Procs)} {
		shown, _ := r.few(ls)
		for _, l := range shown {
			for _, e := range l.account.Entries {
				drawn = append(drawn, e.Item)
			}
		}
	}
	if len(explained)+len(drawn) == 0 {
		return
	}
	r.Blank()
	r.letters(slices.DeleteFunc(drawn, func(i record.Item) bool { return slices.Contains(explained, i) }))
	r.Prose(sheet.Dim, "bars     ", "begin each item with its letter: "+onCPU+" on a CPU, "+refused+" wants one, "+
		held+" is held by the Go runtime, "+asleep+" waits for something else, "+unknown+" not known")
	for _, way := range []struct {
		sure record.Sure
		text string
	}{
		{record.Inferred, "follows from events by a rule that can be wrong"},
		{record.Bounded, "an upper bound; some of it may belong to other items"},
		{record.Unknown, "nothing but the Go trace says so: time off the CPU may hide in it"},
	} {
		if slices.Contains(sures, way.sure) {
			r.Prose(sheet.Dim, sheet.Pad(sureness(way.sure), 9), way.text)
		}
	}
}

// letters names items by their letters.
func (r report) letters(items []record.Item) {
	slices.Sort(items)
	items = slices.Compact(items)
	var pieces []sheet.Span
	for n, i := range items {
		text := lookOf(i).letter + " " + i.String()
		if n < len(items)-1 {
			text += ";"
		}
		pieces = append(pieces, sheet.Dim.Of(text))
	}
	if len(pieces) > 0 {
		r.Pieces([]sheet.Span{sheet.Dim.Of("letters  ")}, pieces...)
	}
}
