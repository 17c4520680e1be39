// Package markdown is the skin of reports for a pull request: it draws a model.Document as
// GitHub Flavored Markdown, with what only some want to know folded. Names and messages
// can neither format nor mention anybody.
package markdown

import (
	"fmt"
	"io"
	"strings"

	"tare/internal/report/model"
	"tare/internal/report/plain"
)

// Write renders doc to w in one call to w.Write. What is on pages only is left out, and
// what is shown when everything is asked for is folded.
func Write(w io.Writer, doc model.Document) error {
	p := &printer{}
	p.about(doc.About)
	p.result(doc.Result)
	p.blocks(doc.Blocks)
	p.details(summary(model.Meanings), func(d *printer) { d.list(append(p.legends, each(doc.Foot)...)...) })
	p.details(summary(doc.Tare), func(d *printer) { d.origin(doc) })
	if _, err := io.WriteString(w, p.String()); err != nil {
		return fmt.Errorf("writing the report as Markdown: %w", err)
	}
	return nil
}

// printer draws one document.
type printer struct {
	document
	legends []string
}

func (p *printer) about(lines []model.Line) {
	var items []string
	for _, l := range lines {
		if l.Detail.Within(model.Normal) { // the head of a comment is short
			items = append(items, about(l))
		}
	}
	p.list(items...)
}

func about(l model.Line) string {
	if l.Label == "" {
		return inline(l.Text)
	}
	return escape(l.Label) + ": " + code(l.Text.String())
}

// result is the counts that are shown whatever was asked for, on one line.
func (p *printer) result(counts []model.Count) {
	p.paragraph(counted(counts, func(d model.Detail) bool { return d == model.Brief }))
}

func counted(counts []model.Count, some func(model.Detail) bool) string {
	var all []string
	for _, c := range counts {
		if some(c.Detail) {
			all = append(all, inline(model.Lit(c.Mood, c.Text)))
		}
	}
	return strings.Join(all, "; ")
}

// origin is what made the report, and how to make it again.
func (p *printer) origin(doc model.Document) {
	var items []string
	for _, l := range doc.About {
		if l.Detail == model.Verbose {
			items = append(items, about(l))
		}
	}
	if rest := counted(doc.Result, func(d model.Detail) bool { return d == model.Normal || d == model.Verbose }); rest != "" {
		items = append(items, rest)
	}
	p.list(items...)
	if doc.Command != "" {
		p.paragraph(block(doc.Command))
	}
}

// blocks folds those that not everybody wants, under their titles. Sections that follow each
// other share a fold, and so do blocks without a title.
func (p *printer) blocks(blocks []model.Block) {
	for len(blocks) > 0 {
		n := 1
		switch {
		case !blocks[0].Level().Within(model.Verbose):
		case !folds(blocks[0]):
			p.block(blocks[0], true)
		default:
			for n < len(blocks) && together(blocks[0], blocks[n]) {
				n++
			}
			p.fold(blocks[:n])
		}
		blocks = blocks[n:]
	}
}

// folds reports whether b is for those who ask for more. The list of findings always is.
func folds(b model.Block) bool {
	_, list := b.(model.Findings)
	return list || b.Level() == model.Verbose
}

// together reports whether b belongs into the fold of a.
func together(a, b model.Block) bool {
	return folds(b) && (isSection(a) && isSection(b) || title(a) == "" && title(b) == "")
}

func isSection(b model.Block) bool {
	_, is := b.(model.Section)
	return is
}

func (p *printer) fold(blocks []model.Block) {
	name, alone := title(blocks[0]), len(blocks) == 1
	switch {
	case name == "":
		name = model.MoreWord
	case !alone:
		name = model.EachWord
	}
	if s, is := blocks[0].(model.Section); is && alone {
		name = strings.TrimSpace(name + " " + s.Result.String())
	}
	p.details(summary(name), func(d *printer) {
		for _, b := range blocks {
			d.block(b, !alone)
		}
		p.legends = append(p.legends, d.legends...)
	})
}

