// Package benchpage is what the HTML pages of runs and of comparisons have in
// common: their look and script, the header with the facts, findings and
// failures, bills, distributions, and the axes of charts over rounds.
//
// Names, messages and outputs come from the code under test and are not to be
// trusted: everything passes through html/template, and the content security
// policy admits no script but the embedded one, which only filters, sorts and
// shows tips: a page says the same without it and on paper.
package benchpage

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

	"tare/internal/report/chart"
)

var (
	//go:embed benchpage.tmpl
	templates string
	//go:embed benchpage.css
	style string
	//go:embed tips.js
	tipsScript string
	//go:embed benchpage.js
	script string
)

// OpenSections is how many sections a page may have and still show all of them
// at first sight.
const OpenSections = 8

// Frame is what pages begin and end with; their documents embed it. It goes with
// the templates "head" of package chart, "masthead", "findings", "failures" and
// "end".
type Frame struct {
	Title    string
	Style    template.CSS
	Script   template.JS
	Scripts  string // for the content security policy: "sha256-…"
	Header   Header
	Findings []Finding
	Failures Failures
	Omission *Omission // nil when nothing is left out
}

// NewFrame adds the shared style and script, and what the page has of its own.
func NewFrame(h Header, ownStyle, ownScript string) Frame {
	whole := tipsScript + script + ownScript
	return Frame{
		Title: h.Title, Style: template.CSS(chart.Style + style + ownStyle),
		Script: template.JS(whole), Scripts: digest(whole), Header: h,
	}
}

// Layout returns the page's own templates on top of the shared ones; the text
// outside of definitions is the page. They are parsed when first asked for: most
// runs of tare write no page.
func Layout(own ...string) func() *template.Template {
	return sync.OnceValue(func() *template.Template {
		return template.Must(template.New("page").Parse(chart.Templates + templates + strings.Join(own, "")))
	})
}

// Write renders doc in UTF-8. The error, if any, is that of w.
func Write(w io.Writer, layout func() *template.Template, doc any) error {
	out := bufio.NewWriter(w)
	if err := layout().Execute(out, doc); err != nil {
		return fmt.Errorf("write the HTML page: %w", err)
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("write the HTML page: %w", err)
	}
	return nil
}

// digest returns the source expression that lets a content security policy
// admit exactly this inline script (CSP Level 3, section 6.7.3.3).
func digest(script string) string {
	sum := sha256.Sum256([]byte(script))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}
