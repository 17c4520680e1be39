package sheet

import "strings"

// Item writes the words of body behind label, wrapped; later lines begin where
// the first word did. A label that takes more than half of the line indents
// them by a little instead. Words are never broken: a path or a command that
// is longer than the line is left to the terminal.
func (s *Sheet) Item(label []Span, body ...Span) {
	line := label
	column := 0
	for _, span := range label {
		column += Width(Clean(span.Text))
	}
	hang := column
	if hang > s.width/2 {
		hang = min(hang, 4)
	}
	first := true // nothing of body is on this line yet
	for _, span := range body {
		for _, word := range strings.Fields(Clean(span.Text)) {
			w := Width(word)
			switch {
			case first && column > hang && column+w > s.width, !first && column+1+w > s.width:
				s.Line(line...)
				line, column = []Span{Plain.Of(strings.Repeat(" ", hang))}, hang
			case !first:
				line, column = join(line, span.Style, " "), column+1
			}
			line, column = join(line, span.Style, word), column+w
			first = false
		}
	}
	s.Line(line...)
}

// join appends text to line, to its last span when that has the same style.
func join(line []Span, st Style, text string) []Span {
	if last := len(line) - 1; last >= 0 && line[last].Style == st {
		joined := st.Of(line[last].Text + text)
		return append(line[:last:last], joined)
	}
	return append(line[:len(line):len(line)], st.Of(text))
}
