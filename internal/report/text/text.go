// Package text is the skin of reports for a terminal: it draws a model.Document in
// columns of characters, in colour where that can be shown.
package text

import (
	"fmt"
	"io"
	"slices"

	"tare/internal/report/model"
	"tare/internal/report/plain"
)

// Options says what the terminal can show, and what was asked for.
type Options struct {
	Color  bool // use ANSI colours
	Width  int  // in columns; 0 or less means unlimited
	Detail model.Detail
}

// Write renders doc to w in one call to w.Write. From 80 columns on nothing but output
// that is passed through exceeds the width: columns move to a second line to make rows
// fit, and sentences wrap. Only a name longer than the terminal is wide is left to it.
func Write(w io.Writer, doc model.Document, o Options) error {
	p := &printer{sheet: newSheet(o.Width, o.Color), asked: o.Detail}
	p.about(doc)
	p.blocks(doc.Blocks)
	p.result(doc.Result)
	p.meanings(doc.Foot)
	if err := p.Flush(w); err != nil {
		return fmt.Errorf("writing report: %w", err)
	}
	return nil
}

// printer draws one document.
type printer struct {
	*sheet
	asked   model.Detail
	legends []legend // of the tables so far
	keys    []model.Key
	within  bool // a section, whose blocks stand close together
}

func (p *printer) shows(d model.Detail) bool { return d.Within(p.asked) }

func (p *printer) blocks(blocks []model.Block) {
	for _, b := range blocks {
		if p.shows(b.Level()) {
			p.block(b)
		}
	}
}

func (p *printer) block(b model.Block) {
	switch b := b.(type) {
	case model.Prose:
		p.prose(b)
	case model.Table:
		p.table(b)
	case model.Findings:
		p.findings(b)
	case model.Failures:
		p.failures(b)
	case model.Listing:
		p.listing(b)
	case model.Facts:
		p.facts(b)
	case model.Section:
		p.section(b)
	case model.Beside:
		p.blocks(b.Blocks)
	case model.Figure:
		p.figure(b)
	}
}

// about writes the title before the first line that is shown about it. Where that has a
// label, the lines say what is in the title: they stand below each other, labels in a column.
func (p *printer) about(doc model.Document) {
	shown := slices.DeleteFunc(slices.Clone(doc.About), func(l model.Line) bool { return !p.shows(l.Detail) })
	if len(shown) > 0 && shown[0].Label != "" {
		width := 0
		for _, l := range shown {
			width = max(width, plain.Width(l.Label))
		}
		for i := range shown {
			shown[i].Label = plain.Pad(shown[i].Label, width) + " "
		}
	} else if len(shown) > 0 && doc.Title != "" {
		p.Flow(nil, spans(model.Joined(model.Lit(model.Strong, doc.Title), model.Say(" · "), shown[0].Text))...)
		shown = shown[1:]
	}
	p.lines(shown)
}

func (p *printer) section(s model.Section) {
	p.Blank()
	p.Flow([]span{bold.Of(s.Title.String() + gap)}, spans(s.Result)...)
	for _, under := range s.Under {
		p.Flow([]span{normal.Of("  ")}, spans(under)...)
	}
	outside := p.within
	p.within = true
	p.blocks(s.Blocks)
	p.within = outside
}

// apart separates a block without a title from what is above it.
func (p *printer) apart() {
	if !p.within {
		p.Blank()
	}
}

func (p *printer) prose(b model.Prose) {
	shown := 0
	for _, l := range b.Lines {
		if p.shows(l.Detail) {
			shown++
		}
	}
	if shown == 0 {
		return
	}
	if b.Title != "" {
		p.Heading(b.Title)
	} else {
		p.apart()
	}
	p.lines(b.Lines)
}

func (p *printer) lines(lines []model.Line) {
	for _, l := range lines {
		if p.shows(l.Detail) {
			p.line("", l)
		}
	}
}

// line writes l, whose label is as quiet as it is short.
func (p *printer) line(indent string, l model.Line) {
	label := indent
	if l.Label != "" {
		label += l.Label + " "
	}
	p.Flow([]span{dim.Of(label)}, spans(l.Text)...)
}

// figure draws what can be drawn of it with letters, or says it in numbers.
func (p *printer) figure(f model.Figure) {
	if f.Numbers != nil {
		p.table(*f.Numbers)
	}
	if f.Lines == nil {
		return
	}
	if f.Caption != "" {
		p.Heading(f.Caption)
	} else {
		p.apart()
	}
	for _, line := range f.Lines(min(p.width, usualWidth)) {
		p.Line(spans(line)...)
	}
}

func (p *printer) findings(b model.Findings) {
	list := slices.DeleteFunc(slices.Clone(b.List), func(f model.Finding) bool { return !p.shows(f.Detail) })
	inBrief := !p.shows(model.Verbose) && len(b.Brief) > 0
	if len(list) == 0 && !inBrief {
		return
	}
	p.Blank()
	if inBrief {
		p.Flow(nil, spans(b.Brief)...)
		return
	}
	for _, f := range list {
		body := model.Joined(f.Text, model.Lit(model.Quiet, " ["+f.ID+"]"))
		p.Flow([]span{styles[f.Mood].Of(f.Severity + ": ")}, spans(body)...)
		for _, l := range f.Lines {
			if p.shows(l.Detail) {
				p.line("  ", l)
			}
		}
	}
}

func (p *printer) failures(b model.Failures) {
	for _, f := range b.List {
		p.Blank()
		p.Flow([]span{red.Of(model.FailWord + " ")}, normal.Of(f.Name+": "+f.Text))
		for _, line := range f.Output {
			p.Line(normal.Of("    " + line))
		}
	}
	for _, l := range b.Named {
		p.line("", l)
	}
}

// listing writes a program as it is: lines that were wrapped could not be compiled.
func (p *printer) listing(b model.Listing) {
	p.Heading(b.Title)
	for _, line := range b.Lines {
		p.Line(normal.Of(gap + line))
	}
}

// result writes the last line.
func (p *printer) result(counts []model.Count) {
	var all []span
	for _, c := range counts {
		if !p.shows(c.Detail) {
			continue
		}
		if len(all) > 0 {
			all[len(all)-1].text += ";"
		}
		all = append(all, styles[c.Mood].Of(c.Text))
	}
	if len(all) > 0 {
		p.Blank()
		p.Item(nil, all...)
	}
}

// legend is what a column means.
type legend struct{ title, text string }

// key explains the marks in bars.
func (p *printer) key() {
	var pieces []span
	for _, k := range p.keys {
		if n := len(pieces); n > 0 {
			pieces[n-1].text += ";"
		}
		pieces = append(pieces, dim.Of(k.Mark.Text+" "+k.Text))
	}
	if len(pieces) > 0 {
		p.Blank()
		p.Pieces(nil, pieces...)
	}
}

// meanings explains the columns and the words of the report.
func (p *printer) meanings(foot []model.Text) {
	if !p.shows(model.Verbose) {
		return
	}
	width := 0
	for _, l := range p.legends {
		width = max(width, plain.Width(l.title))
	}
	if width > 0 {
		p.Blank()
	}
	for _, l := range p.legends {
		p.Prose(dim, plain.Pad(l.title, width)+"  ", l.text)
	}
	p.key()
	for _, text := range foot {
		p.Flow(nil, spans(text)...)
	}
}
