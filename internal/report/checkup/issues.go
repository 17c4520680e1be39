package checkup

import (
	"tare/internal/report/sheet"
)

// group writes the outcome of every check of one group.
func (r report) group(g group) {
	if len(g.Issues)+len(g.Notes)+len(g.Open)+len(g.Fine) > 0 {
		r.Heading(g.Title)
	}
	for _, f := range g.Issues {
		r.Item(f.label(), sheet.Bold.Of(f.What), f.tag())
		r.particular("evidence", f.Evidence)
		r.particular("effect", f.Effect)
		r.fixes(f)
	}
	for _, o := range g.Open {
		r.open(o)
	}
	for _, f := range g.Notes {
		r.line(f)
		if r.verbose {
			r.fixes(f)
		}
	}
	switch {
	case r.verbose:
		for _, f := range g.Fine {
			r.line(f)
		}
	case len(g.Fine) > 0:
		r.Item(g.Fine[0].label(), sheet.Plain.Of(ids(g.Fine)))
	}
}

// open writes what cannot be verified for one reason.
func (r report) open(o open) {
	if o.Why == "" || r.verbose {
		for _, f := range o.All {
			r.line(f)
		}
	} else {
		r.Item(o.label(), sheet.Plain.Of(ids(o.All)+":"), sheet.Dim.Of("not known ("+o.Why+")"))
	}
	r.fixes(o.finding)
}

// line writes all of a finding that needs no particulars.
func (r report) line(f finding) {
	r.Item(f.label(), sheet.Plain.Of(f.What), sheet.Dim.Of(f.Evidence), f.tag())
}

func (f finding) tag() sheet.Span { return sheet.Dim.Of("[" + f.ID + "]") }

func (r report) fixes(f finding) {
	r.particular("fix", f.Do)
	r.particular("or", f.Or)
}

// particular writes one particular of a finding, when there is any.
func (r report) particular(name, text string) {
	if text != "" {
		r.Item([]sheet.Span{sheet.Dim.Of("    " + sheet.Pad(name, len("evidence")+2))}, sheet.Plain.Of(text))
	}
}
