package checkup

import (
	"bufio"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"time"

	"tare/internal/record"
	"tare/internal/report/chart"
)

var (
	//go:embed page.tmpl
	pageTemplate string
	//go:embed charts.tmpl
	chartsTemplate string
	//go:embed page.css
	pageStyle string
)

var layout = template.Must(template.New("page").Funcs(template.FuncMap{"text": factText}).Parse(chart.Templates + chartsTemplate + pageTemplate))

// document is what the page template renders.
type document struct {
	Title, Scripts string
	Style          template.CSS
	Started        string
	Datetime       string // Started for machines
	Tare           string
	view
	Charts []*barChart // of the limits
}

// Page renders c as one HTML file in UTF-8 that needs nothing else: no network,
// no fonts, no scripts. The error is that of w.
//
// Names and values come from the machine and are not to be trusted: everything
// passes through html/template, and the content security policy of the page
// admits no script.
func Page(w io.Writer, c record.MachineReport) error {
	doc := document{Title: "Checkup", Style: template.CSS(chart.Style + pageStyle), Tare: c.Tare, view: newView(c)}
	if !c.Started.IsZero() {
		doc.Started = c.Started.Format("2006-01-02 15:04:05 MST")
		doc.Datetime = c.Started.Format(time.RFC3339)
	}
	for _, drawn := range []*barChart{cpuChart(doc.Rungs, c.Capacity), memoryChart(doc.Rungs, c.Capacity)} {
		if drawn != nil {
			doc.Charts = append(doc.Charts, drawn)
		}
	}
	out := bufio.NewWriter(w)
	err := layout.Execute(out, doc)
	if err == nil {
		err = out.Flush()
	}
	if err != nil {
		return fmt.Errorf("writing the HTML page of the checkup: %w", err)
	}
	return nil
}
