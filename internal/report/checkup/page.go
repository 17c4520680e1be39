package checkup

import (
	"bufio"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"
	"time"

	"tare/internal/record"
)

var (
	//go:embed page.tmpl
	pageTemplate string
	//go:embed charts.tmpl
	chartsTemplate string
	//go:embed page.css
	pageStyle string
)

var layout = template.Must(template.Must(template.New("page").Parse(pageTemplate)).Parse(chartsTemplate))

// document is what the page template renders.
type document struct {
	Style    template.CSS
	Machine  machineName
	Started  string
	Datetime string // Started for machines
	Tare     string
	Counts   []count
	Require  *requirement
	First    []advice
	Capacity capacityView
	Groups   []groupView
	Measured *measuredView
	Legend   []count
}

// count is how many findings there are of one severity, or in the legend what
// the severity means.
type count struct{ Class, Mark, Text string }

// requirement is what came of -require.
type requirement struct{ Class, Mark, Asked, Text string }

// Page renders c as one HTML file in UTF-8 that needs nothing else: no network,
// no fonts, no scripts. The error is that of w.
//
// Names and values come from the machine and are not to be trusted: everything
// passes through html/template, and the content security policy of the page
// admits no script.
func Page(w io.Writer, c record.Checkup) error {
	out := bufio.NewWriter(w)
	err := layout.Execute(out, newDocument(c))
	if err == nil {
		err = out.Flush()
	}
	if err != nil {
		return fmt.Errorf("writing the HTML page of the checkup: %w", err)
	}
	return nil
}

func newDocument(c record.Checkup) document {
	doc := document{
		Style:    template.CSS(pageStyle),
		Machine:  nameOf(c.Machine),
		Tare:     c.Tare,
		Capacity: newCapacityView(c),
	}
	if !c.Started.IsZero() {
		doc.Started = c.Started.Format("2006-01-02 15:04:05 MST")
		doc.Datetime = c.Started.Format(time.RFC3339)
	}
	for _, t := range tally(c.Findings) {
		class := string(t.look.severity)
		doc.Counts = append(doc.Counts, count{class, t.look.mark, t.text()})
		doc.Legend = append(doc.Legend, count{class, t.look.mark, t.look.name + ": " + t.look.legend})
	}
	if q := c.Require; q != nil {
		l, text := outcome(*q)
		doc.Require = &requirement{string(l.severity), l.mark, "-require=" + strings.Join(q.Asked, ","), text}
	}
	doc.Groups, doc.First = newGroups(c)
	if c.Noise != nil {
		doc.Measured = newMeasuredView(*c.Noise)
	}
	return doc
}
