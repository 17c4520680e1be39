// Package page renders a run as one HTML file that needs nothing else: no
// network, no fonts, no scripts but its own few lines. Charts are computed
// here and written as SVG; the script only filters, sorts and shows tips, so
// that the page says the same without it and on paper.
//
// Names, messages and outputs come from the code under test and are not to be
// trusted: everything passes through html/template, and the page's content
// security policy admits no script but the embedded one.
package page

import (
	"bufio"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"

	"tare/internal/record"
	"tare/internal/report/chart"
)

var (
	//go:embed page.tmpl
	pageTemplate string
	//go:embed charts.tmpl
	chartsTemplate string
	//go:embed page.css
	style string
	//go:embed page.js
	script string
)

var layout = template.Must(template.New("page").Parse(chart.Templates + chartsTemplate + pageTemplate))

// openSections is how many benchmarks a page may have and still show all of
// their sections at first sight.
const openSections = 8

// document is what the page template renders.
type document struct {
	Title    string
	Style    template.CSS
	Script   template.JS
	Scripts  string // for the content security policy: "sha256-…"
	Header   header
	Findings []finding
	Legend   []billLook // the bill items that occur in the overview
	Overview []row
	Failures []failure
	Sections []section
	Orphans  []orphan
	Open     bool // sections start out expanded
	Packages bool // rows name their package: there is more than one
}

// Write renders run as a self-contained HTML page in UTF-8. The error, if
// any, is that of w.
func Write(w io.Writer, run record.Run) error {
	out := bufio.NewWriter(w)
	if err := layout.Execute(out, newDocument(run)); err != nil {
		return fmt.Errorf("write the HTML page of run %s: %w", run.ID, err)
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("write the HTML page of run %s: %w", run.ID, err)
	}
	return nil
}

func newDocument(run record.Run) document {
	trials := byBenchmark(run.Trials)
	doc := document{
		Style:    template.CSS(chart.Style + style),
		Script:   template.JS(script),
		Scripts:  digest(script),
		Header:   newHeader(run),
		Findings: newFindings(run.Findings),
		Legend:   legend(run.Summaries),
		Failures: newFailures(run.Failures),
		Orphans:  newOrphans(run),
		Open:     len(run.Summaries) <= openSections,
		Packages: severalPackages(run.Summaries),
	}
	doc.Title = doc.Header.Title
	for i, s := range run.Summaries {
		id := fmt.Sprintf("b%d", i+1)
		doc.Overview = append(doc.Overview, newRow(id, s, run.Plan))
		doc.Sections = append(doc.Sections, newSection(id, s, run.Plan, trials[s.Benchmark]))
	}
	return doc
}

// byBenchmark groups trials, keeping their order.
func byBenchmark(trials []record.Trial) map[record.Benchmark][]record.Trial {
	groups := map[record.Benchmark][]record.Trial{}
	for _, t := range trials {
		groups[t.Benchmark] = append(groups[t.Benchmark], t)
	}
	return groups
}

func severalPackages(summaries []record.Summary) bool {
	for _, s := range summaries {
		if s.Benchmark.Package != summaries[0].Benchmark.Package {
			return true
		}
	}
	return false
}

// digest returns the source expression that lets a content security policy
// admit exactly this inline script (CSP Level 3, section 6.7.3.3).
func digest(script string) string {
	sum := sha256.Sum256([]byte(script))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}
