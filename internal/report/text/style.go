package text

import (
	"strings"

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

// sentence is spans for Sheet.Item, which has blanks between all spans: what follows a span
// without one, such as a full stop behind a command, goes along with that.
func sentence(t model.Text) []sheet.Span {
	var out []sheet.Span
	for _, s := range spans(t) {
		if last := len(out) - 1; last >= 0 && !strings.HasSuffix(out[last].Text, " ") {
			end := strings.IndexByte(s.Text+" ", ' ')
			out[last].Text += s.Text[:end]
			s.Text = s.Text[end:]
		}
		if s.Text != "" {
			out = append(out, s)
		}
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
