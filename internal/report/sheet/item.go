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

// Flow is Item for a body whose spans are parts of one text: words end at blanks, not
// where the style changes.
func (s *Sheet) Flow(label []Span, body ...Span) {
	var words [][]Span
	open := false // the last word may go on
	for _, span := range body {
		for i, part := range strings.Split(Clean(span.Text), " ") {
			if i > 0 {
				open = false
			}
			if part == "" {
				continue
			}
			if !open {
				words = append(words, nil)
			}
			last := len(words) - 1
			words[last], open = join(words[last], span.Style.Of(part)), true
		}
	}
	s.wrap(label, words)
}

// Pieces is Item for pieces that stay in one piece, blanks included.
func (s *Sheet) Pieces(label []Span, pieces ...Span) {
	words := make([][]Span, len(pieces))
	for i, p := range pieces {
		words[i] = []Span{p}
	}
	s.wrap(label, words)
}

// wrap writes words behind label, as many on a line as fit.
func (s *Sheet) wrap(label []Span, words [][]Span) {
	line, column := label, spansWidth(label)
	hang := column
	if hang > s.width/2 {
		hang = min(hang, 4)
	}
	first := true // no word is on this line yet
	for _, word := range words {
		w := spansWidth(word)
		switch {
		case first && column > hang && column+w > s.width, !first && column+1+w > s.width:
			s.Line(line...)
			line, column = []Span{Plain.Of(strings.Repeat(" ", hang))}, hang
		case !first:
			line, column = join(line, word[0].Style.Of(" ")), column+1
		}
		for _, part := range word {
			line = join(line, part)
		}
		column += w
		first = false
	}
	s.Line(line...)
}

func spansWidth(spans []Span) int {
	width := 0
	for _, span := range spans {
		width += Width(Clean(span.Text))
	}
	return width
}

// join appends span to line, to its last span when that has the same style.
func join(line []Span, span Span) []Span {
	if last := len(line) - 1; last >= 0 && line[last].Style == span.Style {
		return append(line[:last:last], span.Style.Of(line[last].Text+span.Text))
	}
	return append(line[:len(line):len(line)], span)
}
