package explanations

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// mostDrawn is how many rows of a table have a bar on a page: one takes 2 kB.
const mostDrawn = 500

// fewLanes is how many goroutines that a cause names are shown unless all are wanted.
const fewLanes = 8

// lane is a row about goroutines, a thread or a P.
type lane struct {
	model.Detail
	name, full string
	mood       model.Mood
	count      string
	account    record.Account
}

// lanes says what goroutines, threads and Ps did.
func (r report) lanes() []model.Block {
	var blocks []model.Block
	for _, k := range []struct {
		id, title, about string
		lanes            []lane
	}{
		{"goroutines", "Goroutines", "by the function that they start with", r.groups()},
		{"threads", "Threads", "the busiest first", bills(r.Threads)},
		{"ps", "Ps", "", bills(r.Procs)},
	} {
		if len(k.lanes) > 0 {
			t := laneTable(k.lanes)
			s := part(k.id, k.title, k.about, t)
			s.Detail = t.Detail
			blocks = append(blocks, s)
		}
	}
	return blocks
}

// groups are goroutines by the function that they start with. Those that a cause names
// are shown at once.
func (r report) groups() []lane {
	var ls []lane
	named := 0
	for _, g := range r.Groups {
		l := lane{Detail: model.Verbose, name: cmp.Or(function(g.Name), "(not known)"), full: g.Name, count: wording.Grouped(int64(g.Count)), account: g.Account}
		if g.Interest {
			l.mood = model.Strong
		}
		if named < fewLanes && g.Name != "" && slices.ContainsFunc(r.Causes, func(c record.Cause) bool { return c.Who == g.Name }) {
			l.Detail, named = model.Normal, named+1
		}
		ls = append(ls, l)
	}
	return ls
}

func bills(bs []record.LaneBill) []lane {
	var ls []lane
	for _, b := range bs {
		l := lane{Detail: model.Verbose, account: b.Account}
		switch {
		case b.Lanes > 1:
			l.name = fmt.Sprintf("%d others", b.Lanes)
		case b.Lane.Kind == record.LaneProc:
			l.name = fmt.Sprintf("P%d", b.Lane.ID)
		default:
			l.name = strings.TrimSpace(fmt.Sprintf("%d %s", b.Lane.ID, b.Name))
		}
		ls = append(ls, l)
	}
	return ls
}

// laneTable has a row with a bar for each lane; bars are shares of its time.
func laneTable(ls []lane) model.Table {
	t := model.Table{Detail: model.Verbose, Noun: "lane", Key: keyOf(ls), Moves: []model.Move{{Above: []model.Kind{names}}}, Columns: []model.Column{
		{Kind: names, Left: true, Head: true}, {Title: "n"}, {Title: "time"}, {Title: "on a CPU", Narrow: true}, {Title: "what it did", Left: true, Wide: true},
	}}
	for n, l := range ls {
		if l.Detail == model.Normal {
			t.Detail = model.Normal
		}
		row := model.Row{Detail: l.Detail, Cells: []model.Cell{
			{Text: model.Lit(l.mood, l.name), Tip: l.full}, said(l.count), said(wording.Ns(l.account.Total)), said(share(ranOf(l.account), l.account.Total)), {},
		}}
		if n < mostDrawn || l.mood == model.Strong {
			row.Cells[4] = barCell(l.account, 1)
		}
		t.Rows = append(t.Rows, row)
	}
	if ls[0].count == "" {
		t.Columns = slices.Delete(t.Columns, 1, 2)
		for i := range t.Rows {
			t.Rows[i].Cells = slices.Delete(t.Rows[i].Cells, 1, 2)
		}
	}
	if len(ls) > mostDrawn {
		t.Under = []model.Text{model.In(model.Quiet, fmt.Sprintf("Bars show the first %d: `-goroutine=REGEXP` explains those of one function.", mostDrawn))}
	}
	return t
}

// keyOf names the items of lanes, and the shades of bars.
func keyOf(ls []lane) []model.Key {
	var drawn [record.Items + 1]bool
	for _, l := range ls {
		for _, s := range stretches(l.account) {
			drawn[s.item] = drawn[s.item] || s.ns > 0
		}
	}
	var keys []model.Key
	for i, is := range drawn {
		if is {
			l := lookOf(record.Item(i))
			keys = append(keys, model.Key{Class: l.class, Text: nameOf(record.Item(i)), Mark: l.mood.Of(l.letter)})
		}
	}
	for _, s := range [][2]string{{onCPU, "on a CPU"}, {refused, "wants a CPU"}, {held, "is held by the Go runtime"}, {asleep, "waits for something else"}, {unknown, "not known"}} {
		keys = append(keys, model.Key{Mark: model.Plain.Of(s[0]), Text: s[1]})
	}
	return keys
}

// ranOf is the time of a on a CPU.
func ranOf(a record.Account) (on float64) {
	for _, e := range a.Entries {
		if e.Item < record.Items && lookOf(e.Item).shade == onCPU {
			on += e.Ns
		}
	}
	return on
}
