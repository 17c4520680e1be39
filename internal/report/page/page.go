// Package page is the skin of reports for browsers: it draws a model.Document as one HTML
// file that needs nothing else, no network, no fonts, no scripts but its own. The script
// searches, sorts, unfolds and shows tips, and pictures may bring more of it; a page says
// the same without it and on paper.
//
// Names, messages and outputs come from the code under test and are not to be trusted:
// everything passes through html/template, and the content security policy admits exactly
// the script that the page was written with.
package page

import (
	"bufio"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"strings"
	"sync"

	"tare/internal/report/model"
)

var (
	//go:embed page.tmpl
	pageTemplate string
	//go:embed block.tmpl
	blockTemplates string
	//go:embed table.tmpl
	tableTemplate string
	//go:embed page.css
	style string
	//go:embed print.css
	printStyle string
	//go:embed tips.js
	tipsScript string
	//go:embed page.js
	script string
)

// layout is parsed when first asked for: most runs of tare write no page.
var layout = sync.OnceValue(func() *template.Template {
	words := template.FuncMap{
		"look": look, "breaks": breaks,
		"find": func() string { return model.Find }, "meanings": func() string { return model.Meanings }, "output": func() string { return model.OutputWord },
		"expand": func() string { return model.ExpandAll }, "collapse": func() string { return model.CollapseAll },
	}
	page := template.New("page").Funcs(words)
	template.Must(page.New("blocks").Parse(blockTemplates + tableTemplate))
	return template.Must(page.Parse(pageTemplate))
})

// page is what the template renders.
type page struct {
	model.Document
	Blocks  []block
	Style   template.CSS
	Script  template.JS
	Scripts string // for the content security policy: "sha256-…"
}

// Write renders all of doc to w in UTF-8. Scripts of its pictures come after that of the
// page and share its scope: tips.show, tips.hide and tips.reach are there. The error, if
// any, is that of w.
func Write(w io.Writer, doc model.Document) error {
	var b builder
	p := page{Document: doc, Blocks: b.blocks(doc.Blocks, 0)}
	whole := tipsScript + script + strings.Join(b.scripts, "")
	p.Style = template.CSS(style + strings.Join(b.styles, "") + printStyle)
	p.Script, p.Scripts = template.JS(whole), digest(whole)
	out := bufio.NewWriter(w)
	err := layout().Execute(out, p)
	if err == nil {
		err = out.Flush()
	}
	if err != nil {
		return fmt.Errorf("writing the HTML page: %w", err)
	}
	return nil
}

// digest returns the source expression that lets a content security policy admit exactly
// this inline script (CSP Level 3, section 6.7.3.3).
func digest(script string) string {
	sum := sha256.Sum256([]byte(script))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// look is the class of words in a mood; those that are for terminals only have none.
func look(m model.Mood) string {
	switch m {
	case model.Strong, model.Quiet, model.Code, model.Good, model.Bad, model.Warn, model.Missing:
		return string(m)
	}
	return ""
}

// breaks returns the parts of a name between which a line may end.
func breaks(name string) []string { return strings.SplitAfter(name, "/") }
