package checkup

import (
	"strings"

	"tare/internal/record"
	"tare/internal/report/sheet"
)

// facts writes everything that is known about the machine, by group.
func (r report) facts(m record.Machine) {
	for _, s := range sections(nil, m.Facts) {
		r.factList("Facts: "+s.Title, s.Facts)
	}
	for _, g := range m.Cgroups {
		r.factList("Control group "+g.Dir, groupFacts(g))
	}
}

func (r report) factList(title string, facts []record.Fact) {
	r.Heading(title)
	width := 0
	for _, f := range facts {
		width = max(width, sheet.Width(sheet.Clean(f.Name)))
	}
	for _, f := range facts {
		style := sheet.Plain
		if !f.OK() {
			style = sheet.Dim
		}
		r.Item([]sheet.Span{sheet.Plain.Of("  " + sheet.Pad(f.Name, width+2))}, style.Of(factText(f)))
	}
}

// legend explains the marks that are on the page.
func (r report) legend(fs []record.Finding) {
	totals := tally(fs)
	if len(totals) == 0 {
		return
	}
	r.Blank()
	for _, t := range totals {
		r.Item([]sheet.Span{t.look.style.Of(t.look.mark + " ")}, sheet.Dim.Of(t.look.name+": "+t.look.legend))
	}
}

// required writes whether the machine is what -require asked for.
func (r report) required(q record.Require) {
	r.Blank()
	l, text := outcome(q)
	r.Item([]sheet.Span{l.style.Of(l.mark + " ")}, l.style.Of("-require="+strings.Join(q.Asked, ",")), sheet.Plain.Of(text))
}

// outcome puts what came of -require into words. What fails outweighs what is
// open.
func outcome(q record.Require) (look, string) {
	open := strings.Join(q.Open, ", ")
	switch {
	case q.Passed:
		return lookOf(record.Passed), "passed"
	case len(q.Wrong) == 0:
		return lookOf(record.Unverified), "cannot be verified" + by(": ", open)
	case len(q.Open) > 0:
		open = "; cannot be verified: " + open
	}
	return lookOf(record.Serious), "failed: " + strings.Join(q.Wrong, ", ") + open
}
