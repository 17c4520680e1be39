// Package sheet lays out text for a terminal: sentences wrapped with a hanging
// indent, aligned grids, and colours that change nothing but colour. Whatever
// it is given, it writes no control characters of its guests.
package sheet

import (
	"bytes"
	"io"
	"math"
	"strings"
)

// Style is a parameter of the ANSI SGR sequence (ECMA-48, 8.3.117).
type Style string

// The styles of reports.
const (
	Plain  Style = ""
	Bold   Style = "1"
	Dim    Style = "2"
	Red    Style = "31"
	Green  Style = "32"
	Yellow Style = "33"
)

// Of returns text in this style.
func (st Style) Of(text string) Span { return Span{Style: st, Text: text} }

// Span is text in one style.
type Span struct {
	Style Style
	Text  string
}

// Sheet collects lines.
type Sheet struct {
	buf   bytes.Buffer
	color bool
	width int
}

// New returns an empty sheet of width columns, of any width when that is 0 or
// less.
func New(width int, color bool) *Sheet {
	if width <= 0 {
		width = math.MaxInt
	}
	return &Sheet{color: color, width: width}
}

// Width is the number of columns there are.
func (s *Sheet) Width() int { return s.width }

// Flush hands all lines to w in one call to w.Write.
func (s *Sheet) Flush(w io.Writer) error {
	_, err := w.Write(s.buf.Bytes())
	return err
}

// Line writes spans as they are, one after the other, without wrapping.
// Blanks at the end of the line are left out.
func (s *Sheet) Line(spans ...Span) {
	var text, blanks string
	for _, span := range spans {
		t := Clean(span.Text)
		body := strings.Trim(t, " ")
		if body == "" {
			blanks += t
			continue
		}
		lead := t[:strings.Index(t, body)]
		text += blanks + lead + s.paint(span.Style, body)
		blanks = t[len(lead)+len(body):]
	}
	s.buf.WriteString(text + "\n")
}

// Blank separates two sections; a sheet does not start with one.
func (s *Sheet) Blank() {
	if s.buf.Len() > 0 {
		s.buf.WriteByte('\n')
	}
}

// Heading starts a section.
func (s *Sheet) Heading(title string) {
	s.Blank()
	s.Item(nil, Bold.Of(title))
}

func (s *Sheet) paint(st Style, text string) string {
	if !s.color || st == Plain || text == "" {
		return text
	}
	return "\x1b[" + string(st) + "m" + text + "\x1b[0m"
}
