package explained

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/report/sheet"
	"tare/internal/report/wording"
)

// lane is a row about goroutines, a thread or a P.
type lane struct {
	name    string
	style   sheet.Style
	count   string
	account record.Account
	rest    bool // of those that have no row
	idle    bool // of the runtime, with nothing to do
}

// few are the lanes to show, and how many are left out.
func (r report) few(ls []lane) ([]lane, int) {
	busy := slices.DeleteFunc(slices.Clone(ls), func(l lane) bool { return l.idle && !r.verbose })
	n := r.shown(len(busy), fewLanes)
	few, more := busy[:n:n], len(ls)-n
	if n < len(busy) && busy[len(busy)-1].rest {
		few, more = append(few, busy[len(busy)-1]), more-1
	}
	return few, more
}

// lanes writes what goroutines, threads and Ps did.
func (r report) lanes() {
	r.laneTable("goroutines that start with", r.groups())
	r.laneTable("threads", bills(r.Threads))
	r.laneTable("Ps", bills(r.Procs))
}

func (r report) groups() []lane {
	var ls []lane
	for _, g := range r.Groups {
		l := lane{name: cmp.Or(function(g.Name), "(not known)"), count: fmt.Sprint(g.Count), account: g.Account}
		l.idle = strings.HasPrefix(g.Name, "runtime.") && !g.Interest && ran(g.Account) < 0.0005*g.Account.Total
		if g.Interest {
			l.style = sheet.Bold
		}
		ls = append(ls, l)
	}
	return ls
}

func bills(bs []record.LaneBill) []lane {
	var ls []lane
	for _, b := range bs {
		l := lane{account: b.Account}
		switch {
		case b.Lanes > 1:
			l.name, l.rest = fmt.Sprintf("%d others", b.Lanes), true
		case b.Lane.Kind == record.LaneProc:
			l.name = fmt.Sprintf("P%d", b.Lane.ID)
		default:
			l.name = strings.TrimSpace(fmt.Sprintf("%d %s", b.Lane.ID, b.Name))
		}
		ls = append(ls, l)
	}
	return ls
}

// Sizes of a table of lanes.
const (
	fewLanes = 8  // rows, unless all are wanted
	laneName = 36 // columns
	laneBar  = 40
)

// laneTable writes a row with a bar for each lane; bars are shares of its time.
func (r report) laneTable(title string, ls []lane) {
	if len(ls) == 0 {
		return
	}
	shown, more := r.few(ls)
	if len(shown) == 0 {
		return
	}
	counted := shown[0].count != ""
	head := []sheet.Span{sheet.Bold.Of(title), sheet.Dim.Of("time"), sheet.Dim.Of("on a CPU")}
	g := sheet.Grid{Right: []bool{false, true, true, true}}
	if counted {
		head = append(head[:1:1], append([]sheet.Span{sheet.Dim.Of("n")}, head[1:]...)...)
	}
	g.Rows = [][]sheet.Span{head}
	for _, l := range shown {
		row := []sheet.Span{l.style.Of(sheet.Shorten(l.name, laneName))}
		if counted {
			row = append(row, sheet.Plain.Of(l.count))
		}
		g.Rows = append(g.Rows, append(row, sheet.Plain.Of(wording.Ns(l.account.Total)), sheet.Plain.Of(share(ran(l.account), l.account.Total))))
	}
	r.Blank()
	room := max(10, min(laneBar, r.Width()-g.Width()-2))
	for n, line := range g.Lines() {
		if n > 0 {
			line = append(line, bar(shown[n-1].account, room)...)
		}
		r.Line(line...)
	}
	r.more(more, more)
}

// ran is the time of a on a CPU.
func ran(a record.Account) (on float64) {
	for _, e := range a.Entries {
		if lookOf(e.Item).shade == onCPU {
			on += e.Ns
		}
	}
	return on
}
