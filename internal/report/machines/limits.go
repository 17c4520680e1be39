package machines

import (
	"slices"

	"tare/internal/record"
	"tare/internal/report/model"
	"tare/internal/report/plain"
	"tare/internal/report/wording"
)

// quantityColumn is one quantity of every rung.
type quantityColumn struct {
	kind  model.Kind
	title string
	of    func(rung) quantity
}

// What columns have to do with each other when the terminal is narrow.
const (
	core model.Kind = iota
	further
)

var (
	columnCPUs      = quantityColumn{core, "CPUs", func(r rung) quantity { return r.cpus }}
	columnQuota     = quantityColumn{core, "quota", func(r rung) quantity { return r.quota }}
	columnThrottled = quantityColumn{further, "throttled", func(r rung) quantity { return r.throttled }}
	columnMemory    = quantityColumn{core, "memory", func(r rung) quantity { return r.memory }}
	quantityColumns = []quantityColumn{columnCPUs, columnQuota, columnThrottled, columnMemory}
)

// limits is a table of everything that limits a program, one below the other, and what of
// it is not known.
func limits(r record.MachineReport) []model.Block {
	rs := rungs(r)
	t := model.Table{Detail: model.Verbose, Title: "What limits it", Columns: []model.Column{{Left: true, Head: true}},
		Moves: []model.Move{{Below: []model.Kind{further}}}}
	cs := slices.DeleteFunc(slices.Clone(quantityColumns), func(c quantityColumn) bool {
		return !slices.ContainsFunc(rs, func(r rung) bool { return c.of(r).says() })
	})
	for _, c := range cs {
		t.Columns = append(t.Columns, model.Column{Kind: c.kind, Title: c.title})
	}
	t.Columns = append(t.Columns, model.Column{Left: true})
	for _, one := range rs {
		row := model.Row{Cells: []model.Cell{nameCell(one)}}
		for _, c := range cs {
			row.Cells = append(row.Cells, c.of(one).cell())
		}
		row.Cells = append(row.Cells, model.Cell{Text: model.Lit(model.Quiet, one.remark())})
		t.Rows = append(t.Rows, row)
	}
	return []model.Block{t, gaps(rs, r.Capacity.Hidden)}
}

// nameCell leaves room for the numbers on a terminal.
func nameCell(r rung) model.Cell {
	return model.Cell{Text: model.Lit(model.Plain, r.name), Tip: r.dir, Fill: func(width int) model.Text {
		return model.Lit(model.Plain, plain.Shorten(r.name, min(width, longName)))
	}}
}

func (q quantity) cell() model.Cell {
	c := model.Cell{Trivial: !q.says(), Text: model.Lit(model.Plain, q.text)}
	switch {
	case q.why != "":
		c.Text, c.Tip = model.Lit(model.Warn, q.text), q.why
	case q.tight:
		c.Text = model.Lit(model.Strong, q.text)
	}
	return c
}

// gaps says why quantities of rs are not known, in order of appearance.
func gaps(rs []rung, hidden string) model.Prose {
	var unread wording.Gaps
	for _, r := range rs {
		for _, c := range quantityColumns {
			if q := c.of(r); q.why != "" {
				unread.Add(q.why, c.title+" of "+r.name)
			}
		}
	}
	p := model.Prose{Detail: model.Verbose}
	for _, g := range unread {
		p.Lines = append(p.Lines, model.Line{Label: "not known:", Text: model.Lit(model.Plain, g.String())})
	}
	if hidden != "" {
		p.Lines = append(p.Lines, model.Line{Text: model.Lit(model.Warn, "A tighter limit may be hidden: "+hidden+".")})
	}
	return p
}
