package table

import (
	"bytes"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"
)

// style is a parameter of the ANSI SGR sequence (ECMA-48, 8.3.117).
type style string

const (
	plain  style = ""
	bold   style = "1"
	dim    style = "2"
	red    style = "31"
	yellow style = "33"
)

// page collects the report; its width counts runes, all of which are taken to
// be one column wide.
type page struct {
	buf   bytes.Buffer
	color bool
	width int
}

func newPage(o Options) *page {
	if o.Width <= 0 {
		o.Width = math.MaxInt
	}
	return &page{color: o.Color, width: o.Width}
}

func (p *page) paint(s style, text string) string {
	if !p.color || s == plain || text == "" {
		return text
	}
	return "\x1b[" + string(s) + "m" + text + "\x1b[0m"
}

func (p *page) line(s style, text string) {
	p.buf.WriteString(p.paint(s, text))
	p.buf.WriteByte('\n')
}

// blank separates two sections; a report does not start with one.
func (p *page) blank() {
	if p.buf.Len() > 0 {
		p.buf.WriteByte('\n')
	}
}

// prose writes a sentence behind label, wrapped, its later lines indented to
// where the first one began.
func (p *page) prose(s style, label, text string) {
	p.fill(s, label, strings.Fields(clean(text)))
}

// fill is prose over pieces that must not be broken.
func (p *page) fill(s style, label string, pieces []string) {
	indent := strings.Repeat(" ", utf8.RuneCountInString(label))
	line, empty := label, true
	for _, piece := range pieces {
		switch {
		case empty:
			line += piece
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(piece) > p.width:
			p.line(s, line)
			line = indent + piece
		default:
			line += " " + piece
		}
		empty = false
	}
	p.line(s, strings.TrimRight(line, " "))
}

// clean drops control characters, which in the output of a failed benchmark
// could move the cursor or change colours, but keeps line breaks and tabs.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, text)
}
