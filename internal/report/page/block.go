package page

import (
	"slices"

	"tare/internal/report/model"
)

// block is a model.Block as the templates take it: one of its fields is set.
type block struct {
	Top      bool // it stands in no section
	Tools    bool // it is the first of several sections
	Prose    *model.Prose
	Table    *table
	Findings *model.Findings
	Failures *model.Failures
	Listing  *model.Listing
	Facts    *model.Facts
	Figure   *model.Figure
	Section  *section
	Beside   []block
}

// section is a model.Section with its blocks.
type section struct {
	model.Section
	Blocks []block
}

// builder makes blocks, and collects what their pictures need, each style sheet and each
// script once.
type builder struct {
	styles, scripts []string
	tables          int // so far, for the links of footnotes
}

// blocks makes those of a document or of a section, depth sections deep.
func (b *builder) blocks(from []model.Block, depth int) []block {
	var all []block
	sections := 0
	for _, m := range from {
		made := b.block(m, depth)
		made.Top = depth == 0
		if made.Section != nil && depth == 0 {
			made.Tools = sections == 0 && several(from)
			sections++
		}
		all = append(all, made)
	}
	return all
}

// several reports whether there is more than one section to unfold.
func several(blocks []model.Block) bool {
	n := 0
	for _, m := range blocks {
		if _, is := m.(model.Section); is {
			n++
		}
	}
	return n > 1
}

func (b *builder) block(m model.Block, depth int) block {
	switch m := m.(type) {
	case model.Prose:
		if len(m.Lines) > 0 {
			return block{Prose: &m}
		}
	case model.Table:
		return block{Table: b.table(m)}
	case model.Findings:
		return block{Findings: &m}
	case model.Failures:
		if len(m.List)+len(m.Named) > 0 {
			return block{Failures: &m}
		}
	case model.Listing:
		return block{Listing: &m}
	case model.Facts:
		return block{Facts: &m}
	case model.Figure:
		if m.Picture != nil {
			b.collect(m.Picture)
			return block{Figure: &m}
		}
	case model.Section:
		return block{Section: &section{m, b.blocks(m.Blocks, depth+1)}}
	case model.Beside:
		return block{Beside: b.blocks(m.Blocks, depth+1)}
	}
	return block{}
}

// collect takes in what a picture brings.
func (b *builder) collect(p model.Picture) {
	styled, is := p.(model.Styled)
	if !is {
		return
	}
	css, script := styled.Look()
	if css != "" && !slices.Contains(b.styles, css) {
		b.styles = append(b.styles, css)
	}
	if script != "" && !slices.Contains(b.scripts, script) {
		b.scripts = append(b.scripts, script)
	}
}
