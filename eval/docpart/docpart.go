// Package docpart puts measured tables into the documents.
package docpart

import (
	"fmt"
	"os"
	"slices"
	"strings"
)

// Table returns a Markdown table; the first row is the header.
func Table(rows [][]string) string {
	var b strings.Builder
	for i, cells := range rows {
		b.WriteString("| " + strings.Join(cells, " | ") + " |\n")
		if i == 0 {
			b.WriteString("| " + strings.Join(slices.Repeat([]string{"---"}, len(cells)), " | ") + " |\n")
		}
	}
	return b.String()
}

// Splice puts text between the marks <!-- name: … --> and <!-- /name --> of a page.
func Splice(file, name, text string) error {
	page, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	before, rest, ok := strings.Cut(string(page), "<!-- "+name+":")
	mark, rest, ok2 := strings.Cut(rest, "-->\n")
	_, after, ok3 := strings.Cut(rest, "<!-- /"+name+" -->")
	if !ok || !ok2 || !ok3 {
		return fmt.Errorf("%s has no part between <!-- %s: … --> and <!-- /%s -->", file, name, name)
	}
	return os.WriteFile(file, []byte(before+"<!-- "+name+":"+mark+"-->\n"+text+"<!-- /"+name+" -->"+after), 0o666)
}

// Cell makes text fit into a cell of a table.
func Cell(text string) string {
	return strings.ReplaceAll(strings.Join(strings.Fields(text), " "), "|", `\|`)
}
