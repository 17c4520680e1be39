// Package runpage renders a run as one HTML file that needs nothing else: no
// network, no fonts, no scripts but its own few lines. Charts are computed
// here and written as SVG; the script only filters, sorts and shows tips, so
// that the page says the same without it and on paper.
package runpage

import (
	_ "embed"
	"fmt"
	"io"

	"tare/internal/record"
	"tare/internal/report/benchpage"
)

var (
	//go:embed page.tmpl
	pageTemplate string
	//go:embed charts.tmpl
	chartsTemplate string
	//go:embed page.css
	style string
)

var layout = benchpage.Layout(chartsTemplate, pageTemplate)

// document is what the page template renders.
type document struct {
	benchpage.Frame
	ID, Tare string
	Legend   []benchpage.BillLook // the bill items that occur in the overview
	Overview []row
	Sections []section
	Unmade   []string // names of further benchmarks with trials and without a summary
	Orphans  []orphan
	Open     bool // sections start out expanded
	Packages bool // rows name their package: there is more than one
}

// Write renders run as a self-contained HTML page in UTF-8. The error, if
// any, is that of w.
func Write(w io.Writer, run record.Run) error {
	if err := benchpage.Write(w, layout, newDocument(run)); err != nil {
		return fmt.Errorf("run %s: %w", run.ID, err)
	}
	return nil
}

func newDocument(run record.Run) document {
	trials := byBenchmark(run.Trials)
	doc := document{
		Frame:    benchpage.NewFrame(newHeader(run), style, ""),
		ID:       run.ID,
		Tare:     run.Tare,
		Open:     len(run.Summaries) <= benchpage.OpenSections,
		Packages: severalPackages(run.Summaries),
	}
	doc.Findings = benchpage.NewFindings(run.Findings)
	doc.Failures = benchpage.NewFailures(run.Failures, nil)
	var bills []record.Bill
	shown := chosen(run.Summaries, trials)
	for i, s := range run.Summaries {
		id := ""
		if shown[i] {
			id = fmt.Sprintf("b%d", i+1)
			doc.Sections = append(doc.Sections, newSection(id, s, run.Plan, trials[s.Benchmark]))
		}
		doc.Overview = append(doc.Overview, newRow(id, s, run.Plan))
		bills = append(bills, s.Bill)
	}
	doc.Omission = benchpage.NewOmission(len(doc.Sections), len(run.Summaries), "those that failed or have the greatest share of the container", run.ID)
	doc.Orphans, doc.Unmade = newOrphans(run, trials)
	doc.Legend = benchpage.Legend(bills)
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
