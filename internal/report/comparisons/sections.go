package comparisons

import (
	"fmt"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/flame"
	"tare/internal/report/model"
	"tare/internal/report/plain"
	"tare/internal/report/wording"
)

// openSections is the most for which all start out unfolded.
const openSections = 6

// sections have all about each benchmark for which a page has room.
func (v view) sections() []model.Block {
	var all []model.Block
	for i, b := range v.listed {
		if v.shown[i] {
			all = append(all, v.section(b, sectionID(i)))
		}
	}
	return all
}

func (v view) section(b record.Compared, id string) model.Section {
	s := model.Section{Detail: model.Verbose, ID: id, Open: len(v.listed) <= openSections, Title: model.Lit(model.Plain, v.full(b.Benchmark)+v.inUnit(b)),
		Under: []model.Text{model.Lit(model.Plain, v.measured(b))}}
	for i, c := range b.Changes {
		if i > 0 {
			s.Result = append(s.Result, model.Plain.Of(", "))
		}
		blocks := v.changeBlocks(fmt.Sprintf("%sc%d", id, i+1), b, c)
		if v.several() {
			s.Result = append(s.Result, model.Quiet.Of(v.variant(c.Variant)+" "))
			if len(blocks) > 0 {
				blocks = []model.Block{model.Section{Detail: model.Verbose, Minor: true, Open: true, Title: model.Lit(model.Plain, v.variant(c.Variant)), Result: resultOf(b, c), Blocks: blocks}}
			}
		}
		s.Result = append(s.Result, resultOf(b, c)...)
		s.Blocks = append(s.Blocks, blocks...)
	}
	return s
}

// resultOf is "slower +3.1% [+2.4%, +3.9%]".
func resultOf(b record.Compared, c record.Change) model.Text {
	o := wording.OutcomeOf(c)
	change, interval := sizes(b, c)
	return model.Joined(model.Lit(moodOf(o), o.String()), model.Lit(model.Plain, " "+joinedBy(" ", change, interval)))
}

// measured says how b was measured, in few words.
func (v view) measured(b record.Compared) string {
	text := "in " + b.Metric
	if b.MetricWhy != "" {
		text += ", " + sentence(b.MetricWhy)
	}
	if b.N > 0 {
		text += "; " + wording.WindowsOf(b)
	}
	if b.Rounds > 0 {
		text += "; " + unit.Plural(b.Rounds, "round")
	}
	if b.Stop != "" {
		text += fmt.Sprintf("; stopped: %s", wording.Stop(b.Stop))
	}
	return text
}

// changeBlocks are all about one candidate of a benchmark; id names their pictures.
func (v view) changeBlocks(id string, b record.Compared, c record.Change) []model.Block {
	var blocks []model.Block
	if decided(c) {
		reasons := why(b, c)
		if len(reasons) == 0 {
			reasons = []string{"nothing else that was read moved with it"}
		}
		blocks = append(blocks, remarks(reasons...))
	}
	drawn := v.drawn[side{b.Benchmark, b.Metric, c.Variant}]
	if drawn {
		blocks = append(blocks, beside(v.roundsFigure(id, b, c), v.distributionFigure(id, b, c)))
	} else {
		blocks = append(blocks, aside("No charts: there are too many benchmarks for one page, and others changed more."))
	}
	var below []model.Block
	if drawn {
		below = v.bills(b, c)
	}
	blocks = append(blocks, beside(append(append(below, v.rests(b, c)), v.unitsOf(c)...)...))
	if c.Profile != nil {
		blocks = append(blocks, v.profile(c.Profile)...)
	}
	return blocks
}

// beside is those of blocks that there are, on pages.
func beside(blocks ...model.Block) model.Beside {
	b := model.Beside{Detail: model.Paged}
	for _, one := range blocks {
		if one != nil {
			b.Blocks = append(b.Blocks, one)
		}
	}
	return b
}

// aside is a sentence for pages.
func aside(text string) model.Prose {
	return model.Prose{Detail: model.Paged, Lines: []model.Line{{Detail: model.Paged, Text: model.In(model.Quiet, text)}}}
}

// topFunctions bounds how many functions of a profile are shown.
const topFunctions = 10

// profile is the table of the functions whose own time changed the most, and all of it as
// a flame graph.
func (v view) profile(p *record.ProfileDiff) []model.Block {
	t := model.Table{Detail: model.Verbose,
		Title: fmt.Sprintf("CPU profile, %s → %s per op (%s and %s samples), by a function's own time%s",
			wording.Ns(p.Old), wording.Ns(p.New), wording.Grouped(p.Samples[0]), wording.Grouped(p.Samples[1]), wording.NoneChanged(p)),
		Columns: []model.Column{{Title: v.base()}, {Title: v.candidate()}, {Title: "change"}, {Title: "noise", Left: true, Narrow: true},
			{Title: "with callees", Detail: model.Paged, Narrow: true}, {Kind: name, Title: "function", Left: true, Head: true}},
		Moves: []model.Move{{Above: kinds(name)}},
	}
	for _, f := range p.Functions[:min(len(p.Functions), topFunctions)] {
		change := said(difference(f.NewFlat-f.OldFlat, wallUnit))
		if f.Changed() {
			change.Text[0].Mood = model.Strong
		}
		t.Rows = append(t.Rows, model.Row{Cells: []model.Cell{
			said(wording.Ns(f.OldFlat)), said(wording.Ns(f.NewFlat)), change,
			in(model.Quiet, wording.Noise(f)), said(difference(f.NewCum-f.OldCum, wallUnit)), shortened(f.Name),
		}})
	}
	if more := len(p.Functions) - topFunctions; more > 0 {
		t.Under = []model.Text{model.In(model.Quiet, fmt.Sprintf("and %s that changed less", unit.Plural(more, "function")))}
	}
	graph := flame.New(p.Root, flame.Options{Samples: p.Samples, Functions: p.Functions})
	return []model.Block{t, model.Figure{Detail: model.Paged, Caption: graph.Title, Key: []model.Key{{Text: graph.Totals}}, Picture: graph}}
}

// shortened is a name that a terminal cuts to the room there is.
func shortened(name string) model.Cell {
	c := said(name)
	c.Fill = func(width int) model.Text { return model.Lit(model.Plain, plain.Shorten(plain.Clean(name), width)) }
	return c
}
