package versus

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/report/sheet"
	"tare/internal/report/trouble"
	"tare/internal/report/wording"
)

// Markdown renders c as GitHub Markdown for a pull request, in one call to
// w.Write: the verdicts in a table, and folded below it what moved, the other
// units, and how it was measured. Whatever comes from the code under test stands
// in code spans, where it can neither format nor mention anybody.
func Markdown(w io.Writer, c record.Comparison) error {
	v, d := newView(c), &document{}
	d.summary(v)
	for _, t := range v.tables {
		d.verdicts(v, t)
	}
	notes := make([]string, len(v.notes))
	for i, n := range v.notes {
		notes[i] = sheet.Superscript(i+1) + " " + escape(n.Text)
	}
	d.list(notes...)
	d.missing(v)
	d.details("Why", func(d *document) { d.whys(v) })
	d.details("Other units", func(d *document) { d.others(v) })
	d.details("What distorts this machine", func(d *document) { d.findings(v) })
	d.details("How this was measured", func(d *document) { d.method(v) })
	if _, err := io.WriteString(w, d.String()); err != nil {
		return fmt.Errorf("writing the comparison as Markdown: %w", err)
	}
	return nil
}

// summary says what was compared, what came of it, and what is wrong with all
// of it.
func (d *document) summary(v view) {
	var sides []string
	for _, one := range v.Variants {
		if one.Role == record.Base || one.Role == record.Contender {
			sides = append(sides, escape(one.Name)+": "+code(v.described(one)))
		}
	}
	d.list(sides...)
	var counts []string
	for _, span := range v.tally() {
		counts = append(counts, bold(span.Text, span.Style))
	}
	d.paragraph(wording.Benchmarks(v.Benchmarks) + ": " + strings.Join(counts, ", "))
	if calibration, ok := v.calibration(); !ok {
		d.paragraph("**" + escape(calibration) + "**")
	}
	d.paragraph(escape(v.alarm()))
	d.paragraph(escape(v.guarantee()))
}

// bold is what is red or green at a terminal.
func bold(text string, st sheet.Style) string {
	if st == sheet.Red || st == sheet.Green {
		return "**" + text + "**"
	}
	return text
}

// verdicts writes a table for each package.
func (d *document) verdicts(v view, t table) {
	for len(t.rows) > 0 {
		n := 1
		for n < len(t.rows) && t.rows[n].pkg == t.rows[0].pkg {
			n++
		}
		d.paragraph(both(t.rows[0].coded(t.rows[0].pkg), code(t.unit)))
		d.rows(v, t.rows[:n])
		t.rows = t.rows[n:]
	}
}

// rows writes the columns of a terminal that matter the most, as one each.
func (d *document) rows(v view, rows []row) {
	titles := []string{"name", escape(v.base()), escape(v.contender()), "vs base"}
	if slices.ContainsFunc(rows, func(r row) bool { return r.verdict.Verdict != "" }) {
		titles = append(titles, "verdict")
	}
	var lines [][]string
	for _, r := range rows {
		now := both(r.new, r.newSpread)
		if v.several() {
			now = both(escape(r.variant)+":", now)
		}
		lines = append(lines, []string{
			r.coded(r.name), both(r.old, r.oldSpread), now,
			both(bold(escape(r.change), changeStyle(r)), both(r.interval, r.evidence)),
			both(bold(r.verdict.String(), changeStyle(r)), r.marks),
		}[:len(titles)])
	}
	d.table(titles, lines, 1, 2)
}

// coded is a name of r in a code span, unless it is one of ours.
func (r row) coded(name string) string {
	if r.mean || name == "" {
		return name
	}
	return code(name)
}

// both is two texts with a blank between them if there are two.
func both(a, b string) string { return strings.TrimSpace(a + " " + b) }

// missing names what there is no verdict on, and why.
func (d *document) missing(v view) {
	var texts []string
	for _, g := range v.unmatched() {
		texts = append(texts, escape(g.Why)+": "+code(strings.Join(g.What, ", ")))
	}
	for _, f := range v.Failures {
		texts = append(texts, "**FAIL** "+code(trouble.Failure(f, v.Variants)))
	}
	d.list(texts...)
}

func (d *document) whys(v view) {
	for _, r := range v.reasons() {
		d.paragraph(code(r.name) + " " + bold(r.verdict.String(), styleOf(r.verdict)) + " " + r.change)
		moved := append(r.time, r.counts...)
		for i := range moved {
			moved[i] = escape(moved[i])
		}
		d.list(moved...)
		if r.profile == nil {
			continue
		}
		d.paragraph(escape(profileTitle(r.profile)))
		var rows [][]string
		for _, f := range functions(r.profile) {
			rows = append(rows, []string{wording.Ns(f.OldFlat), wording.Ns(f.NewFlat), difference(f.NewFlat-f.OldFlat, wallUnit), wording.Noise(f), code(f.Name)})
		}
		d.table([]string{"old", "new", "change", "noise", "function"}, rows, 0, 1, 2)
	}
}

func (d *document) others(v view) {
	o := v.otherUnits()
	for _, t := range o.tables {
		d.paragraph(code(t.unit))
		d.rows(v, t.rows)
		d.paragraph(t.others())
	}
	for _, text := range o.remarks() {
		d.paragraph(escape(text))
	}
}

func (d *document) findings(v view) {
	var texts []string
	for _, f := range wording.GravestFirst(v.Findings) {
		text := string(f.Severity) + ": " + f.What
		if fix, _ := wording.Fixes(f); fix != "" {
			text += " (fix: " + fix + ")"
		}
		texts = append(texts, escape(text))
	}
	d.list(texts...)
}

// method says what it takes to see the same again, and what the columns mean.
func (d *document) method(v view) {
	var facts []string
	calibration, _ := v.calibration()
	for _, text := range []string{place(v.Machine), calibration, v.findable()} {
		if text != "" {
			facts = append(facts, escape(text))
		}
	}
	facts = append(facts, code(strings.Join(v.effort(), ", "))) // it may hold an @
	if len(v.tables) > 0 {
		if text := v.besideLegend(); text != "" {
			facts = append(facts, escape(v.contender())+": "+escape(text))
		}
		facts = append(facts, "vs base: "+escape(v.changeLegend()), "verdict: "+escape(v.verdictLegend()))
	}
	d.list(facts...)
	if len(v.Args) > 0 {
		d.paragraph(block(wording.Reproduce(v.Args, v.Plan.Seed)))
	}
}
