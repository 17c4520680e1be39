package text

import "tare/internal/report/model"

// style is a parameter of the ANSI SGR sequence (ECMA-48, 8.3.117).
type style string

// The styles of reports.
const (
	normal style = ""
	bold   style = "1"
	dim    style = "2"
	red    style = "31"
	green  style = "32"
	yellow style = "33"
)

// Of returns text in this style.
func (st style) Of(text string) span { return span{style: st, text: text} }

// span is text in one style.
type span struct {
	style style
	text  string
}

// styles are the looks of moods. What is to be typed is recognized without colour, too:
// it stands alone, or between other words that make it plain.
var styles = map[model.Mood]style{
	model.Plain: normal, model.Strong: bold, model.Quiet: dim, model.Code: bold, model.Good: green,
	model.Bad: red, model.Warn: yellow, model.Missing: dim,
}

func spans(t model.Text) []span {
	out := make([]span, len(t))
	for i, s := range t {
		out[i] = styleOf(s.Mood).Of(s.Text)
	}
	return out
}

// styleOf takes moods that are SGR parameters already as they are: letters of bars have
// colours of their own.
func styleOf(m model.Mood) style {
	if st, ok := styles[m]; ok {
		return st
	}
	return style(m)
}
