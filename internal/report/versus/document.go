package versus

import (
	"regexp"
	"strings"

	"tare/internal/report/sheet"
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
func (d *document) details(title string, write func(*document)) {
	var inside document
	write(&inside)
	if inside.Len() > 0 {
		d.paragraph("<details><summary>" + title + "</summary>")
		d.paragraph(strings.TrimSuffix(inside.String(), "\n"))
		d.paragraph("</details>")
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

// escape makes text stand for itself, on one line.
func escape(text string) string {
	return special.ReplaceAllString(sheet.Clean(text), `\$0`)
}

// code is text in a code span, also within a table: there the backslash before a
// bar is the table's. The fence is longer than any run of backticks inside, and
// blanks keep those at an end apart from it (GFM 6.3).
func code(text string) string {
	text = strings.ReplaceAll(sheet.Clean(text), "|", `\|`)
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
