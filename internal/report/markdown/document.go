package markdown

import (
	"html"
	"regexp"
	"strings"

	"tare/internal/report/model"
	"tare/internal/report/plain"
)

// document is GitHub Flavored Markdown in the making (github.github.com/gfm).
type document struct{ strings.Builder }

// paragraph is a block of its own, which blank lines tell from others.
func (d *document) paragraph(text string) {
	if text == "" {
		return
	}
	if d.Len() > 0 {
		d.WriteString("\n")
	}
	d.WriteString(text + "\n")
}

// list is one item for each text.
func (d *document) list(texts ...string) {
	if len(texts) > 0 {
		d.paragraph("- " + strings.Join(texts, "\n- "))
	}
}

// details folds what write writes, if anything.
func (p *printer) details(title string, write func(*printer)) {
	var inside printer
	write(&inside)
	if inside.Len() > 0 {
		p.paragraph("<details><summary>" + title + "</summary>")
		p.paragraph(strings.TrimSuffix(inside.String(), "\n"))
		p.paragraph("</details>")
	}
}

// table writes rows under titles; right are the columns aligned right.
func (d *document) table(titles []string, rows [][]string, right ...int) {
	rule := make([]string, len(titles))
	for i := range rule {
		rule[i] = "---"
	}
	for _, i := range right {
		rule[i] = "--:"
	}
	var lines []string
	for _, cells := range append([][]string{titles, rule}, rows...) {
		lines = append(lines, "| "+strings.Join(cells, " | ")+" |")
	}
	d.paragraph(strings.Join(lines, "\n"))
}

// special is what Markdown or HTML could take for markup within a line.
var special = regexp.MustCompile("[\\\\`*_~<>&|\\[\\]]")

// summary is text in a summary, which is HTML: nothing in there is Markdown.
func summary(text string) string {
	text = plain.Clean(text)
	if mention.MatchString(text) {
		return "<code>" + html.EscapeString(text) + "</code>"
	}
	return html.EscapeString(text)
}

// mention is a word that GitHub could take for somebody, or for an issue.
var mention = regexp.MustCompile(`\S*[@#]\S*`)

// escape makes text stand for itself, on one line. What could mention somebody becomes
// code.
func escape(text string) string {
	text = plain.Clean(text)
	var b strings.Builder
	for {
		at := mention.FindStringIndex(text)
		if at == nil {
			return b.String() + special.ReplaceAllString(text, `\$0`)
		}
		b.WriteString(special.ReplaceAllString(text[:at[0]], `\$0`) + code(text[at[0]:at[1]]))
		text = text[at[1]:]
	}
}

// inline is t within a line: what is good or bad is bold, and what is to be typed, code.
func inline(t model.Text) string {
	var b strings.Builder
	for _, s := range t {
		switch s.Mood {
		case model.Code:
			b.WriteString(code(s.Text))
		case model.Good, model.Bad, model.Strong:
			body := strings.TrimSpace(s.Text)
			if body == "" {
				b.WriteString(escape(s.Text))
				continue
			}
			before, after, _ := strings.Cut(s.Text, body)
			b.WriteString(escape(before) + "**" + escape(body) + "**" + escape(after))
		default:
			b.WriteString(escape(s.Text))
		}
	}
	return b.String()
}

// both is two texts with a blank between them if there are two.
func both(a, b string) string { return strings.TrimSpace(a + " " + b) }

// code is text in a code span, also within a table: there the backslash before a
// bar is the table's. The fence is longer than any run of backticks inside, and
// blanks keep those at an end apart from it (GFM 6.3).
func code(text string) string {
	text = strings.ReplaceAll(plain.Clean(text), "|", `\|`)
	fence := "`"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	if len(fence) > 1 || strings.TrimSpace(text) == "" {
		text = " " + text + " "
	}
	return fence + text + fence
}

// block is text in a fenced code block.
func block(text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + "\n" + text + "\n" + fence
}
