package sheet

import "strings"

// Item writes the words of body behind label, wrapped; later lines begin where
// the first word did. A label that takes more than half of the line indents
// them by a little instead. Words are never broken: a path or a command that
// is longer than the line is left to the terminal.
func (s *Sheet) Item(label []Span, body ...Span) {
	var words []Span
	for _, span := range body {
		// Not strings.Fields, which splits numbers at their no-break spaces.
		for _, word := range strings.FieldsFunc(Clean(span.Text), func(r rune) bool { return r == ' ' }) {
			words = append(words, span.Style.Of(word))
		}
	}
	s.Pieces(label, words...)
}

// Prose is Item for a label and a sentence in one style.
func (s *Sheet) Prose(st Style, label, text string) {
	s.Item([]Span{st.Of(label)}, st.Of(text))
}

// Pieces is Item for pieces that stay in one piece, blanks included.
func (s *Sheet) Pieces(label []Span, pieces ...Span) {
	line, column := label, 0
	for _, span := range label {
		column += Width(Clean(span.Text))
	}
	hang := column
	if hang > s.width/2 {
		hang = min(hang, 4)
	}
	first := true // no piece is on this line yet
	for _, piece := range pieces {
		w := Width(Clean(piece.Text))
		switch {
		case first && column > hang && column+w > s.width, !first && column+1+w > s.width:
			s.Line(line...)
			line, column = []Span{Plain.Of(strings.Repeat(" ", hang))}, hang
		case !first:
			line, column = join(line, piece.Style.Of(" ")), column+1
		}
		line, column = join(line, piece), column+w
		first = false
	}
	s.Line(line...)
}

// join appends span to line, to its last span when that has the same style.
func join(line []Span, span Span) []Span {
	if last := len(line) - 1; last >= 0 && line[last].Style == span.Style {
		return append(line[:last:last], span.Style.Of(line[last].Text+span.Text))
	}
	return append(line[:len(line):len(line)], span)
}
