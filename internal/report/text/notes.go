package text

import (
	"cmp"
	"slices"
	"strings"

	"tare/internal/report/model"
	"tare/internal/report/plain"
)

// fewNotes is how many footnotes are shown to a reader who did not ask for more.
const fewNotes = 3

// footnotes are those of a table, in order of first use.
type footnotes struct {
	asked model.Detail
	shown []model.Note
	more  int // that were left out
}

// choose returns the marks of each row.
func (f *footnotes) choose(rows []model.Row) []string {
	var all []model.Note
	for _, r := range rows {
		for _, n := range f.of(r) {
			if !slices.Contains(all, n) {
				all = append(all, n)
			}
		}
	}
	f.shown = all
	if !model.Verbose.Within(f.asked) && len(all) > fewNotes {
		gravest := slices.SortedStableFunc(slices.Values(all), func(a, b model.Note) int { return cmp.Compare(grave(b.Mood), grave(a.Mood)) })
		keep := gravest[:fewNotes-1] // and a line that counts the rest
		f.shown = slices.DeleteFunc(slices.Clone(all), func(n model.Note) bool { return !slices.Contains(keep, n) })
		f.more = len(all) - len(f.shown)
	}
	marks := make([]string, len(rows))
	for i, r := range rows {
		marks[i] = f.marks(f.of(r))
	}
	return marks
}

// of returns the notes of a row that were asked for, in the words that were.
func (f *footnotes) of(r model.Row) []model.Note {
	var some []model.Note
	for _, n := range r.Notes {
		if !n.Within(f.asked) {
			continue
		}
		if n.Short != "" && !model.Verbose.Within(f.asked) {
			n.Text, n.Short = n.Short, ""
		}
		if !slices.Contains(some, n) { // in short, two may be one
			some = append(some, n)
		}
	}
	return some
}

func grave(m model.Mood) int { return slices.Index([]model.Mood{model.Warn, model.Bad}, m) }

func (f *footnotes) marks(notes []model.Note) string {
	var marks []string
	for _, n := range notes {
		if i := slices.Index(f.shown, n); i >= 0 {
			marks = append(marks, plain.Superscript(i+1))
		}
	}
	return strings.Join(marks, " ")
}

func (f *footnotes) write(p *printer) {
	for i, n := range f.shown {
		p.Flow([]span{styles[n.Mood].Of(plain.Superscript(i+1) + " ")}, spans(model.In(n.Mood, n.Text))...)
	}
	if f.more > 0 {
		p.Flow(nil, spans(model.More(f.more, "note"))...)
	}
}