// title is that of a block, empty without one.
func title(b model.Block) string {
	switch b := b.(type) {
	case model.Prose:
		return b.Title
	case model.Table:
		return b.Title
	case model.Findings:
		return b.Title
	case model.Failures:
		return b.Title
	case model.Listing:
		return b.Title
	case model.Facts:
		return b.Title
	case model.Section:
		return b.Title.String()
	}
	return ""
}

// block draws b, with its title if that stands nowhere yet.
func (p *printer) block(b model.Block, titled bool) {
	switch b := b.(type) {
	case model.Prose:
		p.prose(b, titled)
	case model.Table:
		p.table(b, titled)
	case model.Findings:
		p.findings(b)
	case model.Failures:
		p.failures(b)
	case model.Listing:
		p.heading(b.Title, titled)
		p.paragraph(block(plain.CleanLines(strings.Join(b.Lines, "\n"))))
	case model.Facts:
		p.facts(b, titled)
	case model.Section:
		p.section(b, titled)
	case model.Beside:
		p.blocks(b.Blocks)
	case model.Figure: // Markdown has none
		if b.Numbers != nil {
			p.table(*b.Numbers, titled)
		}
	}
}

func (p *printer) heading(title string, titled bool) {
	if titled && title != "" {
		p.paragraph("**" + escape(title) + "**")
	}
}

func (p *printer) prose(b model.Prose, titled bool) {
	var texts []string
	labelled := b.List
	for _, l := range b.Lines {
		if !l.Within(model.Verbose) {
			continue
		}
		labelled = labelled || l.Label != ""
		texts = append(texts, line(l))
	}
	if len(texts) == 0 {
		return
	}
	p.heading(b.Title, titled)
	if labelled {
		p.list(texts...)
		return
	}
	for _, text := range texts {
		p.paragraph(text)
	}
}

func line(l model.Line) string {
	return strings.TrimSpace(escape(l.Label) + " " + inline(l.Text))
}

func each(texts []model.Text) []string {
	var all []string
	for _, t := range texts {
		all = append(all, inline(t))
	}
	return all
}

func (p *printer) findings(b model.Findings) {
	var texts []string
	for _, f := range b.List {
		text := escape(f.Severity) + ": " + inline(f.Text) + escape(" ["+f.ID+"]")
		for _, l := range f.Lines {
			text += "; " + line(l)
		}
		texts = append(texts, text)
	}
	p.list(texts...)
}

func (p *printer) failures(b model.Failures) {
	var texts []string
	for _, f := range b.List {
		texts = append(texts, "**"+model.FailWord+"** "+code(f.Name+": "+f.Text))
	}
	for _, l := range b.Named {
		texts = append(texts, line(l))
	}
	p.list(texts...)
	p.details(summary(model.OutputWord), func(d *printer) {
		for _, f := range b.List {
			if len(f.Output) > 0 {
				d.paragraph(code(f.Name))
				d.paragraph(block(plain.CleanLines(strings.Join(f.Output, "\n"))))
			}
		}
	})
}

func (p *printer) facts(b model.Facts, titled bool) {
	p.heading(b.Title, titled)
	for _, g := range b.Groups {
		p.heading(g.Title, true)
		var texts []string
		for _, f := range g.Facts {
			text := escape(f.Name) + ": " + inline(f.Value)
			if f.Flag != "" {
				text += " **" + escape(f.Flag) + "**"
			}
			texts = append(texts, text)
		}
		p.list(texts...)
	}
	p.prose(b.Gaps, true)
}

func (p *printer) section(s model.Section, titled bool) {
	if titled && len(s.Title)+len(s.Result) > 0 {
		p.paragraph(both(code(s.Title.String()), inline(s.Result)))
	}
	for _, under := range s.Under {
		p.paragraph(inline(under))
	}
	if s.Level() != model.Verbose { // it is not in a fold itself
		p.blocks(s.Blocks)
		return
	}
	for _, b := range s.Blocks {
		if b.Level().Within(model.Verbose) {
			p.block(b, true)
		}
	}
}
