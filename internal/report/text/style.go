package text

import (
	"tare/internal/report/model"
	"tare/internal/report/sheet"
)

// styles are the looks of moods. What is to be typed is recognized without colour, too:
// it stands alone, or between other words that make it plain.
var styles = map[model.Mood]sheet.Style{
	model.Plain: sheet.Plain, model.Strong: sheet.Bold, model.Quiet: sheet.Dim, model.Code: sheet.Bold, model.Good: sheet.Green,
	model.Bad: sheet.Red, model.Warn: sheet.Yellow, model.Missing: sheet.Dim,
}

func spans(t model.Text) []sheet.Span {
	out := make([]sheet.Span, len(t))
	for i, s := range t {
		out[i] = styleOf(s.Mood).Of(s.Text)
	}
	return out
}

// styleOf takes moods that are SGR parameters already as they are: letters of bars have
// colours of their own.
func styleOf(m model.Mood) sheet.Style {
	if st, ok := styles[m]; ok {
		return st
	}
	return sheet.Style(m)
}
