package text

import (
	"bytes"
	"io"
	"math"
	"strings"

	"tare/internal/report/plain"
)

// sheet lays out text: sentences wrapped with a hanging indent, and colours that change
// nothing but colour. Whatever it is given, it writes no control characters of its guests.
type sheet struct {
	buf   bytes.Buffer
	color bool
	width int
}

// newSheet returns an empty sheet of width columns, of any width when that is 0 or
// less.
func newSheet(width int, color bool) *sheet {
	if width <= 0 {
		width = math.MaxInt
	}
	return &sheet{color: color, width: width}
}

// Flush hands all lines to w in one call to w.Write.
func (s *sheet) Flush(w io.Writer) error {
	_, err := w.Write(s.buf.Bytes())
	return err
}

// Line writes spans as they are, one after the other, without wrapping.
// Blanks at the end of the line are left out.
func (s *sheet) Line(spans ...span) {
	var text, blanks string
	for _, part := range spans {
		t := plain.Clean(part.text)
		body := strings.Trim(t, " ")
		if body == "" {
			blanks += t
			continue
		}
		lead := t[:strings.Index(t, body)]
		text += blanks + lead + s.paint(part.style, body)
		blanks = t[len(lead)+len(body):]
	}
	s.buf.WriteString(text + "\n")
}

// Blank separates two sections; a sheet does not start with one.
func (s *sheet) Blank() {
	if s.buf.Len() > 0 {
		s.buf.WriteByte('\n')
	}
}

// Heading starts a section.
func (s *sheet) Heading(title string) {
	s.Blank()
	s.Item(nil, bold.Of(title))
}

func (s *sheet) paint(st style, text string) string {
	if !s.color || st == normal || text == "" {
		return text
	}
	return "\x1b[" + string(st) + "m" + text + "\x1b[0m"
}

// Item writes the words of body behind label, wrapped; later lines begin where
// the first word did. A label that takes more than half of the line indents
// them by a little instead. Words are never broken: a path or a command that
// is longer than the line is left to the terminal.
func (s *sheet) Item(label []span, body ...span) {
	var words []span
	for _, part := range body {
		// Not strings.Fields, which splits numbers at their no-break spaces.
		for _, word := range strings.FieldsFunc(plain.Clean(part.text), func(r rune) bool { return r == ' ' }) {
			words = append(words, part.style.Of(word))
		}
	}
	s.Pieces(label, words...)
}

// Prose is Item for a label and a sentence in one style.
func (s *sheet) Prose(st style, label, text string) {
	s.Item([]span{st.Of(label)}, st.Of(text))
}

// Flow is Item for a body whose spans are parts of one text: words end at blanks, not
// where the style changes.
func (s *sheet) Flow(label []span, body ...span) {
	var words [][]span
	open := false // the last word may go on
	for _, part := range body {
		for i, word := range strings.Split(plain.Clean(part.text), " ") {
			if i > 0 {
				open = false
			}
			if word == "" {
				continue
			}
			if !open {
				words = append(words, nil)
			}
			last := len(words) - 1
			words[last], open = join(words[last], part.style.Of(word)), true
		}
	}
	s.wrap(label, words)
}

// Pieces is Item for pieces that stay in one piece, blanks included.
func (s *sheet) Pieces(label []span, pieces ...span) {
	words := make([][]span, len(pieces))
	for i, p := range pieces {
		words[i] = []span{p}
	}
	s.wrap(label, words)
}

// wrap writes words behind label, as many on a line as fit.
func (s *sheet) wrap(label []span, words [][]span) {
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
			line, column = []span{normal.Of(strings.Repeat(" ", hang))}, hang
		case !first:
			line, column = join(line, word[0].style.Of(" ")), column+1
		}
		for _, part := range word {
			line = join(line, part)
		}
		column += w
		first = false
	}
	s.Line(line...)
}

func spansWidth(spans []span) int {
	width := 0
	for _, part := range spans {
		width += plain.Width(plain.Clean(part.text))
	}
	return width
}

// join appends part to line, to its last part when that has the same style.
func join(line []span, part span) []span {
	if last := len(line) - 1; last >= 0 && line[last].style == part.style {
		return append(line[:last:last], part.style.Of(line[last].text+part.text))
	}
	return append(line[:len(line):len(line)], part)
}
