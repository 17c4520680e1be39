// Package versuspage renders a comparison as one HTML file that needs nothing
// else: verdicts with the intervals that they rest on, and for every benchmark
// the rounds, paired ratios, distributions and bills behind them. It looks like
// the page of a run, with which it shares package benchpage.
package versuspage

import (
	_ "embed"
	"fmt"
	"io"

	"tare/internal/record"
	"tare/internal/report/benchpage"
	"tare/internal/report/flame"
	"tare/internal/report/wording"
)

var (
	//go:embed page.tmpl
	pageTemplate string
	//go:embed section.tmpl
	sectionTemplate string
	//go:embed charts.tmpl
	chartsTemplate string
	//go:embed page.css
	style string
)

var layout = benchpage.Layout(flame.Templates, chartsTemplate, sectionTemplate, pageTemplate)

// document is what the page template renders.
type document struct {
	benchpage.Frame
	ID, Tare  string
	Tallies   []tally
	Notices   []notice
	Overview  *forest // nil without benchmarks
	Unmatched wording.Gaps
	Sections  []section
	Open      bool // sections start out expanded
}

// Write renders c as a self-contained HTML page in UTF-8. The error, if any, is
// that of w. Where there are very many rounds, charts draw every second one, or
// third, and so on, and say so; figures always rest on all.
func Write(w io.Writer, c record.Comparison) error {
	if err := benchpage.Write(w, layout, newDocument(c)); err != nil {
		return fmt.Errorf("comparison %s: %w", c.ID, err)
	}
	return nil
}

func newDocument(c record.Comparison) document {
	v := newView(c)
	ownStyle, ownScript := style, ""
	if v.profiled() {
		ownStyle, ownScript = style+flame.Style, flame.Script
	}
	doc := document{
		Frame:     benchpage.NewFrame(v.header(), ownStyle, ownScript),
		ID:        c.ID,
		Tare:      c.Tare,
		Tallies:   v.tallies(),
		Notices:   v.notices(),
		Overview:  v.overview(),
		Unmatched: v.unmatched(),
		Open:      len(c.Benchmarks) <= benchpage.OpenSections,
	}
	doc.Findings = benchpage.NewFindings(c.Findings)
	doc.Failures = benchpage.NewFailures(c.Failures, c.Variants)
	for i := range c.Benchmarks {
		if v.shown[i] {
			doc.Sections = append(doc.Sections, v.section(i))
		}
	}
	doc.Omission = benchpage.NewOmission(len(doc.Sections), len(c.Benchmarks), "those that changed most", c.ID)
	return doc
}
